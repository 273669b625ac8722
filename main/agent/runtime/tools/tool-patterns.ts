import { fullToolName } from '../../../../shared/mcp/hints.ts';
import type { ToolAddress } from './tool-names.ts';

/** The first of `patterns` that names the tool: `mcp__server__tool`, `mcp__server` or `mcp__server__*` (SDK-13). */
export function findMatch(patterns: readonly string[], tool: ToolAddress): string | undefined {
  const whole = `mcp__${tool.serverName}`;
  return patterns.find(
    (pattern) =>
      pattern === whole ||
      pattern === `${whole}__*` ||
      pattern === fullToolName(tool.serverName, tool.toolName),
  );
}

export function matchesAny(patterns: readonly string[], tool: ToolAddress): boolean {
  return findMatch(patterns, tool) !== undefined;
}
