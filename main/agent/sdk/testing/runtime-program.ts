/**
 * Source of a small runtime that speaks frames on stdin and stdout, for tests of real processes. `FIXTURE_MODE` says how it
 * misbehaves. A user message is answered by a result whose text is JSON: what this process could see of itself.
 */
export const runtimeProgram = `
import { closeSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
const mode = process.env.FIXTURE_MODE ?? 'obedient';
const line = (value) => JSON.stringify(value) + '\\n';
const write = (value) => process.stdout.write(line(value));
const credentialFile = process.env.PARLEY_CREDENTIAL_FILE;
let credentials, child, session;

if (mode === 'fails') {
  for (let n = 1; n <= 60; n += 1) process.stderr.write('complaint ' + n + '\\n');
  process.exitCode = 3;
} else start();

function start() {
  if (mode === 'stubborn') {
    process.on('SIGTERM', () => {});
    process.on('SIGHUP', () => {});
    setInterval(() => {}, 1000);
  }
  if (mode === 'family' || mode === 'stubborn') {
    const source = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
    child = spawn(process.execPath, ['-e', source], { stdio: 'ignore' });
  }
  if (mode === 'loud') process.stderr.write('x'.repeat(2_000_000) + '\\nlast words\\n');
  if (mode !== 'silent')
    write({ type: 'ready', protocol_version: '1.0', runtime_version: 'fixture', capabilities: [] });
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text) => {
    const lines = (rest + text).split('\\n');
    rest = lines.pop();
    for (const one of lines) take(JSON.parse(one));
  });
}

function take(frame) {
  if (frame.type === 'user') answer(frame.message.content);
  else if (frame.type === 'control_request' && frame.request.subtype === 'initialize') initialize(frame);
  else if (frame.type === 'control_request') reply(frame, {});
}

function reply(frame, response) {
  write({ type: 'control_response', response: { subtype: 'success', request_id: frame.request_id, response } });
}

function initialize(frame) {
  session = frame.request.session_id;
  credentials = {
    file: credentialFile,
    fileMode: (statSync(credentialFile).mode & 0o777).toString(8),
    folderMode: (statSync(dirname(credentialFile)).mode & 0o777).toString(8),
    payload: JSON.parse(readFileSync(credentialFile, 'utf8')),
  };
  if (mode !== 'leaves-credentials') rmSync(credentialFile);
  reply(frame, { session_id: session, transcript_path: null, capabilities: [], commands: [], models: [], agents: [] });
}

function answer(text) {
  if (mode === 'nonsense') return process.stdout.write('Loading model...\\n');
  if (mode === 'huge') return process.stdout.write('"' + 'x'.repeat(33 * 1024 * 1024) + '"\\n');
  const report = { text, pid: process.pid, child: child?.pid, mode, credentials, frame: session,
    stillThere: existsSync(credentialFile) };
  const result = line({
    type: 'result', uuid: crypto.randomUUID(), session_id: session, subtype: 'success', is_error: false,
    result: JSON.stringify(report), errors: [], stop_reason: 'end_turn', duration_ms: 1, duration_api_ms: 1,
    num_turns: 1, usage: {}, model_usage: {}, total_cost_usd: null, permission_denials: [],
  });
  if (mode === 'deaf') {
    process.stdin.destroy();
    try { closeSync(0); } catch {}
    setInterval(() => {}, 1000);
  }
  if (mode !== 'split') return process.stdout.write(result);
  const bytes = Buffer.from(result.replace(/\\n$/, '\\r\\n'));
  let at = 0;
  const next = () => {
    if (at >= bytes.length) return;
    process.stdout.write(bytes.subarray(at, at + 7), next);
    at += 7;
  };
  next();
}
`;

/** What the program reports of itself. */
export interface RuntimeReport {
  readonly text: string;
  readonly pid: number;
  readonly child?: number;
  readonly stillThere: boolean;
  readonly credentials: {
    readonly file: string;
    readonly fileMode: string;
    readonly folderMode: string;
    readonly payload: unknown;
  };
}
