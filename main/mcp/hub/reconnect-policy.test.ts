import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { MOST_STARTS, ReconnectPolicy } from './reconnect-policy.ts';

function policyOf(isProcess: boolean, random = 0.5) {
  const clock = new ManualClock();
  const policy = new ReconnectPolicy({ clock, random: () => random });
  policy.reset(isProcess);
  policy.started(false);
  return { clock, policy };
}

describe('coming back to an address', () => {
  it('waits longer and longer, a minute at most, and not for ever [RE-11.comeback]', () => {
    const { clock, policy } = policyOf(false);
    const waits: (number | undefined)[] = [];
    for (let count = 0; count < 12; count += 1) {
      const wait = policy.unaskedMs();
      waits.push(wait);
      if (wait === undefined) break;
      clock.advance(wait);
      policy.started(true);
    }
    expect(waits).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      32_000,
      60_000,
      60_000,
      60_000,
      60_000,
      undefined,
    ]);
    clock.advance(1_000);
    expect(policy.mayStart).toBe(true);
  });

  it('is spread over time, so that many do not come at once [RE-11.comeback]', () => {
    expect(policyOf(false, 0).policy.unaskedMs()).toBe(750);
    expect(policyOf(false, 0.999).policy.unaskedMs()).toBe(1_250);
  });

  it('begins anew after a good life [RE-11.comeback]', () => {
    const { clock, policy } = policyOf(false);
    policy.started(true);
    policy.started(true);
    policy.lost(clock.now());
    expect(policy.unaskedMs()).toBe(4_000);
    const connectedAt = clock.now();
    clock.advance(60_000);
    policy.lost(connectedAt);
    expect(policy.unaskedMs()).toBe(1_000);
  });
});

describe('starting a process again', () => {
  it('is free once, then costs a pause for whoever asks [RE-11]', () => {
    const { clock, policy } = policyOf(true);
    expect(policy.mayStart).toBe(true);
    policy.started(true);
    expect(policy.mayStart).toBe(false);
    clock.advance(2_000);
    expect(policy.mayStart).toBe(true);
  });

  it('is over after a crash loop, until the person starts it [RE-11.crash-loop]', () => {
    const { clock, policy } = policyOf(true);
    for (let count = 1; count < MOST_STARTS; count += 1) {
      expect(policy.lost(clock.now())).toBe(false);
      policy.started(true);
    }
    expect(policy.lost(clock.now())).toBe(true);
    clock.advance(3_600_000);
    expect(policy.mayStart).toBe(false);
    expect(policy.unaskedMs()).toBeUndefined();
    policy.reset(true);
    expect(policy.mayStart).toBe(true);
  });

  it('goes on for one that lives a while between its ends [RE-11.crash-loop]', () => {
    const { clock, policy } = policyOf(true);
    for (let count = 0; count < 20; count += 1) {
      clock.advance(61_000);
      expect(policy.lost(clock.now() - 61_000)).toBe(false);
      policy.started(true);
    }
  });
});
