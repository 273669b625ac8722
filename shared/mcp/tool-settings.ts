import type { ServerSettings, ToolSettings } from './server-config.ts';

/** What a person decided about a tool; a tool may be called like a property that every object has. */
export function toolSettingsOf(
  settings: Pick<ServerSettings, 'tools'> | undefined,
  tool: string,
): ToolSettings {
  if (settings === undefined || !Object.hasOwn(settings.tools, tool)) return {};
  return settings.tools[tool] ?? {};
}

/** The settings with those of one tool replaced; without any, its entry goes. */
export function withToolSettings(
  settings: ServerSettings,
  tool: string,
  next: ToolSettings,
): ServerSettings {
  const others = Object.entries(settings.tools).filter(([name]) => name !== tool);
  const hasHints = next.hints !== undefined && Object.keys(next.hints).length > 0;
  const kept: ToolSettings = {
    ...(next.enabled === false ? { enabled: false } : {}),
    ...(hasHints ? { hints: next.hints } : {}),
  };
  const isEmpty = Object.keys(kept).length === 0;
  return {
    ...settings,
    tools: Object.fromEntries(isEmpty ? others : [...others, [tool, kept]]),
  };
}
