import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  archiveSession,
  deleteSession,
  getSessionMessages,
  listSessions,
  renameSession,
  tagSession,
} from '../../sdk/sessions/index.ts';
import type { SessionInfo } from '../../sdk/sessions/index.ts';
import { UsageError } from './command-errors.ts';
import { confirm, writeJson, writeLines, writeText } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import {
  actionAndRest,
  common,
  flag,
  nearestWord,
  parseArguments,
  takeWords,
  text,
} from './parse-arguments.ts';
import { sessionNamed } from './named-session.ts';
import { conversationHtml, conversationJson, conversationMarkdown } from './session-text.ts';
import { plain, plainLine } from './tool-lines.ts';

/** What is missing where these words are. */
const ID = { id: 'the id of a session', title: 'a title', name: 'a tag' };

type Run = (command: Subcommand) => Promise<void>;

const actions: Readonly<Record<string, Run>> = {
  list,
  show,
  rename,
  tag,
  archive,
  delete: remove,
  export: exportSession,
};

/** `parley sessions …`: the stored sessions of the profile, which app and SDK have as well. */
export async function runSessions(command: Subcommand): Promise<void> {
  const [action = 'list', ...args] = actionAndRest(command.args);
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (run) return run({ ...command, args });
  const near = nearestWord(action, Object.keys(actions));
  throw new UsageError(
    `There is no parley sessions ${action}.${near === undefined ? '' : ` Did you mean ${near}?`} See parley sessions --help.`,
  );
}

async function list(command: Subcommand): Promise<void> {
  const topic = 'parley sessions list';
  const definitions = { ...common, folder: text, tag: text, archived: flag, limit: text } as const;
  const { values, words } = parseArguments(command.args, definitions, topic);
  takeWords(words, [], topic);
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throw new UsageError(`--limit cannot be ${JSON.stringify(values.limit)}: a number above 0.`);
  const { folder } = values;
  const sessions = await listSessions({
    configRoot: command.configRoot,
    includeArchived: values.archived === true,
    ...(folder === undefined ? {} : { folder: resolve(command.own.folder, folder) }),
    ...(values.tag === undefined ? {} : { tag: values.tag }),
    ...(limit === undefined ? {} : { limit }),
  });
  if (values.json === true) return writeJson(command, sessions);
  const lines = sessions.map(sessionLine);
  return writeLines(command, lines.length > 0 ? lines : ['No sessions.']);
}

function sessionLine(session: SessionInfo): string {
  return [
    session.sessionId,
    new Date(session.lastModified).toISOString().slice(0, 16).replace('T', ' '),
    plain(session.title) || '(without a message)',
    ...(session.folder === null ? [] : [session.folder]),
    ...(session.tag === undefined ? [] : [`#${plain(session.tag)}`]),
    ...(session.archived ? ['archived'] : []),
    ...(session.openIn === undefined ? [] : [`open in ${session.openIn}`]),
  ].join('  ');
}

async function show(command: Subcommand): Promise<void> {
  const topic = 'parley sessions show';
  const { values, words } = parseArguments(command.args, common, topic);
  const { id } = takeWords(words, ['id'], topic, ID);
  const session = await storedSession(command, id);
  const messages = await getSessionMessages(session.sessionId, { configRoot: command.configRoot });
  if (values.json === true) return writeJson(command, { ...session, messages });
  return writeLines(command, [
    sessionLine(session),
    '',
    ...conversationMarkdown(session, messages).split('\n').slice(2).map(plainLine),
    `Go on with it: parley -p "…" --resume ${session.sessionId}`,
  ]);
}

async function rename(command: Subcommand): Promise<void> {
  const topic = 'parley sessions rename';
  const { values, words } = parseArguments(command.args, { ...common, none: flag }, topic);
  const isNone = values.none === true;
  const { id, title = '' } = takeWords(words, isNone ? ['id'] : ['id', 'title'], topic, ID) as {
    id: string;
    title?: string;
  };
  const { sessionId } = await storedSession(command, id);
  await renameSession(sessionId, isNone ? null : title, { configRoot: command.configRoot });
  return done(command, values.json, sessionId, isNone ? 'has its own title again' : 'was renamed');
}

async function tag(command: Subcommand): Promise<void> {
  const topic = 'parley sessions tag';
  const { values, words } = parseArguments(command.args, { ...common, none: flag }, topic);
  const isNone = values.none === true;
  const { id, name = '' } = takeWords(words, isNone ? ['id'] : ['id', 'name'], topic, ID) as {
    id: string;
    name?: string;
  };
  const { sessionId } = await storedSession(command, id);
  await tagSession(sessionId, isNone ? null : name, { configRoot: command.configRoot });
  return done(command, values.json, sessionId, isNone ? 'has no tag any more' : 'has the tag');
}

async function archive(command: Subcommand): Promise<void> {
  const topic = 'parley sessions archive';
  const { values, words } = parseArguments(command.args, { ...common, undo: flag }, topic);
  const { id } = takeWords(words, ['id'], topic, ID);
  const { sessionId } = await storedSession(command, id);
  const archived = values.undo !== true;
  await archiveSession(sessionId, { configRoot: command.configRoot, archived });
  return done(command, values.json, sessionId, archived ? 'is archived' : 'is in the list again');
}

async function remove(command: Subcommand): Promise<void> {
  const topic = 'parley sessions delete';
  const definitions = { ...common, yes: { ...flag, short: 'y' } } as const;
  const { values, words } = parseArguments(command.args, definitions, topic);
  const { id } = takeWords(words, ['id'], topic, ID);
  const session = await storedSession(command, id);
  const question = `Delete ${session.sessionId} (${plain(session.title)}) for good?`;
  if (values.yes !== true && !(await confirm(command, question)))
    throw new UsageError('Nothing was deleted. Say yes, or give --yes.');
  await deleteSession(session.sessionId, { configRoot: command.configRoot });
  return done(command, values.json, session.sessionId, 'was deleted');
}

async function exportSession(command: Subcommand): Promise<void> {
  const topic = 'parley sessions export';
  const definitions = { ...common, format: text, output: { ...text, short: 'o' } } as const;
  const { values, words } = parseArguments(command.args, definitions, topic);
  const { id } = takeWords(words, ['id'], topic, ID);
  const format = values.format ?? (values.json === true ? 'json' : 'markdown');
  if (format !== 'markdown' && format !== 'json' && format !== 'html')
    throw new UsageError(`--format cannot be ${JSON.stringify(format)}: markdown, html or json.`);
  const session = await storedSession(command, id);
  const messages = await getSessionMessages(session.sessionId, { configRoot: command.configRoot });
  const content =
    format === 'json'
      ? conversationJson(session, messages)
      : format === 'html'
        ? await conversationHtml(session, messages)
        : conversationMarkdown(session, messages);
  if (values.output === undefined) return writeText(command.output, content);
  const path = resolve(command.own.folder, values.output);
  // A file that is there is somebody's.
  await writeFile(path, content, { flag: 'wx', mode: 0o600 }).catch((failure: unknown) => {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EEXIST')
      throw new UsageError(`${path} exists already. Choose another name.`);
    throw failure;
  });
  return writeLines(command, [path]);
}

async function storedSession({ configRoot }: Subcommand, id: string): Promise<SessionInfo> {
  const sessions = await listSessions({ configRoot, includeArchived: true });
  return sessionNamed(sessions, ({ sessionId }) => sessionId, id);
}

function done(
  command: Subcommand,
  isJson: boolean | undefined,
  sessionId: string,
  what: string,
): Promise<void> {
  return isJson === true
    ? writeJson(command, { sessionId, done: true })
    : writeLines(command, [`${sessionId} ${what}.`]);
}
