import { homedir } from 'node:os';
import { expandEnvironment } from '../../../mcp/config/resolve-definition.ts';
import { environmentFor } from '../../../mcp/config/server-secrets.ts';
import { openCommandSignIns, targetOf } from './command-sign-ins.ts';
import type { SignInTarget } from './command-sign-ins.ts';
import { CommandFailure, UsageError } from './command-errors.ts';
import { writeJson, writeLines } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import { common, parseArguments, takeWords, text } from './parse-arguments.ts';
import { openServerRecords, recordNamed } from './profile-servers.ts';
import { withInterrupt } from './with-interrupt.ts';

const options = { ...common, account: text, 'client-id': text, scope: text } as const;

interface Named {
  readonly name: string;
  readonly target: SignInTarget;
}

/** `parley mcp login NAME`: prints the page, waits for its answer on a loopback address, and keeps the tokens where the app keeps them. */
export async function logIn(command: Subcommand): Promise<void> {
  const { name, target, isJson } = await readTarget(command, 'parley mcp login');
  const signIns = await openCommandSignIns(command);
  const { notices } = command.own;
  try {
    if (signIns.reason !== undefined)
      notices.write(
        `There is no keychain (${signIns.reason}), so the sign-in is kept in a file of the profile that only you can read.\n`,
      );
    const isNew = await withInterrupt(command.own, async (signal) => {
      const signIn = await Promise.race([signIns.signIn(target), interrupted(signal)]);
      if (signIn.authUrl === undefined) return false;
      notices.write(`Open this page to sign in to ${name}. Ctrl-C gives up.\n\n`);
      // Alone on its line, so that a terminal makes it a link and a program can take it.
      notices.write(`${signIn.authUrl}\n\n`);
      await Promise.race([signIn.done, interrupted(signal)]);
      return true;
    });
    if (isJson) await writeJson(command, { signedIn: true, url: target.url, isNew });
    else
      await writeLines(command, [
        isNew ? `Signed in to ${name}.` : `Already signed in to ${name}.`,
      ]);
  } catch (failure) {
    if (failure instanceof Error && failure.name === 'OAuthFailure')
      throw new CommandFailure(failure.message, { cause: failure });
    throw failure;
  } finally {
    await signIns.dispose();
  }
}

/** `parley mcp logout NAME`: ends the sign-in for the app as well. */
export async function logOut(command: Subcommand): Promise<void> {
  const { name, target, isJson } = await readTarget(command, 'parley mcp logout');
  const signIns = await openCommandSignIns(command);
  try {
    const wasSignedIn = (await signIns.accounts(target.url)).includes(target.account);
    await signIns.authOf(target).signOut();
    if (isJson) await writeJson(command, { signedOut: wasSignedIn, url: target.url });
    else
      await writeLines(command, [
        wasSignedIn ? `Signed out of ${name}.` : `There was no sign-in to ${name}.`,
      ]);
  } finally {
    await signIns.dispose();
  }
}

async function readTarget(
  command: Subcommand,
  topic: string,
): Promise<Named & { readonly isJson: boolean }> {
  const { values, words } = parseArguments(command.args, options, topic);
  const { name } = takeWords(words, ['name'], topic);
  const found = await targetNamed(command, name);
  const { account, scope, 'client-id': clientId } = values;
  return {
    name: found.name,
    isJson: values.json === true,
    target: {
      ...found.target,
      ...(account === undefined ? {} : { account }),
      ...(scope === undefined ? {} : { scope }),
      ...(clientId === undefined ? {} : { clientId }),
    },
  };
}

/** A stored server by its name, or any by its address. */
async function targetNamed(command: Subcommand, name: string): Promise<Named> {
  const clientSecret = command.own.environment['PARLEY_MCP_CLIENT_SECRET'] || undefined;
  if (/^https?:\/\//i.test(name) && URL.canParse(name))
    return { name, target: { url: name, account: '', clientSecret } };
  const store = await openServerRecords(command);
  const record = recordNamed(store.records, name);
  const { definition } = record;
  if (!('url' in definition))
    throw new UsageError(
      `“${record.name}” is no server behind an address, so there is nothing to sign in to.`,
    );
  const { environment } = command.own;
  const url = expandEnvironment(
    definition.url,
    environmentFor(record.settings, { environment, home: homedir() }),
  );
  if (!URL.canParse(url))
    throw new UsageError(`The address ${url} of “${record.name}” has a variable without a value.`);
  return { name: record.name, target: targetOf(command, record, url) };
}

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
