import { Braces } from 'lucide-react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { AddRow, TimeoutField, TransportField } from './form-fields.tsx';
import { RemoteFields } from './remote-fields.tsx';
import { StdioFields } from './stdio-fields.tsx';
import type { FormParts } from './use-server-form.tsx';
import { KeychainMark } from './variable-mark.tsx';

const words = text.servers.form;

export interface FormBodyProps extends FormParts {
  readonly autoFocus: boolean;
  /** How its tools are named. */
  readonly keyNote: string;
  readonly busy: boolean;
  readonly onFocusRow: (row: number) => void;
  readonly onJson: () => void;
}

/** The fields of a server. */
export function FormBody({
  autoFocus,
  keyNote,
  busy,
  onFocusRow,
  onJson,
  ...parts
}: FormBodyProps) {
  const { form, dispatch } = parts;
  const stdio = form.transport === 'stdio';
  const add = (list: 'args' | 'env' | 'headers') => {
    onFocusRow(form.nextId);
    if (list === 'args') dispatch({ type: 'argument-insert', after: null, texts: [''] });
    else dispatch({ type: 'value-add', list });
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 min-[620px]:grid-cols-2">
        <TextField
          label={words.name}
          autoFocus={autoFocus}
          value={form.name}
          onValueChange={(name) => dispatch({ type: 'text', field: 'name', text: name })}
          onBlur={() => parts.touch('name')}
          error={parts.errorOf('name')}
          help={keyNote}
        />
        <TransportField form={form} dispatch={dispatch} />
      </div>
      {stdio ? <StdioFields {...parts} /> : <RemoteFields {...parts} />}
      <div className="flex items-center gap-3.5">
        {stdio ? (
          <>
            <AddRow label={words.addArgument} onAdd={() => add('args')} />
            <AddRow label={words.addVariable} onAdd={() => add('env')} />
          </>
        ) : (
          <AddRow label={words.addHeader} onAdd={() => add('headers')} />
        )}
        <span className="flex-1" />
        <LinkButton className="flex items-center gap-1" onClick={onJson}>
          <Icon of={Braces} size={14} />
          {serverSetupTexts.raw.open}
        </LinkButton>
      </div>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 min-[620px]:grid-cols-2">
        {stdio && (
          <TextField
            label={words.folder}
            optional
            mono
            placeholder={words.folderPlaceholder}
            value={form.cwd}
            onValueChange={(cwd) => dispatch({ type: 'text', field: 'cwd', text: cwd })}
            error={parts.errorOf('cwd')}
            end={<KeychainMark mark={parts.markOf(form.cwd)} />}
          />
        )}
        {!stdio && (
          <TextField
            label={words.caFile}
            optional
            mono
            placeholder={words.caFilePlaceholder}
            help={words.caFileHelp}
            value={form.caFile}
            onValueChange={(caFile) => dispatch({ type: 'text', field: 'caFile', text: caFile })}
            error={parts.errorOf('caFile')}
            end={<KeychainMark mark={parts.markOf(form.caFile)} />}
          />
        )}
        <TimeoutField form={form} dispatch={dispatch} disabled={busy} />
      </div>
    </>
  );
}
