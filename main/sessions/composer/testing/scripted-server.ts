import type { ServerState } from '../../../../shared/mcp/server-state.ts';

/** A connected server without tools; `n` is below 10. */
export function scriptedServer(n: number, part: Partial<ServerState> = {}): ServerState {
  return {
    id: `00000000-0000-4000-8000-00000000010${String(n)}`,
    key: `s${String(n)}`,
    name: `Server ${String(n)}`,
    origin: 'user',
    definition: { type: 'builtin', module: 'x' },
    enabled: true,
    trusted: true,
    startTimeoutMs: 1,
    status: 'connected',
    settings: {
      scope: { kind: 'user' },
      sharing: 'shared',
      trustHints: false,
      tools: {},
      signIn: {},
    },
    tools: [],
    setAside: [],
    ...part,
  };
}
