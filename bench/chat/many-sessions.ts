import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../shared/ipc/contract.ts';
import { appPages } from '../../e2e/pages/app-pages.ts';
import { callValue } from '../../e2e/fixtures/bridge.ts';
import { withApp } from './app.ts';

export interface ManySessions {
  readonly sessions: number;
  /** Tokens a second that reached the window, of all sessions together. */
  readonly perSecond: number;
  /** Delay of main's event loop in ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

const TOKENS_A_SECOND = 200;
const SECONDS = 10;
/** The service writes what is due so often, in ms. */
const STEP_MS = 20;

/** PF-7: so many sessions stream at once, each by a runtime of its own; how long main's event loop is kept from its turn. */
export async function measureManySessions(sessions: number): Promise<ManySessions> {
  const service = await startService();
  try {
    return await withApp(
      () => Promise.resolve(),
      async (launched) => {
        const { app, window } = launched;
        const adding = callValue(window, 'providers.add', {
          kind: 'openai-compatible',
          label: 'Paced',
          baseUrl: service.url,
          models: ['paced'],
        });
        await (await appPages(launched).consent()).accept();
        const model = { provider_id: (await adding).provider?.id ?? '', id: 'paced' };
        await countTokens(window);
        for (let n = 0; n < sessions; n += 1) {
          const { id } = await callValue(window, 'sessions.create', { model });
          await callValue(window, 'sessions.send', {
            sessionId: id,
            text: `Question ${String(n)}`,
          });
        }
        await service.allAsked(sessions);
        service.begin();
        await pause(1_000);
        await app.evaluate(() => {
          const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
          const delays = monitorEventLoopDelay({ resolution: 5 });
          delays.enable();
          Object.assign(globalThis, { delays });
        });
        const before = await tokensIn(window);
        const begun = performance.now();
        await pause((SECONDS - 2) * 1_000);
        const arrived = (await tokensIn(window)) - before;
        const seconds = (performance.now() - begun) / 1_000;
        const told = await app.evaluate(() => {
          const { delays } = globalThis as unknown as {
            delays: { percentile(of: number): number; max: number; disable(): void };
          };
          delays.disable();
          return [delays.percentile(50), delays.percentile(99), delays.max];
        });
        const [p50 = 0, p99 = 0, worst = 0] = told.map((nanoseconds) => nanoseconds / 1e6 - 5);
        return {
          sessions,
          perSecond: arrived / seconds,
          p50Ms: p50,
          p99Ms: p99,
          worstMs: worst,
        };
      },
    );
  } finally {
    await service.close();
  }
}

/** Has the page count the words that reach it. */
async function countTokens(window: Page): Promise<void> {
  await window.evaluate(() => {
    const counted = { words: 0 };
    Object.assign(globalThis, { counted });
    const { parley } = globalThis as unknown as { parley: Bridge };
    parley.on('sessions.messages', (payload) => {
      counted.words += JSON.stringify(payload).match(/word\d+ /g)?.length ?? 0;
    });
  });
}

function tokensIn(window: Page): Promise<number> {
  return window.evaluate(
    () => (globalThis as unknown as { counted: { words: number } }).counted.words,
  );
}

/** A model service that gives each question an answer of its own pace, all from the same moment on. */
async function startService() {
  const waiting: ServerResponse[] = [];
  let timer: NodeJS.Timeout | undefined;
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'paced', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    waiting.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    allAsked: async (count: number) => {
      while (waiting.length < count) await pause(50);
    },
    begin: () => {
      const started = Date.now();
      let each = 0;
      timer = setInterval(() => {
        const due = Math.floor(((Date.now() - started) / 1_000) * TOKENS_A_SECOND);
        const isOver = due >= TOKENS_A_SECOND * (SECONDS + 1);
        for (const response of waiting) {
          let text = '';
          for (let n = each; n < due; n += 1) text += chunk({ content: `word${String(n)} ` });
          response.write(text);
          if (isOver) response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
        }
        each = due;
        if (isOver) clearInterval(timer);
      }, STEP_MS);
    },
    close: () => {
      clearInterval(timer);
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
