import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { doctorReport, doctorSteps, doctorTitle } from '../../../../shared/mcp/launch-doctor.ts';
import type { DoctorStep } from '../../../../shared/mcp/launch-doctor.ts';
import { text as texts } from '../../../../shared/texts/catalogue.ts';
import { definitionHash } from '../../../mcp/config/definition-hash.ts';
import { isTrusted } from '../../../mcp/hub/trust.ts';
import { openCommandSignIns } from './command-sign-ins.ts';
import { exitCodes } from './command-errors.ts';
import { writeJson, writeLines } from './command-process.ts';
import type { Subcommand } from './command-process.ts';
import { connectionSignIns, serverJson, targetText } from './mcp-list.ts';
import { common, flag, parseArguments, takeWords } from './parse-arguments.ts';
import { openServerRecords, recordNamed, tryServer } from './profile-servers.ts';
import { plain, toolLines } from './tool-lines.ts';
import { withInterrupt } from './with-interrupt.ts';

const marks: Record<DoctorStep['result'], string> = { ok: 'ok', bad: 'failed', skipped: '-' };

/** `parley mcp test NAME`: starts the server, tells how it is and what it offers, or step by step why it does not start. */
export async function testServer(command: Subcommand): Promise<number> {
  const topic = 'parley mcp test';
  const { values, words } = parseArguments(command.args, { ...common, trust: flag }, topic);
  const { name } = takeWords(words, ['name'], topic);
  const store = await openServerRecords(command);
  const found = recordNamed(store.records, name);
  const agreed: ServerRecord =
    values.trust === true ? { ...found, trustedHash: definitionHash(found.definition) } : found;
  if (values.trust === true && !isTrusted(found)) await store.put(agreed);
  const state = await withInterrupt(command.own, async (signal) => {
    const signIns = await openCommandSignIns(command);
    try {
      // A server that is off is tried all the same; it stays off.
      const record = { ...agreed, enabled: true };
      return await tryServer(command, record, connectionSignIns(command, signIns), signal);
    } finally {
      await signIns.dispose();
    }
  });
  if (values.json === true) await writeJson(command, serverJson(agreed, state));
  else await writeLines(command, reportLines(agreed, state));
  return state.status === 'connected' ? exitCodes.success : exitCodes.failed;
}

function reportLines(record: ServerRecord, state: ServerState): string[] {
  if (state.status === 'connected') {
    const { serverInfo, protocolVersion, era } = state;
    const count = state.tools.length;
    return [
      `${record.key}  connected  ${targetText(record)}`,
      `  ${[serverInfo ? `${plain(serverInfo.name)} ${plain(serverInfo.version)}` : '', `protocol ${protocolVersion ?? ''} (${era ?? ''})`].filter((part) => part !== '').join(', ')}`,
      `  ${String(count)} ${count === 1 ? 'tool' : 'tools'}`,
      ...toolLines(state),
    ];
  }
  const code = state.failure?.code ?? 'unknown';
  return [
    `${record.key}  ${state.status}  ${targetText(record)}`,
    `  ${plain(doctorTitle(state))}.`,
    ...(state.failure ? [`  ${plain(state.failure.message)}`] : []),
    ...doctorSteps(state, process.platform).flatMap((step) => [
      `  ${marks[step.result].padEnd(7)} ${step.title}`,
      ...step.facts.map((fact) => `          ${plain(fact)}`),
      ...(step.exact ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => `          ${plain(line)}`),
    ]),
    `  ${advice(record, code)}`,
    '',
    ...doctorReport(state, process.platform).split('\n').map(plain),
  ];
}

function advice(record: ServerRecord, code: keyof typeof texts.servers.doctor.advice): string {
  if (code === 'not-trusted')
    return `Read the definition above. To agree to it: parley mcp test ${record.key} --trust`;
  if (code === 'needs-auth') return `Sign in: parley mcp login ${record.key}`;
  return texts.servers.doctor.advice[code];
}
