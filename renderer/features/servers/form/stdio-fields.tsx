import { ArgumentList } from './argument-list.tsx';
import { CommandField } from './command-field.tsx';
import type { FormParts } from './use-server-form.tsx';
import { ValueList } from './value-list.tsx';

/** Command, arguments and environment of a server that runs here. */
export function StdioFields(props: FormParts) {
  const { form, dispatch, platform, problemsOf, errorOf, markOf, touch, focusRow } = props;
  return (
    <>
      <CommandField
        command={form.command}
        platform={platform}
        error={errorOf('command')}
        onChange={(command) => dispatch({ type: 'text', field: 'command', text: command })}
        onSplit={(proposal) => dispatch({ type: 'proposal', proposal })}
        onLeave={() => touch('command')}
      />
      <ArgumentList
        form={form}
        dispatch={dispatch}
        problems={problemsOf('args')}
        markOf={markOf}
        focusRow={focusRow}
      />
      <ValueList
        list="env"
        rows={form.env}
        dispatch={dispatch}
        problems={problemsOf('env')}
        markOf={markOf}
        focusRow={focusRow}
      />
    </>
  );
}
