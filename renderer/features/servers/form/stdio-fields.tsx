import { packageArgument, pinnedArgument } from '../../../../shared/mcp/package-pin.ts';
import { PinOffer } from '../setup/pin-offer.tsx';
import { ArgumentList } from './argument-list.tsx';
import { CommandField } from './command-field.tsx';
import type { FormParts } from './use-server-form.tsx';
import { ValueList } from './value-list.tsx';

/** Command, arguments and environment of a server that runs here. */
export function StdioFields(props: FormParts) {
  const { form, dispatch, platform, problemsOf, errorOf, markOf, touch, focusRow } = props;
  const target = packageArgument(
    form.command.trim(),
    form.args.map((row) => row.text),
  );
  const row = target === undefined ? undefined : form.args[target.index];
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
      {target !== undefined && !target.isPinned && row !== undefined && (
        <PinOffer
          key={`${target.ecosystem} ${target.name}`}
          unpinned={{ ecosystem: target.ecosystem, name: target.name }}
          onPin={(version) => {
            const pinned = pinnedArgument(target, row.text, version);
            dispatch({ type: 'argument-text', id: row.id, text: pinned });
          }}
        />
      )}
      <ValueList
        list="env"
        rows={form.env}
        dispatch={dispatch}
        problems={problemsOf('env')}
        markOf={markOf}
        storedMarkOf={props.storedMarkOf}
        hasKeychain={props.hasKeychain}
        focusRow={focusRow}
      />
    </>
  );
}
