// @ts-check
/**
 * A scripted MCP server on stdin and stdout, in plain Node. Switches, each a fault or a variation:
 *   --name=TEXT            name it gives itself
 *   --tools=FILE           lists the tools of a JSON file (an array, sent as it is) in place of its own
 *   --hints                adds the 27 tools of all hint combinations
 *   --page-size=N          lists tools in pages
 *   --junk-first           prints lines on stdout that are no messages before it starts
 *   --stderr=TEXT          writes a line to stderr
 *   --exit=CODE            ends at once with that code
 *   --silent-initialize    never answers initialize
 *   --ignore-term          ignores TERM and the end of its input
 *   --grandchild           starts a child that ignores everything; its pid goes to stderr as "grandchild PID"
 *   --no-answer-list       never answers tools/list
 *   --starts=FILE          appends its pid to a file, so that starts can be counted
 */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ScriptedServer } from './scripted-tools.mjs';

const argv = process.argv.slice(2);
const has = (/** @type {string} */ name) => argv.includes(`--${name}`);
const value = (/** @type {string} */ name) =>
  argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);

const starts = value('starts');
if (starts !== undefined) appendFileSync(starts, `${process.pid}\n`);
const stderrText = value('stderr');
if (stderrText !== undefined) process.stderr.write(`${stderrText}\n`);
if (value('exit') !== undefined) process.exit(Number(value('exit')));

if (has('ignore-term')) {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
  setInterval(() => undefined, 1_000);
}
if (has('grandchild')) {
  const script =
    "for (const s of ['SIGTERM','SIGHUP','SIGINT']) process.on(s, () => undefined); setInterval(() => undefined, 1000); console.log('up')";
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => process.stderr.write(`grandchild ${child.pid}\n`));
}
if (has('junk-first')) {
  process.stdout.write('Welcome to the server!\n{"half": \n');
  process.stdout.write(Buffer.from([0xc3, 0x28, 0x0a]));
  process.stdout.write('[1,2]\n');
}

const toolsFile = value('tools');
const pageSize = value('page-size');
const name = value('name');
const server = new ScriptedServer({
  argv,
  hints: has('hints'),
  silentInitialize: has('silent-initialize'),
  onCancelled: (id) => process.stderr.write(`cancelled ${id}\n`),
  exit: (code) => process.exit(code),
  closeOutput: () => closeSync(1),
  ...(name === undefined ? {} : { name }),
  ...(toolsFile === undefined ? {} : { tools: JSON.parse(readFileSync(toolsFile, 'utf8')) }),
  ...(pageSize === undefined ? {} : { pageSize: Number(pageSize) }),
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (has('no-answer-list') && message.method === 'tools/list') return;
  void server.receive(message, (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
});
