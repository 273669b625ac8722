import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ServerDraft } from '../../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { childEnvironment } from '../../../lib/child-environment.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { silentLog } from '../../../lib/logger.ts';
import { spawnManaged } from '../../../lib/subprocess.ts';
import { ServerStore } from '../../config/server-store.ts';
import { serveNotes } from '../../servers/notes.ts';
import type { ConsentGate, HubSession } from '../hub-contract.ts';
import { McpHub } from '../hub.ts';
import type { HubDeps } from '../hub.ts';
import { RawClient } from './raw-client.ts';

const scripted = join(import.meta.dirname, '../../../../e2e/servers/mcp/scripted-stdio.mjs');
const hostile = join(import.meta.dirname, '../../../../e2e/servers/hostile/hostile.mjs');
const signal = new AbortController().signal;

export type ConsentQuestion = Parameters<ConsentGate['reviewServer']>[0];

/** The person: answers as told and remembers what was asked. */
export class Person implements ConsentGate {
  readonly asked: ConsentQuestion[] = [];
  accepts = true;

  async reviewServer(question: ConsentQuestion): Promise<boolean> {
    this.asked.push(question);
    return this.accepts;
  }
}

function draftOf(script: string, args: readonly string[], env: Record<string, string>) {
  return {
    name: script === hostile ? 'Hostile' : 'Scripted',
    definition: { type: 'stdio', command: process.execPath, args: [script, ...args], env },
    startTimeoutMs: 30_000,
  } satisfies ServerDraft;
}

export const scriptedDraft = (args: readonly string[] = [], env = {}): ServerDraft =>
  draftOf(scripted, args, env);
export const hostileDraft = (args: readonly string[] = [], env = {}): ServerDraft =>
  draftOf(hostile, args, env);
export const remoteDraft = (url: string, headers = {}): ServerDraft => ({
  name: 'Remote',
  definition: { type: 'http', url, headers },
  startTimeoutMs: 30_000,
});

/** Hubs over one profile in a temporary folder, and a person who says yes. Disposing it leaves nothing. */
export class HubDesk {
  readonly person = new Person();
  readonly #hubs: McpHub[] = [];
  readonly #closers: (() => Promise<void>)[] = [];

  private constructor(readonly root: string) {}

  static async open(): Promise<HubDesk> {
    return new HubDesk(await realpath(await mkdtemp(join(tmpdir(), 'parley-hub-'))));
  }

  async hub(changes: Partial<HubDeps> = {}, clock: Clock = systemClock): Promise<McpHub> {
    const path = join(this.root, 'servers.json');
    const hub = new McpHub({
      store: await ServerStore.open({ path, clock, onTrouble: () => undefined }),
      consent: this.person,
      clientName: 'Parley',
      clientVersion: '0.1.0',
      clock,
      log: silentLog,
      spawn: spawnManaged,
      environment: process.env,
      searchPath: async () => process.env['PATH'] ?? '',
      serverFolder: join(this.root, 'servers'),
      builtins: {
        notes: (transport) =>
          serveNotes(transport, { folder: join(this.root, 'notes'), version: '0.1.0' }),
      },
      random: () => 0.5,
      ...changes,
    });
    this.#hubs.push(hub);
    await hub.start();
    return hub;
  }

  /** A hostile server over HTTP; its address. */
  async hostileUrl(...switches: string[]): Promise<string> {
    const child = await spawnManaged({
      command: process.execPath,
      args: [hostile, '--http=0', ...switches],
      cwd: this.root,
      env: childEnvironment(process.env),
      clock: systemClock,
    });
    child.stderr.resume();
    this.#closers.push(async () => {
      child.kill();
      await child.exited;
    });
    const port = await new Promise<string>((found, failed) => {
      child.stdout.once('data', (chunk: Buffer) => found(chunk.toString().slice(5).trim()));
      void child.exited.then(() => failed(new Error('The hostile server ended.')));
    });
    return `http://127.0.0.1:${port}/mcp`;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#hubs.map((hub) => hub.dispose()));
    await Promise.all(this.#closers.map((close) => close()));
    await rm(this.root, { recursive: true, force: true });
  }
}

export function stateOf(hub: McpHub, serverId: string): ServerState {
  const state = hub.list().find((one) => one.id === serverId);
  if (!state) throw new Error('The server is gone.');
  return state;
}

/** Waits for what the state shows. */
export function until(
  hub: McpHub,
  serverId: string,
  check: (state: ServerState) => void,
): Promise<ServerState> {
  return vi.waitFor(
    () => {
      const state = stateOf(hub, serverId);
      check(state);
      return state;
    },
    { timeout: 8_000, interval: 10 },
  );
}

export function reaches(hub: McpHub, serverId: string, status: string): Promise<ServerState> {
  return until(hub, serverId, (state) => {
    expect(`${state.status} ${state.failure?.message ?? ''}`).toContain(status);
  });
}

export async function added(hub: McpHub, draft: ServerDraft): Promise<string> {
  const { serverId } = await hub.add(draft, signal);
  if (serverId === undefined) throw new Error('The person said no.');
  return serverId;
}

/** Adds a server and waits until it is connected. */
export async function connected(hub: McpHub, draft: ServerDraft): Promise<string> {
  const serverId = await added(hub, draft);
  await reaches(hub, serverId, 'connected');
  return serverId;
}

/** A runtime's way to a server, as a session has it. */
export function facadeOf(hub: McpHub, key: string, session?: HubSession): Promise<RawClient> {
  return RawClient.open(hub.facades(session).get(key)?.server);
}

export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
