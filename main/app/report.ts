import type { AppInfo } from '../../shared/ipc/routes/app.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import type { WrittenLine } from '../lib/read-log.ts';

export interface ReportFacts {
  readonly info: AppInfo;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly system: string;
  readonly now: string;
  readonly servers: readonly ServerState[];
  readonly sessions: readonly Pick<SessionSummary, 'state'>[];
  readonly log: readonly WrittenLine[];
  /** The person's home, which stands for their name. */
  readonly home: string;
  readonly redact: (text: string) => string;
}

/** As many lines of the log are in it. */
const LOG_LINES = 200;

/**
 * What a person may hand on when something is wrong (UI-7). No conversation, no arguments, no values of servers; what looks like a
 * secret is taken out of the rest, and the home folder is written as `~`.
 */
export function redactedReport(facts: ReportFacts): string {
  const { info, versions, servers, sessions } = facts;
  const counted = new Map<string, number>();
  for (const { state } of sessions) counted.set(state, (counted.get(state) ?? 0) + 1);
  const parts = [
    `Parley ${info.version}, ${facts.now}`,
    `System: ${facts.system}`,
    `Electron ${versions['electron'] ?? '?'}, Chromium ${versions['chrome'] ?? '?'}, Node ${versions['node'] ?? '?'}`,
    `Profile: ${info.profileFolder}; keychain: ${info.secretStorage}`,
    `Sessions: ${[...counted].map(([state, count]) => `${String(count)} ${state}`).join(', ') || 'none'}`,
    '',
    `Servers (${String(servers.length)})`,
    ...servers.map(serverLine),
    '',
    `Notices (${String(info.notices.length)})`,
    ...info.notices.map(({ kind, details }) => `- ${kind}: ${details}`),
    '',
    'Log, newest last',
    ...facts.log
      .slice(-LOG_LINES)
      .map(({ at, level, message, details }) => `${at} ${level} ${message} ${details}`.trimEnd()),
    '',
  ];
  const text = facts.redact(parts.join('\n'));
  if (facts.home.length <= 1) return text;
  // What belongs to a line is JSON, in which Windows paths are written otherwise.
  const inJson = JSON.stringify(facts.home).slice(1, -1);
  return text.replaceAll(inJson, '~').replaceAll(facts.home, '~');
}

function serverLine(server: ServerState): string {
  const { definition, failure } = server;
  const what = definition.type === 'stdio' ? `stdio ${definition.command}` : definition.type;
  const failed = failure === undefined ? '' : `; ${failure.code}: ${failure.message}`;
  return `- ${server.name} (${what}): ${server.status}, ${String(server.tools.length)} tools, era ${server.era ?? 'unknown'}${failed}`;
}
