/**
 * The hints that a tool declares, without the suffix `Hint`. A missing key means "not declared", which is neither true nor false.
 * Source: MCP `ToolAnnotations`; SDK-32. (No zod here: the window uses this file.)
 */
export interface ToolHints {
  readOnly?: boolean | undefined;
  destructive?: boolean | undefined;
  openWorld?: boolean | undefined;
}

export const hintNames = ['readOnly', 'destructive', 'openWorld'] as const;
export type HintName = (typeof hintNames)[number];
/** The three states of a badge. */
export type HintState = 'true' | 'false' | 'undeclared';

/** The state of one hint. */
export function hintState(hints: ToolHints | undefined, name: HintName): HintState {
  const value = hints?.[name];
  return value === undefined ? 'undeclared' : value ? 'true' : 'false';
}

/** Takes only explicitly declared booleans out of MCP annotations; anything else counts as not declared. */
export function hintsFromAnnotations(annotations: unknown): ToolHints {
  const source = (
    typeof annotations === 'object' && annotations !== null ? annotations : {}
  ) as Record<string, unknown>;
  const hints: ToolHints = {};
  if (typeof source['readOnlyHint'] === 'boolean') hints.readOnly = source['readOnlyHint'];
  if (typeof source['destructiveHint'] === 'boolean') hints.destructive = source['destructiveHint'];
  if (typeof source['openWorldHint'] === 'boolean') hints.openWorld = source['openWorldHint'];
  return hints;
}

/** The hints that count for a tool: the person's word where it is given, else what the server declares (UI-34). */
export function effectiveHints(declared: ToolHints, override: ToolHints | undefined): ToolHints {
  const hints: ToolHints = {};
  for (const name of hintNames) {
    const value = override?.[name] ?? declared[name];
    if (value !== undefined) hints[name] = value;
  }
  return hints;
}

/** True when a tool says that it only reads and that it destroys. The riskier answer counts. */
export function hintsContradict(hints: ToolHints): boolean {
  return hints.readOnly === true && hints.destructive === true;
}

/** The full name of a tool towards the model (RT-28). Never parsed back: keep a table. */
export function fullToolName(serverKey: string, toolName: string): string {
  return `mcp__${serverKey}__${toolName}`;
}
