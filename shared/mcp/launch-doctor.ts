import type { ServerFailure, ServerFailureCode, ServerState } from './server-state.ts';
import { text } from '../texts/catalogue.ts';
import { quotePosix, quotePowerShell, shellCommand } from './command-line.ts';

export type StepResult = 'ok' | 'bad' | 'skipped';

/** One thing that was tried when the server was started. */
export interface DoctorStep {
  readonly id: 'definition' | 'command' | 'folder' | 'process' | 'address' | 'handshake';
  readonly result: StepResult;
  readonly title: string;
  readonly facts: readonly string[];
  /** Exact text: a command, folders, lines of output. */
  readonly exact?: string;
}

const neverRan: ReadonlySet<ServerFailureCode> = new Set([
  'command-not-found',
  'not-executable',
  'working-folder-missing',
  'not-trusted',
]);
const words = text.servers.doctor;

/** The command as one would type it, without variables and folder. */
function commandText(server: ServerState, platform: string): string {
  const { definition } = server;
  if (definition.type !== 'stdio') return 'url' in definition ? definition.url : '';
  const quote = platform === 'win32' ? quotePowerShell : quotePosix;
  return [definition.command, ...definition.args]
    .map((word) => (platform === 'win32' && /^[\w@:./\\-]+$/.test(word) ? word : quote(word)))
    .join(' ');
}

/** The command to try in a terminal, null for servers that are no process. Values of variables are left out. */
export function serverShellCommand(server: ServerState, platform: string): string | null {
  const { definition, failure } = server;
  if (definition.type !== 'stdio') return null;
  const { command, args, envNames } = definition;
  return shellCommand({ command, args, envNames, cwd: failure?.cwd ?? definition.cwd }, platform);
}

export function doctorTitle(server: ServerState): string {
  const code = server.failure?.code ?? 'unknown';
  const command =
    server.failure?.command ??
    (server.definition.type === 'stdio' ? server.definition.command : '');
  switch (code) {
    case 'command-not-found':
    case 'not-executable':
      return words.title[code](command);
    default:
      return words.title[code];
  }
}

/** What was tried, in order, and where it ended. */
export function doctorSteps(server: ServerState, platform: string): readonly DoctorStep[] {
  const { failure, definition } = server;
  if (failure === undefined || definition.type === 'builtin') return [];
  const valid: DoctorStep = {
    id: 'definition',
    result: 'ok',
    title: words.definitionValid,
    facts: [],
    exact: commandText(server, platform),
  };
  if (definition.type !== 'stdio') return [valid, addressStep(failure), handshakeStep(failure)];
  const folder: DoctorStep[] =
    failure.code === 'working-folder-missing'
      ? [
          {
            id: 'folder',
            result: 'bad',
            title: words.folderMissing,
            facts: [],
            ...exactly([failure.cwd ?? definition.cwd ?? '']),
          },
        ]
      : [];
  return [
    valid,
    commandStep(failure, failure.command ?? definition.command),
    ...folder,
    processStep(failure),
    handshakeStep(failure),
  ];
}

function exactly(lines: readonly string[] | undefined): { exact?: string } {
  const joined = lines?.join('\n') ?? '';
  return joined === '' ? {} : { exact: joined };
}

function commandStep(failure: ServerFailure, command: string): DoctorStep {
  const searched = failure.pathSearched ?? [];
  if (failure.code === 'command-not-found') {
    return {
      id: 'command',
      result: 'bad',
      title: words.commandNotFound,
      facts:
        failure.pathSearched === undefined ? [] : [words.searchedFor(command, searched.length)],
      ...exactly(searched),
    };
  }
  if (failure.code === 'not-executable') {
    return {
      id: 'command',
      result: 'bad',
      title: words.commandNotRunnable,
      facts: [],
      ...exactly([failure.resolvedPath ?? command]),
    };
  }
  return failure.resolvedPath === undefined
    ? { id: 'command', result: 'skipped', title: words.commandUnknown, facts: [] }
    : {
        id: 'command',
        result: 'ok',
        title: words.commandFound,
        facts: [],
        exact: failure.resolvedPath,
      };
}

function endOf(failure: ServerFailure): readonly string[] {
  if (typeof failure.exitCode === 'number') return [words.exitCode(failure.exitCode)];
  if (typeof failure.signal === 'string') return [words.signal(failure.signal)];
  return failure.code === 'no-answer' ? [words.stillRan] : [];
}

function processStep(failure: ServerFailure): DoctorStep {
  const folder = failure.cwd === undefined ? [] : [words.folder(failure.cwd)];
  if (neverRan.has(failure.code)) {
    return {
      id: 'process',
      result: 'skipped',
      title: words.processNotTried,
      facts: [...folder, words.noExit],
    };
  }
  const stderr = failure.stderr ?? [];
  const ended = failure.code === 'exited-early';
  return {
    id: 'process',
    result: ended ? 'bad' : 'ok',
    title: ended ? words.processFailed : words.processStarted,
    facts: [
      ...folder,
      ...endOf(failure),
      stderr.length === 0 ? words.noStderr : words.lastStderr(stderr.length),
    ],
    ...exactly(stderr),
  };
}

function addressStep(failure: ServerFailure): DoctorStep {
  const reached = failure.code !== 'unreachable';
  return {
    id: 'address',
    result: failure.code === 'not-trusted' ? 'skipped' : reached ? 'ok' : 'bad',
    title:
      reached && failure.code !== 'not-trusted' ? words.addressReached : words.addressNotReached,
    facts: [],
  };
}

function handshakeStep(failure: ServerFailure): DoctorStep {
  const junk = failure.junk ?? [];
  const facts = junk.length === 0 ? [] : [words.junk(junk.length)];
  const step = (result: StepResult, title: string): DoctorStep => ({
    id: 'handshake',
    result,
    title,
    facts,
    ...exactly(junk),
  });
  if (neverRan.has(failure.code) || failure.code === 'unreachable') {
    return step('skipped', words.handshakeNotTried);
  }
  if (failure.code === 'connection-lost' || failure.code === 'crash-loop')
    return step('bad', words.connectionLost);
  return failure.code === 'no-answer' || failure.code === 'exited-early'
    ? step('bad', words.handshakeNoAnswer)
    : step('bad', words.handshakeFailed);
}

/** The whole story as plain text for a bug report. Values of variables and headers are not known here, so none is in it. */
export function doctorReport(server: ServerState, platform: string): string {
  const { failure, definition } = server;
  const report = words.report;
  const block = (title: string, lines: readonly string[] | undefined): string[] =>
    lines === undefined || lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  const shell = serverShellCommand(server, platform);
  return [
    report.heading(server.name),
    ...(failure === undefined
      ? []
      : [
          failure.message,
          report.failure(failure.code),
          report.when(new Date(failure.at).toISOString()),
        ]),
    ...(definition.type === 'stdio'
      ? [
          report.command(commandText(server, platform)),
          failure?.resolvedPath === undefined
            ? report.notResolved
            : report.resolved(failure.resolvedPath),
          ...(definition.envNames.length > 0
            ? [report.variables(definition.envNames.join(', '))]
            : []),
        ]
      : []),
    ...('url' in definition ? [report.url(definition.url)] : []),
    ...('headerNames' in definition && definition.headerNames.length > 0
      ? [report.headers(definition.headerNames.join(', '))]
      : []),
    ...(failure?.cwd === undefined ? [] : [report.folder(failure.cwd)]),
    ...(typeof failure?.exitCode === 'number' ? [report.exitCode(failure.exitCode)] : []),
    ...(typeof failure?.signal === 'string' ? [report.signal(failure.signal)] : []),
    ...block(report.searched, failure?.pathSearched),
    ...block(report.stderr, failure?.stderr),
    ...block(report.junk, failure?.junk),
    ...block(report.shell, shell === null ? undefined : [shell]),
  ].join('\n');
}
