#!/usr/bin/env node
// @ts-check
/** One MCP server with a switch for every bad behaviour; `--help` lists them. Speaks stdio and HTTP, and both eras. */
import { serveHttp } from './hostile-http.mjs';
import { HostileServer } from './hostile-server.mjs';
import { serveStdio } from './hostile-stdio.mjs';
import { helpText, readSwitches } from './switches.mjs';

const argv = process.argv.slice(2);
if (argv.includes('--help')) {
  process.stdout.write(`${helpText()}\n`);
  process.exit(0);
}
const given = readSwitches(argv);
const server = new HostileServer(given);
if (given('http') === undefined) serveStdio(server);
else serveHttp(server);
