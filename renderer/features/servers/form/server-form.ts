import type { CallArgs } from '../../../../shared/ipc/registry.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { PublicDefinition, ServerState } from '../../../../shared/mcp/server-state.ts';
import type { CommandProposal } from '../../../../shared/mcp/command-line.ts';

export type Transport = 'stdio' | 'http' | 'sse';

/** One argument; `id` stays while it moves. */
export interface ArgumentRow {
  readonly id: number;
  readonly text: string;
}

/** A name and a value. `stored`: main has a value under this name, which stays unless it is replaced here. */
export interface ValueRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly stored: boolean;
  /** What the person chose; absent: what looks like a secret goes to the keychain. */
  readonly keychain?: boolean;
}

export type ValueList = 'env' | 'headers';

/** What is typed into the add and edit dialog. The lists of the other transport are kept, so that switching back loses nothing. */
export interface ServerForm {
  readonly name: string;
  readonly transport: Transport;
  readonly command: string;
  readonly args: readonly ArgumentRow[];
  readonly env: readonly ValueRow[];
  readonly cwd: string;
  readonly url: string;
  readonly caFile: string;
  readonly headers: readonly ValueRow[];
  readonly startTimeoutMs: number;
  /** Address for which stored header values were entered; null for a new server. */
  readonly storedUrl: string | null;
  /** Keys of the JSON view that Parley does not know. */
  readonly extras: JsonObject;
  readonly nextId: number;
}

export type ServerFormAction =
  | {
      readonly type: 'text';
      readonly field: 'name' | 'command' | 'cwd' | 'url' | 'caFile';
      readonly text: string;
    }
  | { readonly type: 'transport'; readonly transport: Transport }
  | { readonly type: 'timeout'; readonly startTimeoutMs: number }
  | { readonly type: 'argument-text'; readonly id: number; readonly text: string }
  /** Puts rows behind `after`, at the end when it is null. */
  | {
      readonly type: 'argument-insert';
      readonly after: number | null;
      readonly texts: readonly string[];
    }
  | { readonly type: 'argument-remove'; readonly id: number }
  | { readonly type: 'argument-move'; readonly id: number; readonly by: -1 | 1 }
  | { readonly type: 'value-add'; readonly list: ValueList }
  | {
      readonly type: 'value-name';
      readonly list: ValueList;
      readonly id: number;
      readonly name: string;
    }
  | {
      readonly type: 'value-text';
      readonly list: ValueList;
      readonly id: number;
      readonly value: string;
    }
  /** Forgets the stored value of a row, which then wants a new one. */
  | { readonly type: 'value-replace'; readonly list: ValueList; readonly id: number }
  | { readonly type: 'value-remove'; readonly list: ValueList; readonly id: number }
  | {
      readonly type: 'value-keychain';
      readonly list: ValueList;
      readonly id: number;
      readonly keychain: boolean;
    }
  | { readonly type: 'proposal'; readonly proposal: CommandProposal }
  /** Takes over what was typed as JSON. */
  | { readonly type: 'form'; readonly form: ServerForm };

const DEFAULT_START_TIMEOUT_MS = 60_000;
/** Choices of "First start may take", in ms. */
export const startTimeouts = [30_000, 60_000, 120_000, 300_000, 600_000] as const;

export const emptyForm: ServerForm = {
  name: '',
  transport: 'stdio',
  command: '',
  args: [],
  env: [],
  cwd: '',
  url: '',
  caFile: '',
  headers: [],
  startTimeoutMs: DEFAULT_START_TIMEOUT_MS,
  storedUrl: null,
  extras: {},
  nextId: 1,
};

/** The form of a server that is stored. Values of environment and headers never come here: their rows are `stored`. */
export function formFromServer(server: ServerState): ServerForm {
  const base = { ...emptyForm, name: server.name, startTimeoutMs: server.startTimeoutMs };
  const definition: PublicDefinition = server.definition;
  const storedRows = (names: readonly string[]): ValueRow[] =>
    names.map((name, index) => ({ id: index + 1, name, value: '', stored: true }));
  switch (definition.type) {
    case 'stdio': {
      const first = definition.envNames.length + 1;
      return {
        ...base,
        command: definition.command,
        args: definition.args.map((text, index) => ({ id: first + index, text })),
        env: storedRows(definition.envNames),
        cwd: definition.cwd ?? '',
        nextId: first + definition.args.length,
      };
    }
    case 'http':
    case 'sse':
      return {
        ...base,
        transport: definition.type,
        url: definition.url,
        caFile: definition.caFile ?? '',
        headers: storedRows(definition.headerNames),
        storedUrl: definition.url,
        nextId: definition.headerNames.length + 1,
      };
    case 'builtin':
      return base;
  }
}

function moved<T extends { readonly id: number }>(
  rows: readonly T[],
  id: number,
  by: -1 | 1,
): readonly T[] {
  const from = rows.findIndex((row) => row.id === id);
  const row = rows[from];
  const to = from + by;
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

function changeRow<T extends { readonly id: number }>(
  rows: readonly T[],
  id: number,
  change: Partial<T>,
): readonly T[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}

function insertArguments(
  form: ServerForm,
  after: number | null,
  texts: readonly string[],
): ServerForm {
  const rows = texts.map((text, index) => ({ id: form.nextId + index, text }));
  const found = form.args.findIndex((row) => row.id === after);
  const at = found < 0 ? form.args.length : found + 1;
  return { ...form, args: form.args.toSpliced(at, 0, ...rows), nextId: form.nextId + rows.length };
}

/** Takes a split command line over: command and arguments are replaced, variables added or replaced by name. */
function takeProposal(form: ServerForm, proposal: CommandProposal): ServerForm {
  const names = new Set(proposal.env.map((entry) => entry.name));
  const kept = form.env.filter((row) => !names.has(row.name));
  const added = proposal.env.map((entry, index) => ({
    id: form.nextId + index,
    ...entry,
    stored: false,
  }));
  return insertArguments(
    {
      ...form,
      command: proposal.command,
      args: [],
      env: [...kept, ...added],
      nextId: form.nextId + added.length,
    },
    null,
    proposal.args,
  );
}

function changeValues(
  form: ServerForm,
  action: Extract<ServerFormAction, { list: ValueList }>,
): ServerForm {
  const rows = form[action.list];
  switch (action.type) {
    case 'value-add':
      return {
        ...form,
        [action.list]: [...rows, { id: form.nextId, name: '', value: '', stored: false }],
        nextId: form.nextId + 1,
      };
    case 'value-name':
      return { ...form, [action.list]: changeRow(rows, action.id, { name: action.name }) };
    case 'value-text':
      return { ...form, [action.list]: changeRow(rows, action.id, { value: action.value }) };
    case 'value-replace':
      return { ...form, [action.list]: changeRow(rows, action.id, { stored: false, value: '' }) };
    case 'value-keychain':
      return {
        ...form,
        [action.list]: changeRow(rows, action.id, { keychain: action.keychain }),
      };
    case 'value-remove':
      return { ...form, [action.list]: rows.filter((row) => row.id !== action.id) };
  }
}

/** The next form. Pure. */
export function serverFormReducer(form: ServerForm, action: ServerFormAction): ServerForm {
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.text };
    case 'transport':
      return { ...form, transport: action.transport };
    case 'timeout':
      return { ...form, startTimeoutMs: action.startTimeoutMs };
    case 'argument-text':
      return { ...form, args: changeRow(form.args, action.id, { text: action.text }) };
    case 'argument-insert':
      return insertArguments(form, action.after, action.texts);
    case 'argument-remove':
      return { ...form, args: form.args.filter((row) => row.id !== action.id) };
    case 'argument-move':
      return { ...form, args: moved(form.args, action.id, action.by) };
    case 'proposal':
      return takeProposal(form, action.proposal);
    case 'form':
      return action.form;
    default:
      return changeValues(form, action);
  }
}

/** True when stored header values may not be kept: they were entered for another origin. */
export function headersLeaveOrigin(form: ServerForm): boolean {
  return form.storedUrl !== null && originOf(form.url) !== originOf(form.storedUrl);
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

export type ServerSubmission = Pick<CallArgs<'servers.update'>[0], 'draft'> & {
  readonly keepEnv: string[];
  readonly keepHeaders: string[];
  readonly keychain?: NonNullable<CallArgs<'servers.update'>[0]['keychain']>;
};

/** What goes to main. Only for a form without problems; empty value rows without a name are left out. */
export function submission(form: ServerForm): ServerSubmission {
  const named = (rows: readonly ValueRow[]): readonly ValueRow[] =>
    rows.filter((row) => row.name !== '' || row.stored);
  const values = (rows: readonly ValueRow[]): Record<string, string> =>
    Object.fromEntries(
      named(rows)
        .filter((row) => !row.stored)
        .map((row) => [row.name, row.value]),
    );
  const kept = (rows: readonly ValueRow[]): string[] =>
    rows.filter((row) => row.stored).map((row) => row.name);
  const chosen = (list: ValueList): Pick<ServerSubmission, 'keychain'> => {
    const choices = named(form[list]).flatMap(({ name, stored, keychain }) =>
      stored || keychain === undefined ? [] : [[name, keychain] as const],
    );
    return choices.length === 0 ? {} : { keychain: { [list]: Object.fromEntries(choices) } };
  };
  const shared = { name: form.name.trim(), startTimeoutMs: form.startTimeoutMs };
  if (form.transport === 'stdio') {
    const cwd = form.cwd.trim();
    return {
      draft: {
        ...shared,
        definition: {
          type: 'stdio',
          command: form.command.trim(),
          args: form.args.map((row) => row.text),
          env: values(form.env),
          ...(cwd === '' ? {} : { cwd }),
        },
      },
      keepEnv: kept(form.env),
      keepHeaders: [],
      ...chosen('env'),
    };
  }
  const caFile = form.caFile.trim();
  return {
    draft: {
      ...shared,
      definition: {
        type: form.transport,
        url: form.url.trim(),
        headers: values(form.headers),
        ...(caFile === '' ? {} : { caFile }),
      },
    },
    keepEnv: [],
    keepHeaders: kept(form.headers),
    ...chosen('headers'),
  };
}
