import { useReducer, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useKeyMatch } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import type { CallArgs } from '../../../../shared/ipc/registry.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { serverKeyFromName } from '../../../../shared/lib/server-key.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FormBody } from './form-body.tsx';
import type { StoredNames } from './form-json.ts';
import { formProblems, problemSentence, type FormProblem } from './form-problems.ts';
import { FormSource } from './form-source.tsx';
import { serverFormReducer, submission } from './server-form.ts';
import type { ServerForm, ServerFormAction, ValueList, ValueRow } from './server-form.ts';
import { useStoredVariables, useVariables } from './use-variables.ts';
import {
  storedMark,
  storedProblems,
  variableMark,
  variableProblems,
  type VariableMark,
} from './variable-problems.ts';

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
  readonly storedMarkOf: (list: ValueList, name: string) => VariableMark | undefined;
  readonly hasKeychain: boolean;
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
  const [asJson, setAsJson] = useState(false);
  const [mistake, setMistake] = useState<string | undefined>(undefined);
  const hasKeychain = useAppData((data) => data.info?.secretStorage === 'keychain');
  const isSet = useVariables(form, { serverId: server?.id, scope });
  const kept = useStoredVariables(server?.id);
  const problems = [
    ...formProblems(form, platform),
    ...variableProblems(form, isSet),
    ...storedProblems(form, kept),
  ];
  const ready = problems.length === 0 && mistake === undefined;

  const review = useAction(async () => {
    const { draft, keychain, ...keep } = submission(form);
    const choice = keychain === undefined ? {} : { keychain };
    const offered = scope === undefined ? {} : { scope };
    const answer =
      server === null
        ? await ipc.call('servers.add', { ...draft, ...offered, ...choice })
        : await ipc.call('servers.update', { serverId: server.id, draft, ...keep, ...choice });
    if (answer.outcome === 'cancelled') setCancelled(true);
    else onStarted(answer.serverId ?? server?.id ?? '');
  });
  const submit = () => {
    if (!ready) return;
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
    storedMarkOf: (list, name) => storedMark(kept, list, name),
    hasKeychain,
    touch: (field) => setTouched((before) => new Set([...before, field])),
    focusRow,
  };
  const matches = useKeyMatch();
  const press = (event: KeyboardEvent) => {
    if (!matches(event, 'answer.submit')) return;
    if (isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };
  const missing = problems[0];
  const sentence = mistake ?? (missing === undefined ? '' : problemSentence(missing));

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
      {asJson ? (
        <FormSource
          form={form}
          stored={storedNames(initial)}
          mistake={mistake}
          onForm={(next) => dispatch({ type: 'form', form: next })}
          onMistake={setMistake}
        />
      ) : (
        <FormBody
          {...parts}
          autoFocus={server !== null}
          keyNote={
            server === null
              ? words.keyNote(serverKeyFromName(form.name, takenKeys))
              : words.keyStays(server.key)
          }
          busy={review.busy}
          onFocusRow={setFocusRow}
          onJson={() => setAsJson(true)}
        />
      )}
      {asJson && (
        <LinkButton
          className="self-end"
          disabled={mistake !== undefined}
          onClick={() => setAsJson(false)}
        >
          {serverSetupTexts.json.back}
        </LinkButton>
      )}
    </fieldset>
  );
  return {
    form,
    body,
    status: review.busy ? words.waiting : sentence,
    busy: review.busy,
    ready,
    reviewLabel: form.transport === 'stdio' ? words.reviewCommand : words.reviewAddress,
    submit,
  };
}

/** The values that main holds for the server that is edited. */
function storedNames(form: ServerForm): StoredNames {
  const names = (rows: readonly ValueRow[]): readonly string[] =>
    rows.filter(({ stored }) => stored).map(({ name }) => name);
  return { env: names(form.env), headers: names(form.headers) };
}
