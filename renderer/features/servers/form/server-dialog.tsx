import { Plus } from 'lucide-react';
import { useReducer, useState, type KeyboardEvent } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverKeyFromName } from '../../../../shared/lib/server-key.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { formProblems, type FormProblem } from './form-problems.ts';
import { serverFormReducer, startTimeouts, submission } from './server-form.ts';
import type { ServerForm, ServerFormAction, Transport } from './server-form.ts';
import { RemoteFields } from './remote-fields.tsx';
import { StdioFields } from './stdio-fields.tsx';

const words = text.servers.form;

export interface ServerDialogProps {
  /** The server that is edited, null for a new one. */
  readonly server: ServerState | null;
  readonly initial: ServerForm;
  /** Keys of other servers, so that the preview names the one that main will choose. */
  readonly takenKeys: ReadonlySet<string>;
  readonly platform: string;
  /** The form as it was left, so that a new one can go on where it stopped. */
  readonly onClose: (form: ServerForm) => void;
  /** The person agreed in main's question, and the server is being started. */
  readonly onStarted: (serverId: string) => void;
}

/** Everything the fields need; one object, so that each part can be a component of its own. */
export interface FormParts {
  readonly form: ServerForm;
  readonly dispatch: (action: ServerFormAction) => void;
  readonly platform: string;
  readonly problemsOf: (field: FormProblem['field']) => readonly FormProblem[];
  /** The sentence under a field; nothing is said about a field that was not left yet. */
  readonly errorOf: (field: FormProblem['field']) => string | undefined;
  readonly touch: (field: FormProblem['field']) => void;
  readonly focusRow: number | null;
}

/** Adds or changes a server by form. Main shows its own question then; cancelling there keeps everything typed here. */
export function ServerDialog(props: ServerDialogProps) {
  const { server, initial, takenKeys, platform, onClose, onStarted } = props;
  const ipc = useIpc();
  const [form, change] = useReducer(serverFormReducer, initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [cancelled, setCancelled] = useState(false);
  const [focusRow, setFocusRow] = useState<number | null>(null);
  const problems = formProblems(form, platform);

  const review = useAction(async () => {
    const { draft, keepEnv, keepHeaders } = submission(form);
    const answer =
      server === null
        ? await ipc.call('servers.add', draft)
        : await ipc.call('servers.update', { serverId: server.id, draft, keepEnv, keepHeaders });
    if (answer.outcome === 'cancelled') setCancelled(true);
    else onStarted(answer.serverId ?? server?.id ?? '');
  });
  const submit = () => {
    if (problems.length > 0) return;
    setCancelled(false);
    void review.run();
  };
  const dispatch = (action: ServerFormAction) => {
    setCancelled(false);
    review.clearError();
    change(action);
  };
  const problemsOf = (field: FormProblem['field']) =>
    problems.filter(
      (problem) =>
        problem.field === field &&
        (!problem.missing || touched.has(field) || problem.row !== undefined),
    );
  const parts: FormParts = {
    form,
    dispatch,
    platform,
    problemsOf,
    errorOf: (field) => {
      const [first] = problemsOf(field);
      return first === undefined ? undefined : words.problems[first.code];
    },
    touch: (field) => setTouched((before) => new Set([...before, field])),
    focusRow,
  };
  const add = (list: 'args' | 'env' | 'headers') => {
    setFocusRow(form.nextId);
    if (list === 'args') dispatch({ type: 'argument-insert', after: null, texts: [''] });
    else dispatch({ type: 'value-add', list });
  };
  const close = () => {
    if (!review.busy) onClose(form);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    submit();
  };
  const missing = problems[0];
  const stdio = form.transport === 'stdio';

  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={server === null ? words.addTitle : words.editTitle(server.name)}
      description={words.description}
      foot={
        <>
          <span className="min-w-0 flex-1 text-small text-subtle" role="status">
            {review.busy
              ? words.waiting
              : missing === undefined
                ? ''
                : words.problems[missing.code]}
          </span>
          <Button tone="quiet" disabled={review.busy} onClick={close}>
            {words.cancel}
          </Button>
          <Button
            tone="primary"
            busy={review.busy}
            disabled={problems.length > 0}
            {...(problems.length === 0 ? { keys: ['Mod', 'Enter'] } : {})}
            onClick={submit}
          >
            {stdio ? words.reviewCommand : words.reviewAddress}
          </Button>
        </>
      }
    >
      <fieldset disabled={review.busy} onKeyDown={press} className="flex min-w-0 flex-col gap-3.5">
        {review.busy && (
          <Notice tone="info">
            <b>{words.waiting}</b>
            <span className="block">{words.waitingNote}</span>
          </Notice>
        )}
        {cancelled && <Notice>{words.cancelled}</Notice>}
        {review.error !== undefined && (
          <ErrorBox role="alert" sentence={review.error.sentence} details={review.error.details} />
        )}
        <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 min-[620px]:grid-cols-2">
          <TextField
            label={words.name}
            autoFocus
            value={form.name}
            onValueChange={(name) => dispatch({ type: 'text', field: 'name', text: name })}
            onBlur={() => parts.touch('name')}
            error={parts.errorOf('name')}
            help={
              server === null
                ? words.keyNote(serverKeyFromName(form.name, takenKeys))
                : words.keyStays(server.key)
            }
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
            />
          )}
          <TimeoutField form={form} dispatch={dispatch} disabled={review.busy} />
        </div>
      </fieldset>
    </Dialog>
  );
}

interface PartProps {
  readonly form: ServerForm;
  readonly dispatch: (action: ServerFormAction) => void;
}

function TransportField({ form, dispatch }: PartProps) {
  return (
    <div className="flex flex-col gap-[5px]">
      <span aria-hidden="true" className="font-medium">
        {words.transport}
      </span>
      <SegmentedControl<Transport>
        label={words.transport}
        value={form.transport}
        onValueChange={(transport) => dispatch({ type: 'transport', transport })}
        options={(['stdio', 'http', 'sse'] as const).map((value) => ({
          value,
          label: words.transports[value],
        }))}
        className="self-start"
      />
      <p className="text-small text-subtle">{words.transportNotes[form.transport]}</p>
    </div>
  );
}

function TimeoutField({ form, dispatch, disabled }: PartProps & { readonly disabled: boolean }) {
  const choices = [...new Set([...startTimeouts, form.startTimeoutMs])].sort((a, b) => a - b);
  return (
    <Field label={words.startTimeout}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={String(form.startTimeoutMs)}
          onValueChange={(value) => dispatch({ type: 'timeout', startTimeoutMs: Number(value) })}
          options={choices.map((limit) => ({ value: String(limit), label: timeoutLabel(limit) }))}
        />
      )}
    </Field>
  );
}

function timeoutLabel(limit: number): string {
  return limit % 60_000 === 0 && limit > 60_000
    ? words.minutes(limit / 60_000)
    : words.seconds(Math.round(limit / 1_000));
}

function AddRow({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <LinkButton className="inline-flex items-center gap-1" onClick={onAdd}>
      <Icon of={Plus} size={14} />
      {label}
    </LinkButton>
  );
}
