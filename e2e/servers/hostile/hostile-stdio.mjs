// @ts-check
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { wireText } from './schema-zoo.mjs';

/**
 * Speaks over stdin and stdout, and misbehaves as a process may.
 * @param {import('./hostile-server.mjs').HostileServer} server
 */
export function serveStdio(server) {
  const { given } = server;
  misbehaveAtStart(given);
  let nextId = 1;
  let isStopped = false;
  let isClosed = false;
  /** @type {Map<string, (answer: any) => void>} */
  const waiting = new Map();
  const send = (/** @type {Record<string, any>} */ message) => {
    if (!isClosed) process.stdout.write(`${wireText(message)}\n`);
  };
  /** @type {import('./hostile-server.mjs').Peer} */
  const peer = {
    send,
    request: (method, params) =>
      new Promise((resolve) => {
        const id = `s${nextId}`;
        nextId += 1;
        waiting.set(id, resolve);
        send({ jsonrpc: '2.0', id, method, params });
      }),
  };
  server.listeners.add(send);
  const lines = createInterface({ input: process.stdin });
  const afterHandshake = () => {
    if (given('close-stdout') !== undefined && !isClosed) {
      isClosed = true;
      closeSync(1);
    }
    if (given('stop-reading') === undefined) return;
    isStopped = true;
    lines.pause();
    process.stdin.pause();
  };
  lines.on('line', (line) => {
    if (isStopped) return;
    const message = JSON.parse(line);
    if (message.method === undefined) {
      waiting.get(message.id)?.(message.result ?? { error: message.error });
      waiting.delete(message.id);
      return;
    }
    void server.receive(message, peer).then(() => {
      if (message.method === 'tools/list') afterHandshake();
    });
  });
}

/** @param {(name: string) => string | undefined} given */
function misbehaveAtStart(given) {
  const starts = given('starts');
  if (starts) appendFileSync(starts, `${process.pid}\n`);
  if (given('stderr')) process.stderr.write(`${given('stderr')}\n`);
  for (let line = 1; line <= Number(given('flood-stderr') ?? 0); line += 1)
    process.stderr.write(`flood ${line} ${'.'.repeat(120)}\n`);
  const code = given('exit');
  if (code !== undefined) process.exit(Number(code));
  if (given('junk') !== undefined) {
    process.stdout.write('Welcome!\n{"half": \n');
    process.stdout.write(Buffer.from([0xc3, 0x28, 0x0a]));
    process.stdout.write('[1,2]\n');
  }
  if (given('ignore-stop') !== undefined) {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
    setInterval(() => undefined, 1_000);
  }
  // What lives on although nothing keeps it there.
  if (given('close-stdout') !== undefined || given('stop-reading') !== undefined)
    setInterval(() => undefined, 1_000);
  if (given('grandchild') !== undefined) {
    const script =
      "for (const s of ['SIGTERM','SIGHUP','SIGINT']) process.on(s, () => undefined); setInterval(() => undefined, 1000); console.log('up')";
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.once('data', () => process.stderr.write(`grandchild ${child.pid}\n`));
  }
}
