import { expect, test } from 'vitest';
import type { SendEvent } from '../ipc/events.ts';
import { ManualClock } from '../lib/testing/manual-clock.ts';
import { forwardServers } from './forward-servers.ts';

test('the window is told of the first change at once and of a storm of them together, the last included [UI-30]', async () => {
  const clock = new ManualClock();
  const told: number[] = [];
  const send = ((event: string, payload: { sequence: number }) => {
    if (event === 'servers.changed') told.push(payload.sequence);
  }) as SendEvent;
  let sequence = 0;
  let change = (): void => undefined;
  const hub = {
    list: () => [],
    get sequence() {
      return sequence;
    },
    onChange: (listener: (servers: [], sequence: number) => void) => {
      change = () => {
        sequence += 1;
        listener([], sequence);
      };
      return () => {
        change = () => undefined;
      };
    },
  };
  const end = forwardServers(hub, clock, send);
  change();
  expect(told).toEqual([1]);
  for (let index = 0; index < 100; index += 1) change();
  expect(told).toEqual([1]);
  await expect.poll(() => clock.waiting).toBe(1);
  clock.advance(1_000);
  expect(told).toEqual([1, 101]);
  await expect.poll(() => clock.waiting).toBe(1);
  end();
  change();
  clock.advance(1_000);
  expect(told).toEqual([1, 101]);
});
