import { useEffect, useState } from 'react';
import { variablesIn } from '../../../../shared/mcp/variables.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';

/** Where main would find a command; `idle` while nothing is typed, `open` while a variable of it has no value that may be told. */
export type CommandLookupState =
  | { readonly status: 'idle' | 'looking' | 'failed' | 'open' }
  | { readonly status: 'found'; readonly path: string }
  | { readonly status: 'missing'; readonly searched: number };

/** Typing rests this long before main is asked, in ms. */
const REST = 250;

/** Looks a command up while it is typed. Only the answer to the last command counts. */
export function useCommandLookup(command: string): CommandLookupState {
  const ipc = useIpc();
  const wanted = command.trim();
  const [answer, setAnswer] = useState<{ command: string; state: CommandLookupState } | null>(null);
  useEffect(() => {
    if (wanted === '' || wanted.length > 4096) return;
    let current = true;
    const tell = (state: CommandLookupState) => {
      if (current) setAnswer({ command: wanted, state });
    };
    const timer = setTimeout(() => {
      ipc.call('servers.findCommand', { command: wanted }).then(
        ({ path, searched }) =>
          tell(
            path === null
              ? variablesIn(wanted).length > 0
                ? { status: 'open' }
                : { status: 'missing', searched: searched.length }
              : { status: 'found', path },
          ),
        () => tell({ status: 'failed' }),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [ipc, wanted]);
  if (wanted === '') return { status: 'idle' };
  return answer?.command === wanted ? answer.state : { status: 'looking' };
}
