import type { ProviderKind } from '../../../../shared/agent/provider.ts';
import { mostTools } from '../../../../shared/agent/tool-limit.ts';

/** What the rule needs to know of a tool. */
interface Countable {
  readonly name: string;
  /** Absent for the runtime's own tools. */
  readonly serverName: string | undefined;
  readonly toolName: string;
}

interface OverTool extends Countable {
  readonly reason: string;
}

/**
 * Chooses the tools that fit into one request. The runtime's own tools always go. The servers share what is left: they take turns,
 * each giving the next tool of its own list, so a server with few tools keeps them all however many another has.
 */
export function withinLimit<T extends Countable>(
  kind: ProviderKind,
  tools: readonly T[],
): { readonly sent: readonly T[]; readonly over: OverTool[] } {
  const most = mostTools(kind);
  if (most === undefined || tools.length <= most) return { sent: tools, over: [] };
  const turns = new Map<string, number>();
  // Own tools come before the first turn; the sort is stable, so that within a turn the order of the servers counts.
  const inTurns = tools
    .map((tool) => ({ tool, turn: turnOf(tool, turns) }))
    .sort((left, right) => left.turn - right.turn)
    .map(({ tool }) => tool);
  const over = inTurns.slice(most).map(({ name, serverName, toolName }) => ({
    name,
    serverName,
    toolName,
    reason: reasonOf({
      most,
      count: tools.length,
      serverName: serverName ?? '',
      offered: turns.get(serverName ?? '') ?? 0,
    }),
  }));
  return { sent: inTurns.slice(0, most), over };
}

function turnOf({ serverName }: Countable, turns: Map<string, number>): number {
  if (serverName === undefined) return 0;
  const turn = (turns.get(serverName) ?? 0) + 1;
  turns.set(serverName, turn);
  return turn;
}

function reasonOf(facts: {
  readonly most: number;
  readonly count: number;
  readonly serverName: string;
  readonly offered: number;
}): string {
  const { most, count, serverName, offered } = facts;
  return `This provider takes at most ${String(most)} tools in a request, and there are ${String(count)}, ${String(offered)} of them of "${serverName}". Servers share the room evenly, each with the first tools of its list. Turn off tools of "${serverName}" that are not needed, and this one takes their place.`;
}
