import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything of a profile lives. All paths are absolute. */
export interface ProfilePaths {
  /** Config root: `PARLEY_CONFIG_DIR`, else `~/.parley`. */
  readonly root: string;
  readonly projects: string;
  readonly scratch: string;
  readonly notes: string;
  readonly settingsFile: string;
  readonly serversFile: string;
  /** What is known of servers; it can be lost without harm. */
  readonly erasFile: string;
  readonly providersFile: string;
  readonly secretsFile: string;
  /** What the person allowed and denied, and the tools as they were then. */
  readonly permissionsFile: string;
  /** Calls of tools that the person kept. */
  readonly benchFile: string;
  /** Images and files of messages that are not sent yet. */
  readonly drafts: string;
  readonly logs: string;
  /** Working folder of stdio servers that name none. */
  readonly serverFolder: string;
  /** Electron's `userData`. */
  readonly desktop: string;
}

/** The paths of the profile that `environment` names. Creates nothing. */
export function profilePaths(
  environment: Readonly<Record<string, string | undefined>>,
): ProfilePaths {
  const root =
    environment['PARLEY_CONFIG_DIR'] || join(environment['HOME'] || homedir(), '.parley');
  return {
    root,
    projects: join(root, 'projects'),
    scratch: join(root, 'scratch'),
    notes: join(root, 'notes'),
    settingsFile: join(root, 'settings.json'),
    serversFile: join(root, 'servers.json'),
    erasFile: join(root, 'server-eras.json'),
    providersFile: join(root, 'providers.json'),
    secretsFile: join(root, 'secrets.json'),
    permissionsFile: join(root, 'permissions.json'),
    benchFile: join(root, 'bench.json'),
    drafts: join(root, 'drafts'),
    logs: join(root, 'logs'),
    serverFolder: join(root, 'servers'),
    desktop: join(root, 'desktop'),
  };
}

/** RT-40: readable tail of the real path, at most 60 characters, `-`, 12 hex digits of its SHA-256. */
export function projectSlug(realPath: string): string {
  const tail = realPath
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+/, '')
    .slice(-60);
  const digest = createHash('sha256').update(realPath).digest('hex').slice(0, 12);
  return `${tail}-${digest}`;
}

/** Transcript of a session that works in `realCwd`. */
export function transcriptPath(configRoot: string, realCwd: string, sessionId: string): string {
  return join(configRoot, 'projects', projectSlug(realCwd), `${sessionId}.jsonl`);
}

/** Beside a transcript, which may not be there yet: the messages that wait to be recorded in it. */
export function queuePath(transcript: string): string {
  return transcript.replace(/\.jsonl$/, '.queue.json');
}
