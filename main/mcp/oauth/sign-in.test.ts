import { afterEach, describe, expect, it } from 'vitest';
import { startHarness } from './testing/oauth-harness.ts';
import type { HarnessOptions, OAuthHarness } from './testing/oauth-harness.ts';

const open: OAuthHarness[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((harness) => harness.close()));
});

async function start(setup: HarnessOptions = {}): Promise<OAuthHarness> {
  const harness = await startHarness(setup);
  open.push(harness);
  return harness;
}

describe('a sign-in in the browser', () => {
  it('goes from a refused request to its answer without anybody calling again [OA-1]', async () => {
    const harness = await start();
    const answer = await harness.call('tools/call');
    expect(answer.status).toBe(200);
    expect(harness.pages).toHaveLength(1);
  });
});
