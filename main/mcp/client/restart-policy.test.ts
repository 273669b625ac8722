import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { RestartPolicy } from './restart-policy.ts';

describe('automatic restarts', () => {
  it('begin at once, wait longer and longer, and end until the person decides [RE-11]', () => {
    const clock = new ManualClock();
    const policy = new RestartPolicy(clock);
    const pauses: number[] = [];
    for (let restarts = 0; restarts < 5; restarts += 1) {
      let waited = 0;
      while (!policy.tryRestart()) {
        clock.advance(500);
        waited += 500;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([0, 2_000, 4_000, 8_000, 16_000]);
    clock.advance(24 * 3_600_000);
    expect(policy.tryRestart()).toBe(false);
    policy.reset();
    expect(policy.tryRestart()).toBe(true);
  });

  it('are forgiven by a connection that lived for a minute', () => {
    const clock = new ManualClock();
    const policy = new RestartPolicy(clock);
    expect([policy.tryRestart(), policy.tryRestart()]).toEqual([true, false]);
    const connectedAt = clock.now();
    policy.lost(connectedAt);
    expect(policy.tryRestart()).toBe(false);
    clock.advance(60_000);
    policy.lost(connectedAt);
    expect([policy.tryRestart(), policy.tryRestart()]).toEqual([true, false]);
  });
});
