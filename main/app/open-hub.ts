import { app } from 'electron';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { spawnManaged } from '../lib/subprocess.ts';
import { openEraFile } from '../mcp/config/era-file.ts';
import type { ConsentGate } from '../mcp/hub/hub-contract.ts';
import { McpHub } from '../mcp/hub/hub.ts';
import type { ServerQuestions } from '../mcp/hub/server-questions.ts';
import { createSearchPath } from '../mcp/hub/search-path.ts';
import type { ConnectionSignIns } from '../mcp/hub/sign-in-contract.ts';
import { serveNotes } from '../mcp/servers/notes.ts';
import type { ServerBooks } from './open-server-setup.ts';

export interface HubContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly books: ServerBooks;
  readonly consent: ConsentGate;
  readonly signIns: ConnectionSignIns;
  readonly questions: ServerQuestions;
}

/** The hub over the server records of the profile, not yet started. */
export async function openHub(context: HubContext): Promise<McpHub> {
  const { paths, clock, log, consent, signIns, books } = context;
  const environment = process.env;
  return new McpHub({
    store: books.store,
    resolveDefinition: books.resolve,
    expandCommand: books.expandCommand,
    consent,
    clientName: 'parley',
    clientVersion: app.getVersion(),
    clock,
    log,
    spawn: spawnManaged,
    environment,
    searchPath: createSearchPath({ environment, spawn: spawnManaged, clock, log }),
    serverFolder: paths.serverFolder,
    signIns,
    questions: context.questions,
    eras: await openEraFile({ path: paths.erasFile, clock, log }),
    builtins: {
      notes: (transport) =>
        serveNotes(transport, { folder: paths.notes, version: app.getVersion() }),
    },
  });
}
