import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { initializeRequest } from '../../../../shared/agent/frames.ts';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { systemClock } from '../../../lib/clock.ts';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { transcriptNames } from '../../../storage/transcript/list-transcripts.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';
import { stderrLog } from '../host/stderr-log.ts';
import { createModel } from '../model/create-model.ts';
import { MissingKeyError } from '../model/model-contract.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { DailyTidying } from '../session/daily-tidying.ts';
import { Session } from '../session/session.ts';
import { connectServer } from '../tools/connect-server.ts';
import { TranscriptStateError } from '../transcript/open-transcript.ts';
import { TranscriptLockedError } from '../../../storage/transcript/transcript-lock.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ProviderChoice } from './choose-provider.ts';
import { CommandOutput } from './command-output.ts';
import { CommandFailure, CommandInterrupted, exitCodes, UsageError } from './command-errors.ts';
import { parseCommand } from './command-options.ts';
import type { PromptOptions } from './command-options.ts';
import { ownProcess, writeText } from './command-process.ts';
import type { CommandProcess } from './command-process.ts';
import { sessionNamed } from './named-session.ts';
import { helpText } from './help-text.ts';
import { readMcpConfig } from './mcp-config-file.ts';
import { runSubcommand } from './run-subcommand.ts';

/** The command `parley`. Resolves to the exit code; never rejects. */
export async function runCommand(
  args: readonly string[],
  output: Writable,
  own: CommandProcess = ownProcess(),
): Promise<number> {
  // A reader that went away, such as `head`, is no failure.
  for (const stream of [output, own.notices]) stream.on('error', () => undefined);
  try {
    const subcommand = await runSubcommand(args, output, own);
    if (subcommand !== undefined) return subcommand;
    const options = parseCommand(args, own.folder);
    if (options.action === 'prompt') return await runPrompt(options, output, own);
    await writeText(output, options.action === 'help' ? helpText : `${RUNTIME_VERSION}\n`);
    return exitCodes.success;
  } catch (error) {
    own.notices.write(`parley: ${messageOf(error)}\n`);
    return exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof TranscriptStateError) return exitCodes.usage;
  if (error instanceof MissingKeyError) return exitCodes.credentials;
  if (error instanceof CommandInterrupted) return exitCodes.interrupted;
  const isFailure =
    error instanceof CommandFailure ||
    error instanceof TranscriptLockedError ||
    (error instanceof Error && error.name === 'SessionLockedError');
  return isFailure ? exitCodes.failed : exitCodes.broken;
}

async function runPrompt(
  options: PromptOptions,
  output: Writable,
  own: CommandProcess,
): Promise<number> {
  const choice = chooseProvider(options, own.environment);
  const init = await initializeFrom(options, choice, own);
  const prompt = options.prompt === '-' ? await readAll(own.input) : options.prompt;
  if (prompt.trim() === '') throw new UsageError('The prompt is empty.');
  const printer = new CommandOutput(options.outputFormat, output, own.notices);
  if (choice.notice !== undefined) printer.notice(choice.notice);
  const session = await openSession(init, choice, printer, own).catch((error: unknown) => {
    throw nameKeyVariable(error, choice);
  });
  const ended = endOnSecondInterrupt(session, own);
  // Nobody reads any more what it does.
  output.once('error', () => session.interrupt());
  const { config_root: configRoot } = init;
  const { session_id: sessionId } = session.response;
  const tidying = new DailyTidying({ configRoot, sessionId, clock: systemClock });
  try {
    session.start();
    session.push({
      type: 'user',
      message: { role: 'user', content: prompt },
      parent_tool_use_id: null,
    });
    await Promise.race([session.idle(), ended.now]);
  } finally {
    await Promise.race([Promise.all([tidying.close(), session.close()]), ended.late]);
    ended.dispose();
  }
  const result = session.lastResult;
  if (!result) throw new Error('The session ended without a result.');
  await printer.result(result);
  if (result.subtype === 'interrupted') return exitCodes.interrupted;
  return result.is_error ? exitCodes.failed : exitCodes.success;
}

/** How long a session may take to end after the second Ctrl-C, in ms. */
const END_LIMIT_MS = 1_500;

/** The first Ctrl-C ends the turn and keeps what was said so far; the second ends everything, whatever hangs. */
function endOnSecondInterrupt(
  session: Session,
  own: CommandProcess,
): { readonly now: Promise<never>; readonly late: Promise<never>; readonly dispose: () => void } {
  let count = 0;
  let end = (): void => undefined;
  let giveUp = (): void => undefined;
  let cancel = (): void => undefined;
  const now = new Promise<never>((_resolve, reject) => {
    end = () => reject(new CommandInterrupted());
  });
  const late = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new CommandInterrupted());
  });
  for (const one of [now, late]) one.catch(() => undefined);
  const stopListening = own.onInterrupt(() => {
    count += 1;
    if (count === 1) {
      session.interrupt();
      own.notices.write('Interrupted. What runs is ended; Ctrl-C again ends at once.\n');
      return;
    }
    end();
    cancel();
    cancel = systemClock.after(END_LIMIT_MS, giveUp);
  });
  return {
    now,
    late,
    dispose: () => {
      stopListening();
      cancel();
    },
  };
}

/** Where a key comes from here, where there are no settings to enter it in. */
function nameKeyVariable(error: unknown, { provider, keyVariable }: ProviderChoice): unknown {
  if (!(error instanceof MissingKeyError) || keyVariable === undefined) return error;
  return new MissingKeyError(
    `${provider.label} needs a key and none is there. Set ${keyVariable} to it.`,
  );
}

function openSession(
  init: InitializeRequest,
  choice: ProviderChoice,
  printer: CommandOutput,
  own: CommandProcess,
): Promise<Session> {
  const log = stderrLog(own.notices, own.environment['PARLEY_DEBUG'] === '1');
  return Session.open(init, {
    credentials: {
      servers: {},
      ...(choice.apiKey === undefined ? {} : { modelKey: choice.apiKey }),
    },
    clock: systemClock,
    log,
    createModel,
    emit: (message) => {
      printer.message(message);
    },
    ask: () => Promise.reject(new Error('Nobody can be asked here.')),
    connect: (name, definition, signal, extras) =>
      connectServer(definition, signal, {
        ...extras,
        name,
        env: own.environment,
        cwd: init.cwd,
        clock: systemClock,
        log,
      }),
    program: 'parley',
  });
}

async function initializeFrom(
  options: PromptOptions,
  choice: ProviderChoice,
  own: CommandProcess,
): Promise<InitializeRequest> {
  const configRoot = profilePaths(own.environment).root;
  const resumed = await resumedSession(configRoot, options.resume);
  return initializeRequest.parse({
    subtype: 'initialize',
    session_id: resumed?.id ?? crypto.randomUUID(),
    resume: resumed !== undefined,
    cwd: (await existingFolder(options.cwd)) ?? resumed?.folder ?? own.folder,
    config_root: configRoot,
    model: choice.model,
    provider: choice.provider,
    permission_mode: options.permissionMode,
    allowed_tools: options.allowedTools,
    disallowed_tools: options.disallowedTools,
    strict_mcp_config: options.strictMcpConfig,
    ...(options.trust ? { setting_sources: ['user', 'project', 'local'] } : {}),
    servers: options.mcpConfig === undefined ? [] : await readMcpConfig(options.mcpConfig),
    ...(options.maxTurns === undefined ? {} : { max_turns: options.maxTurns }),
  });
}

/** The session to go on with, and the folder in which it worked. */
async function resumedSession(
  configRoot: string,
  start: string | undefined,
): Promise<{ readonly id: string; readonly folder: string | undefined } | undefined> {
  if (start === undefined) return undefined;
  const { id, path } = sessionNamed(await transcriptNames(configRoot), (one) => one.id, start);
  return { id, folder: (await readTranscript(path)).header?.cwd };
}

async function existingFolder(folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return folder;
  throw new UsageError(`--cwd: There is no folder ${folder}.`);
}

async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks).toString('utf8');
}
