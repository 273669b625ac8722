import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createProfile } from '../../e2e/fixtures/profile.ts';
import { launch, projectRoot } from '../../e2e/fixtures/launch.ts';
import { seedServers } from '../../e2e/fixtures/seeds.ts';
import type { Bridge } from '../../shared/ipc/contract.ts';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import type { StdioDefinition } from '../../shared/mcp/server-config.ts';
import { median } from '../chat/app.ts';

export const SERVERS = 50;

export interface StartSeen {
  /** From the first server that starts until the first and the last that answers is usable. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly clicks: number;
  /** From the press until what it changed is drawn. */
  readonly usualClickMs: number;
  readonly worstClickMs: number;
  readonly worstFrameMs: number;
}

/** What the page notes while the servers start. */
interface Notes {
  readonly frames: number[];
  readonly clicks: number[];
  servers: readonly ServerState[];
  begun: number;
}
type NotingPage = typeof globalThis & { readonly parley: Bridge; notes: Notes };

const server = (name: string): StdioDefinition => ({
  type: 'stdio',
  command: process.execPath,
  args: [join(projectRoot, 'out', 'bench', `${name}-stdio.js`)],
  env: {},
});

/** Fifty servers appear in the file of an app that is open, as if another program had added them; one may never answer. */
export async function measureStart(withMute: boolean): Promise<StartSeen> {
  const profile = await createProfile();
  const aside = await createProfile();
  const answering = SERVERS - (withMute ? 1 : 0);
  const servers = Object.fromEntries<StdioDefinition>([
    ...Array.from(
      { length: answering },
      (_, at) => [`echo-${String(at)}`, server('echo')] as const,
    ),
    ...(withMute ? [['mute', server('mute')] as const] : []),
  ]);
  await seedServers(aside.root, servers);
  const app = await launch({ profile: profile.root, size: { width: 1280, height: 800 } });
  const { window } = app;
  try {
    await window.evaluate(noteAll);
    await rename(join(aside.root, 'servers.json'), join(profile.root, 'servers.json'));
    await clickUntil(window, answering);
    return seenBy(await window.evaluate(() => (globalThis as NotingPage).notes));
  } finally {
    await app.quit();
    await profile.remove();
    await aside.remove();
  }
}

/** Runs in the page: notes the news of servers, how long frames take, and clicks until their change is drawn. */
function noteAll(): void {
  const page = globalThis as NotingPage;
  const notes: Notes = { frames: [], clicks: [], servers: [], begun: 0 };
  page.notes = notes;
  page.parley.on('servers.changed', (payload: unknown) => {
    notes.servers = (payload as { servers: ServerState[] }).servers;
    const starts = notes.servers.flatMap(({ connectingSince }) => connectingSince ?? []);
    if (notes.begun === 0 && starts.length > 0) notes.begun = Math.min(...starts);
  });
  let last = performance.now();
  const frame = (now: number): void => {
    notes.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener(
    'click',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // After what this frame draws.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          notes.clicks.push(performance.now() - timeStamp);
        };
        channel.port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}

/** Goes to and fro between two pages until so many servers are connected. */
async function clickUntil(window: Page, connected: number): Promise<void> {
  const sidebar = window.locator('[data-region="sidebar"]');
  const buttons = ['Servers', 'Inbox'].map((name) =>
    sidebar.getByRole('button', { name: new RegExp(`^${name}`) }),
  );
  const limit = Date.now() + 120_000;
  for (let turn = 0; Date.now() < limit; turn += 1) {
    await buttons[turn % 2]?.click();
    const count = await window.evaluate(
      () =>
        (globalThis as NotingPage).notes.servers.filter(
          ({ origin, status }) => origin === 'user' && status === 'connected',
        ).length,
    );
    if (count >= connected) return;
  }
  throw new Error('The servers did not connect within two minutes.');
}

function seenBy({ servers, begun, clicks, frames }: Notes): StartSeen {
  const times = servers.flatMap(({ origin, connectedAt }) =>
    origin === 'user' && connectedAt !== undefined ? [connectedAt - begun] : [],
  );
  return {
    firstMs: Math.min(...times),
    lastMs: Math.max(...times),
    clicks: clicks.length,
    usualClickMs: median(clicks),
    worstClickMs: Math.max(...clicks),
    worstFrameMs: Math.max(...frames.slice(1)),
  };
}
