import { useEffect, useMemo, useState } from 'react';
import type { ServerVariable } from '../../../../shared/ipc/routes/server-setup.ts';
import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import type { VariableReference } from '../../../../shared/mcp/variables.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import type { ServerForm } from './server-form.ts';
import { formVariables } from './variable-problems.ts';

/** Whether a variable has a value; undefined while main was not asked yet. */
export type IsSet = (reference: VariableReference) => boolean | undefined;

/** Typing rests this long before main is asked, in ms. */
const REST = 250;

const keyOf = ({ kind, name }: Pick<ServerVariable, 'kind' | 'name'>): string => `${kind} ${name}`;

/** The variables of the values that are stored, asked for once; empty for a new server. */
export function useStoredVariables(serverId: string | undefined): readonly ServerVariable[] {
  const ipc = useIpc();
  const [variables, setVariables] = useState<readonly ServerVariable[]>([]);
  useEffect(() => {
    if (serverId === undefined) return;
    let current = true;
    ipc.call('serverSetup.variables', { serverId }).then(
      (read) => {
        if (current) setVariables(read.variables);
      },
      // Main says it once more when the server starts.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [ipc, serverId]);
  return variables;
}

/** Asks main which of the variables that are being typed have a value. The values stay there. */
export function useVariables(
  form: ServerForm,
  target: { readonly serverId: string | undefined; readonly scope: ServerScope | undefined },
): IsSet {
  const ipc = useIpc();
  const wanted = useMemo(() => {
    const texts = formVariables(form).flatMap(({ reference }) =>
      reference.kind === 'unknown' || reference.fallback !== undefined ? [] : [reference.text],
    );
    return JSON.stringify({
      references: [...new Set(texts)],
      ...(target.serverId === undefined ? { scope: target.scope } : { serverId: target.serverId }),
    });
  }, [form, target.serverId, target.scope]);
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => {
    const request = JSON.parse(wanted) as {
      references: string[];
      serverId?: string;
      scope?: ServerScope;
    };
    if (request.references.length === 0) return;
    let current = true;
    const timer = setTimeout(() => {
      ipc.call('serverSetup.variables', request).then(
        ({ variables }) => {
          if (current) setKnown(new Map(variables.map((one) => [keyOf(one), one.isSet])));
        },
        // Main says it once more when the server starts.
        () => undefined,
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [ipc, wanted]);
  return (reference) => known.get(keyOf(reference));
}
