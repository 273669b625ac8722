import { useEffect, useState } from 'react';
import type { ServerVariable } from '../../../../shared/ipc/routes/server-setup.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { Select } from '../../../ui/select.tsx';

const words = serverSetupTexts.values;

export interface ValuesDialogProps {
  readonly server: ServerState;
  readonly onClose: () => void;
}

/** Asks once for what a definition names: inputs and secrets go to the keychain and are never shown again. */
export function ValuesDialog({ server, onClose }: ValuesDialogProps) {
  const ipc = useIpc();
  const serverId = server.id;
  const [variables, setVariables] = useState<readonly ServerVariable[] | undefined>(undefined);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const load = useAction(async () => {
    const read = await ipc.call('serverSetup.variables', { serverId });
    setVariables(read.variables);
  });
  const { run } = load;
  useEffect(() => {
    void run();
  }, [run]);
  const asked = (variables ?? []).filter(({ kind }) => kind === 'input' || kind === 'secret');
  const unset = (variables ?? []).filter(({ kind, isSet }) => kind === 'env' && !isSet);
  const given = asked.filter((variable) => (values[keyOf(variable)] ?? '') !== '');
  const save = useAction(async () => {
    // At once: main takes them only right after the press, however long a keychain takes.
    await Promise.all(
      given.map(async (variable) => {
        const { kind, name } = variable;
        if (kind !== 'input' && kind !== 'secret') return;
        const value = values[keyOf(variable)] ?? '';
        await ipc.call('serverSetup.setSecret', { serverId, kind, name, value });
      }),
    );
    if (server.enabled) await ipc.call('servers.restart', { serverId });
    onClose();
  });
  const error = load.error ?? save.error;
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => {
        if (!open && !save.busy) onClose();
      }}
      title={words.title(server.name)}
      description={words.description}
      foot={
        <>
          <span className="flex-1" />
          <Button tone="quiet" disabled={save.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            tone="primary"
            busy={save.busy}
            disabled={given.length === 0}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
      )}
      {variables !== undefined && asked.length === 0 && <p className="text-muted">{words.none}</p>}
      {asked.map((variable) => (
        <ValueField
          key={keyOf(variable)}
          variable={variable}
          value={values[keyOf(variable)] ?? ''}
          onValue={(value) => setValues((before) => ({ ...before, [keyOf(variable)]: value }))}
        />
      ))}
      {unset.map(({ name }) => (
        <Notice key={name} tone="warning">
          {words.unset(name)}
        </Notice>
      ))}
    </Dialog>
  );
}

function keyOf({ kind, name }: ServerVariable): string {
  return `${kind} ${name}`;
}

function ValueField({
  variable,
  value,
  onValue,
}: {
  readonly variable: ServerVariable;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const { name, description, places, options, isSet } = variable;
  const label = description ?? name;
  const help = words.places(places.join(', '));
  if (options !== undefined) {
    return (
      <Field label={label} help={help}>
        {(control) => (
          <Select
            {...control}
            value={value}
            onValueChange={onValue}
            options={options.map((option) => ({ value: option, label: option }))}
          />
        )}
      </Field>
    );
  }
  const shared = {
    label,
    help,
    value,
    onValueChange: onValue,
    ...(isSet ? { placeholder: words.stored } : {}),
  };
  return variable.password === true ? <SecretField {...shared} /> : <TextField {...shared} />;
}
