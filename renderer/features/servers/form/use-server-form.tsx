import { useReducer, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { CallArgs } from '../../../../shared/ipc/registry.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverKeyFromName } from '../../../../shared/lib/server-key.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddRow, TimeoutField, TransportField } from './form-fields.tsx';
import { formProblems, problemSentence, type FormProblem } from './form-problems.ts';
import { RemoteFields } from './remote-fields.tsx';
import { serverFormReducer, submission } from './server-form.ts';
import type { ServerForm, ServerFormAction } from './server-form.ts';
import { StdioFields } from './stdio-fields.tsx';
import { useVariables } from './use-variables.ts';
import { KeychainMark } from './variable-mark.tsx';
import { variableMark, variableProblems, type VariableMark } from './variable-problems.ts';

const words = text.servers.form;

export interface ServerFormOptions {
  /** The server that is edited, null for a new one. */
  readonly server: ServerState | null;
  readonly initial: ServerForm;
  /** Keys of other servers, so that the preview names the one that main will choose. */
  readonly takenKeys: ReadonlySet<string>;
  readonly platform: string;
  /** Where a new server is offered. */
  readonly scope?: NonNullable<CallArgs<'servers.add'>[0]['scope']> | undefined;
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
  /** Whether what the keychain holds for a text is there. */
  readonly markOf: (text: string) => VariableMark | undefined;
  readonly touch: (field: FormProblem['field']) => void;
  readonly focusRow: number | null;
}

/** The form as its dialog needs it. */
export interface ServerFormView {
  readonly form: ServerForm;
  readonly body: ReactNode;
  /** What is still missing, or that main asks. */
  readonly status: string;
  readonly busy: boolean;
  readonly ready: boolean;
  readonly reviewLabel: string;
  readonly submit: () => void;
}

/** A form that adds or changes a server. Main shows its own question then; cancelling there keeps everything typed here. */
export function useServerForm(options: ServerFormOptions): ServerFormView {
  const { server, initial, takenKeys, platform, scope, onStarted } = options;
  const ipc = useIpc();
  const [form, change] = useReducer(serverFormReducer, initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [cancelled, setCancelled] = useState(false);
  const [focusRow, setFocusRow] = useState<number | null>(null);
  const isSet = useVariables(form, { serverId: server?.id, scope });
  const problems = [...formProblems(form, platform), ...variableProblems(form, isSet)];

  const review = useAction(async () => {
    const { draft, keepEnv, keepHeaders } = submission(form);
    const answer =
      server === null
        ? await ipc.call('servers.add', scope === undefined ? draft : { ...draft, scope })
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
      return first === undefined ? undefined : problemSentence(first);
    },
    markOf: (written) => variableMark(written, isSet),
    touch: (field) => setTouched((before) => new Set([...before, field])),
    focusRow,
  };
  const add = (list: 'args' | 'env' | 'headers') => {
    setFocusRow(form.nextId);
    if (list === 'args') dispatch({ type: 'argument-insert', after: null, texts: [''] });
    else dispatch({ type: 'value-add', list });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    submit();
  };
  const missing = problems[0];
  const stdio = form.transport === 'stdio';

  const body = (
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
          autoFocus={server !== null}
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
            end={<KeychainMark mark={parts.markOf(form.cwd)} />}
          />
        )}
        <TimeoutField form={form} dispatch={dispatch} disabled={review.busy} />
      </div>
    </fieldset>
  );
  return {
    form,
    body,
    status: review.busy ? words.waiting : missing === undefined ? '' : problemSentence(missing),
    busy: review.busy,
    ready: problems.length === 0,
    reviewLabel: stdio ? words.reviewCommand : words.reviewAddress,
    submit,
  };
}
