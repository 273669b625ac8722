import { resolve } from 'node:path';
import { quotePosix } from '../../../../shared/mcp/command-line.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { publicDefinition } from '../../../mcp/hub/public-definition.ts';
import { isTrusted } from '../../../mcp/hub/trust.ts';
import { realFolder } from '../../sdk/sessions/session-store.ts';
import { openCommandSignIns, targetOf } from './command-sign-ins.ts';
import type { CommandSignIns } from './command-sign-ins.ts';
import { writeJson, writeLines } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import { common, flag, parseArguments, takeWords, text } from './parse-arguments.ts';
import { openServerRecords, tryServer } from './profile-servers.ts';
import { badges, plain, toolLines } from './tool-lines.ts';
import { withInterrupt } from './with-interrupt.ts';

/** `parley mcp list`: what is stored; with `--tools` each server that may run is started and asked. */
export async function listServers(command: Subcommand): Promise<void> {
  const topic = 'parley mcp list';
  const definitions = { ...common, tools: flag, folder: text };
  const { values, words } = parseArguments(command.args, definitions, topic);
  takeWords(words, [], topic);
  const { records } = await openServerRecords(command);
  // Records name folders by their real paths.
  const folder =
    values.folder === undefined
      ? undefined
      : await realFolder(resolve(command.own.folder, values.folder));
  const shown = records.filter(
    ({ settings: { scope } }) =>
      folder === undefined || scope.kind === 'user' || scope.folder === folder,
  );
  const states =
    values.tools === true ? await startAll(command, shown) : new Map<string, ServerState>();
  if (values.json === true)
    return writeJson(
      command,
      shown.map((record) => serverJson(record, states.get(record.id))),
    );
  const lines = shown.flatMap((record) => serverLines(record, states.get(record.id)));
  return writeLines(
    command,
    lines.length > 0 ? lines : ['No servers yet. See parley mcp add --help.'],
  );
}

async function startAll(
  command: Subcommand,
  records: readonly ServerRecord[],
): Promise<ReadonlyMap<string, ServerState>> {
  return withInterrupt(command.own, async (signal) => {
    const signIns = await openCommandSignIns(command);
    try {
      const found = new Map<string, ServerState>();
      // One after the other: each is a process.
      for (const record of records)
        found.set(
          record.id,
          await tryServer(command, record, connectionSignIns(command, signIns), signal),
        );
      return found;
    } finally {
      await signIns.dispose();
    }
  });
}

/** The sign-ins as a connection takes them. */
export function connectionSignIns(
  command: Subcommand,
  signIns: CommandSignIns,
): NonNullable<Parameters<typeof tryServer>[2]> {
  return {
    authOf: (record, serverUrl) => signIns.authOf(targetOf(command, record, serverUrl)),
    forget: () => Promise.resolve(),
  };
}

/** One server as data: names of variables and headers, never their values. */
export function serverJson(record: ServerRecord, state?: ServerState): object {
  return {
    id: record.id,
    key: record.key,
    name: record.name,
    scope: record.settings.scope,
    definition: publicDefinition(record.definition),
    enabled: record.enabled,
    trusted: isTrusted(record),
    ...(record.settings.signIn.account === undefined
      ? {}
      : { account: record.settings.signIn.account }),
    ...(state
      ? {
          status: state.status,
          ...(state.failure ? { failure: state.failure } : {}),
          ...(state.era === undefined ? {} : { era: state.era }),
          ...(state.protocolVersion === undefined
            ? {}
            : { protocolVersion: state.protocolVersion }),
          ...(state.serverInfo ? { serverInfo: state.serverInfo } : {}),
          tools: state.tools.map((tool) => ({ ...tool, badges: badges(tool) })),
          setAside: state.setAside,
        }
      : {}),
  };
}

/** What is run or connected to, without values; a command as it could be typed. */
export function targetText({ definition }: Pick<ServerRecord, 'definition'>): string {
  switch (definition.type) {
    case 'stdio':
      return [definition.command, ...definition.args]
        .map((word) => plain(quotePosix(word)))
        .join(' ');
    case 'http':
    case 'sse':
      return `${definition.type} ${plain(definition.url)}`;
    case 'builtin':
      return 'built in';
  }
}

function serverLines(record: ServerRecord, state: ServerState | undefined): string[] {
  const { scope } = record.settings;
  const facts = [
    record.key,
    ...(record.name === record.key ? [] : [`“${plain(record.name)}”`]),
    targetText(record),
    ...(scope.kind === 'folder' ? [`only in ${scope.folder}`] : []),
    ...(record.enabled ? [] : ['off']),
    ...(isTrusted(record) ? [] : ['not reviewed']),
    ...(state && record.enabled ? [state.status] : []),
  ];
  return [
    facts.join('  '),
    ...(state?.failure ? [`  ${plain(state.failure.message)}`] : []),
    ...(state ? toolLines(state) : []),
  ];
}
