import { access, constants, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { systemClock } from '../../../lib/clock.ts';
import { findCommand } from '../../../lib/find-command.ts';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { sortEntries } from '../../../mcp/config/server-store.ts';
import { parseServersText } from '../../../mcp/config/servers-file.ts';
import { isTrusted } from '../../../mcp/hub/trust.ts';
import { openCredentialStore } from '../../../mcp/oauth/open-credential-store.ts';
import { folderOffer } from '../../../storage/folder-offer.ts';
import { listTranscripts } from '../../../storage/transcript/list-transcripts.ts';
import { TrustedFolders } from '../../../storage/trusted-folders.ts';
import { findRipgrep } from '../../../lib/find-ripgrep.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { parseSettings, readSettingsFile } from '../settings/settings-file.ts';
import { exitCodes } from './command-errors.ts';
import { writeJson, writeLines } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import { common, parseArguments, takeWords } from './parse-arguments.ts';

type Result = 'ok' | 'note' | 'failed';

interface Check {
  readonly name: string;
  readonly result: Result;
  /** What was found, and for what is not as it should be, what to do. */
  readonly found: string;
}

const OLDEST_NODE = [20, 19] as const;

/** `parley doctor`: looks at everything that sessions need, and starts none of it. Exit code 1 when something must be mended. */
export async function runDoctor(command: Subcommand): Promise<number> {
  const topic = 'parley doctor';
  const { values, words } = parseArguments(command.args, common, topic);
  takeWords(words, [], topic);
  const looks: readonly [string, (command: Subcommand) => Promise<Omit<Check, 'name'>>][] = [
    ['program', program],
    ['profile', profile],
    ['settings', settings],
    ['servers', servers],
    ['sign-ins', signIns],
    ['model', model],
    ['sessions', sessions],
    ['search', search],
    ['commands', commands],
    ['folder', folder],
  ];
  const checks: Check[] = [];
  for (const [name, look] of looks) {
    const found = await look(command).catch((failure: unknown) => failed(messageOf(failure)));
    checks.push({ name, ...found });
  }
  const isFine = checks.every(({ result }) => result !== 'failed');
  if (values.json === true) await writeJson(command, { ok: isFine, checks });
  else
    await writeLines(
      command,
      checks.map(({ name, result, found }) => `${result.padEnd(7)} ${name.padEnd(9)} ${found}`),
    );
  return isFine ? exitCodes.success : exitCodes.failed;
}

const ok = (found: string): Omit<Check, 'name'> => ({ result: 'ok', found });
const note = (found: string): Omit<Check, 'name'> => ({ result: 'note', found });
const failed = (found: string): Omit<Check, 'name'> => ({ result: 'failed', found });

async function program(): Promise<Omit<Check, 'name'>> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  const what = `Parley ${RUNTIME_VERSION} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`;
  return major > oldMajor || (major === oldMajor && minor >= oldMinor)
    ? ok(what)
    : failed(`${what} Node ${OLDEST_NODE.join('.')} or newer is needed.`);
}

async function profile({ configRoot }: Subcommand): Promise<Omit<Check, 'name'>> {
  const found = await stat(configRoot).catch(ifThere);
  if (!found) return ok(`${configRoot} is made when it is first needed.`);
  await access(configRoot, constants.R_OK | constants.W_OK);
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  return isOpen
    ? note(`${configRoot} can be read by others on this machine. Run chmod 700 on it.`)
    : ok(configRoot);
}

async function settings({ own }: Subcommand): Promise<Omit<Check, 'name'>> {
  const path = profilePaths(own.environment).settingsFile;
  const value = await readSettingsFile(path);
  if (!value) return ok('None, so everything is as it is by default.');
  const { problems } = parseSettings(value, path);
  return problems.length === 0 ? ok(path) : failed(problems.join(' '));
}

/** What is not there is nothing to complain about. */
function ifThere(failure: unknown): undefined {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return undefined;
  throw failure;
}

/** Reads the file without opening it for changes: a mistake in it stays where it is and is told. */
async function servers({ own }: Subcommand): Promise<Omit<Check, 'name'>> {
  const path = profilePaths(own.environment).serversFile;
  const text = await readFile(path, 'utf8').catch(ifThere);
  const { entries, mistake } =
    text === undefined ? { entries: [], mistake: undefined } : parseServersText(text);
  if (!entries) return failed(`${path}: ${mistake ?? 'It cannot be used.'}`);
  const { records, broken } = sortEntries(entries);
  if (broken.length > 0)
    return failed(`${path}: ${broken.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}`);
  const usable = records.filter((record) => record.enabled && isTrusted(record));
  const waiting = records.filter((record) => record.enabled && !isTrusted(record));
  const what = `${String(records.length)} kept, ${String(usable.length)} in use.`;
  return waiting.length === 0
    ? ok(what)
    : note(`${what} Not reviewed yet: ${waiting.map(({ key }) => key).join(', ')}.`);
}

async function signIns({ configRoot }: Subcommand): Promise<Omit<Check, 'name'>> {
  const { store, reason } = await openCredentialStore({
    configRoot,
    withoutKeychain: 'file',
    isProfile: true,
    clock: systemClock,
    log: () => undefined,
  });
  return store.backend === 'keychain'
    ? ok("Kept with the system's keychain.")
    : note(
        `There is no keychain (${reason ?? ''}); sign-ins are kept in a file that only you can read.`,
      );
}

async function model({ own }: Subcommand): Promise<Omit<Check, 'name'>> {
  const there = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'].filter(
    (name) => own.environment[name],
  );
  return there.length > 0
    ? ok(`${there.join(' and ')} is set.`)
    : note('No key of a model service is set, so parley -p uses the offline planner.');
}

async function sessions({ configRoot }: Subcommand): Promise<Omit<Check, 'name'>> {
  const found = await listTranscripts(configRoot);
  return ok(`${String(found.length)} stored in ${join(configRoot, 'projects')}.`);
}

async function search(): Promise<Omit<Check, 'name'>> {
  const path = findRipgrep();
  return path === undefined
    ? note('ripgrep was not found, so files are searched by a slower way of our own.')
    : ok(path);
}

async function commands({ own }: Subcommand): Promise<Omit<Check, 'name'>> {
  const missing: string[] = [];
  for (const name of ['node', 'npx', 'git']) {
    const { path } = await findCommand(name, own.folder, own.environment);
    if (path === null) missing.push(name);
  }
  return missing.length === 0
    ? ok('node, npx and git are there.')
    : note(`Not found in PATH: ${missing.join(', ')}. Servers that need them do not start.`);
}

async function folder({ own, configRoot }: Subcommand): Promise<Omit<Check, 'name'>> {
  const { files } = await folderOffer(own.folder);
  if (files.length === 0) return ok(`${own.folder} has no settings or servers of its own.`);
  return (await new TrustedFolders(configRoot).has(own.folder))
    ? ok(`${own.folder} is trusted; it brings ${files.join(', ')}.`)
    : note(`${own.folder} brings ${files.join(', ')}, not used before parley trust.`);
}
