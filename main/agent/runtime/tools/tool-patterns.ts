import { addressName } from './tool-names.ts';
import type { ToolAddress } from './tool-names.ts';

/** The first of `patterns` that names the tool: `mcp__server__tool`, `mcp__server` or `mcp__server__*`, or the name of a tool of the runtime (SDK-13). */
export function findMatch(patterns: readonly string[], tool: ToolAddress): string | undefined {
  const full = addressName(tool);
  if (tool.serverName === undefined) return patterns.find((pattern) => pattern === full);
  const whole = `mcp__${tool.serverName}`;
  return patterns.find(
    (pattern) => pattern === whole || pattern === `${whole}__*` || pattern === full,
  );
}

export function matchesAny(patterns: readonly string[], tool: ToolAddress): boolean {
  return findMatch(patterns, tool) !== undefined;
}
