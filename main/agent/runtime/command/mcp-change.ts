import { quotePosix } from '../../../../shared/mcp/command-line.ts';
import type { ServerDefinition } from '../../../../shared/mcp/server-config.ts';
import { serverDraft, serverSettings } from '../../../../shared/mcp/server-config.ts';
import { systemClock } from '../../../lib/clock.ts';
import { newRecord } from '../../../mcp/hub/new-record.ts';
import { UsageError } from './command-errors.ts';
import { openCommandSignIns, targetOf } from './command-sign-ins.ts';
import { writeJson, writeLines } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import { serverJson, targetText } from './mcp-list.ts';
import { common, list, parseArguments, takeWords, text } from './parse-arguments.ts';
import { forgetSecrets, openServerRecords, recordNamed, scopeOf } from './profile-servers.ts';

const addOptions = {
  ...common,
  transport: text,
  env: { ...list, short: 'e' },
  header: { ...list, short: 'H' },
  cwd: text,
  scope: text,
  folder: text,
  'start-timeout': text,
} as const;
type AddValues = ReturnType<typeof parseArguments<typeof addOptions>>['values'];

/** `parley mcp add NAME -- COMMAND ARGS` or `parley mcp add NAME URL`. Who types it has seen what will run: it counts as agreed to. */
export async function addServer(command: Subcommand): Promise<void> {
  const topic = 'parley mcp add';
  const { values, words } = parseArguments(command.args, addOptions, topic);
  const [name, first, ...rest] = words;
  if (name === undefined || first === undefined)
    throw new UsageError(`${topic} needs a name and an address or command. See ${topic} --help.`);
  const definition = definitionOf(values, first, rest);
  const draft = serverDraft.safeParse({
    name,
    definition,
    ...(values['start-timeout'] === undefined
      ? {}
      : { startTimeoutMs: Number(values['start-timeout']) * 1_000 }),
  });
  if (!draft.success) {
    const [issue] = draft.error.issues;
    throw new UsageError(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const scope = await scopeOf(command, values.scope, values.folder);
  const store = await openServerRecords(command);
  const { records } = store;
  const small = draft.data.name.toLowerCase();
  if (records.some((one) => one.name.toLowerCase() === small || one.key === small))
    throw new UsageError(
      `There is a server “${draft.data.name}” already. Choose another name, or first parley mcp remove ${quotePosix(draft.data.name)}.`,
    );
  const record = newRecord(
    { ...draft.data, settings: serverSettings.parse({ scope }) },
    records,
    new Set(records.map(({ key }) => key)),
    systemClock.now(),
  );
  await store.put(record);
  if (values.json === true) return writeJson(command, serverJson(record));
  const where = scope.kind === 'user' ? 'all folders' : scope.folder;
  return writeLines(command, [
    `Added “${record.name}” (${record.key}) for ${where}: ${targetText(record)}`,
    `Try it: parley mcp test ${record.key}`,
  ]);
}

function definitionOf(values: AddValues, first: string, rest: readonly string[]): ServerDefinition {
  const isAddress = /^https?:\/\//i.test(first);
  const transport = values.transport ?? (isAddress ? 'http' : 'stdio');
  if (transport === 'stdio') {
    if (isAddress) throw new UsageError('An address needs --transport http or sse.');
    if (values.header) throw new UsageError('--header is for addresses; a command takes --env.');
    return {
      type: 'stdio',
      command: first,
      args: [...rest],
      env: pairs('--env', values.env, '=', 'NAME=VALUE'),
      ...(values.cwd === undefined ? {} : { cwd: values.cwd }),
    };
  }
  if (transport !== 'http' && transport !== 'sse')
    throw new UsageError(`--transport cannot be ${JSON.stringify(transport)}: stdio, http or sse.`);
  if (rest[0] !== undefined)
    throw new UsageError(`${JSON.stringify(rest[0])} is one word too many behind an address.`);
  if (values.env) throw new UsageError('--env is for commands; an address takes --header.');
  return {
    type: transport,
    url: first,
    headers: pairs('--header', values.header, ':', '"NAME: VALUE"'),
  };
}

function pairs(
  option: string,
  given: readonly string[] | undefined,
  sign: string,
  form: string,
): Record<string, string> {
  return Object.fromEntries(
    (given ?? []).map((one) => {
      const at = one.indexOf(sign);
      // The value may be a secret, so it is not repeated.
      if (at < 1) throw new UsageError(`${option} is written ${form}.`);
      return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
    }),
  );
}

/** `parley mcp remove NAME`: the record, what the keychain holds for it, and sign-ins that no other server has. */
export async function removeServer(command: Subcommand): Promise<void> {
  const topic = 'parley mcp remove';
  const { values, words } = parseArguments(command.args, common, topic);
  const { name } = takeWords(words, ['name'], topic);
  const store = await openServerRecords(command);
  const record = recordNamed(store.records, name);
  if (record.definition.type === 'builtin')
    throw new UsageError(`“${record.name}” is built in and cannot be removed.`);
  await store.remove(record.id);
  await forgetSecrets(command, record);
  const { definition } = record;
  if ('url' in definition && URL.canParse(definition.url)) {
    const { url } = definition;
    const isShared = store.records.some(
      (one) => 'url' in one.definition && one.definition.url === url,
    );
    if (!isShared) await signOutOf(command, url, targetOf(command, record, url));
  }
  return values.json === true
    ? writeJson(command, { removed: record.id })
    : writeLines(command, [`Removed “${record.name}” (${record.key}).`]);
}

async function signOutOf(
  command: Subcommand,
  url: string,
  target: ReturnType<typeof targetOf>,
): Promise<void> {
  const signIns = await openCommandSignIns(command);
  try {
    for (const account of await signIns.accounts(url))
      await signIns.authOf({ ...target, account }).signOut();
  } finally {
    await signIns.dispose();
  }
}
