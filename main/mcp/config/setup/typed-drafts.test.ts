import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverRecord } from '../../../../shared/mcp/server-config.ts';
import type { ServerDraft, ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { systemClock } from '../../../lib/clock.ts';
import { openSecretStore } from '../../../storage/secret-store.ts';
import type { Hub } from '../../hub/hub-contract.ts';
import { keepValues } from '../../hub/keep-values.ts';
import { ServerSecrets } from '../server-secrets.ts';
import { inspectServer } from './inspect-server.ts';
import { TypedDrafts } from './typed-drafts.ts';

const signal = new AbortController().signal;
const id = '00000000-0000-4000-8000-000000000001';
const none = { env: [], headers: [] };
let home: string;
let secrets: ServerSecrets;
let stored: ServerRecord | undefined;
let accepts: boolean;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-drafts-'));
  const path = join(home, 'secrets.json');
  secrets = new ServerSecrets(
    await openSecretStore({ path, clock: systemClock, onTrouble: () => undefined }, undefined),
  );
  stored = undefined;
  accepts = true;
});
afterEach(() => rm(home, { recursive: true, force: true }));

const recordOf = (draft: ServerDraft): ServerRecord =>
  serverRecord.parse({
    ...{ id, key: 'docs', enabled: true, createdAt: '2026-12-01T00:00:00.000Z' },
    ...draft,
  });

/** Drafts over a hub that keeps one record. */
function drafts(hasKeychain = true): TypedDrafts {
  const hub: Pick<Hub, 'add' | 'update' | 'remove' | 'recordOf'> = {
    add: async (draft, _signal, _settings, prepare) => {
      if (!accepts) return { outcome: 'cancelled' };
      const made = recordOf(draft);
      await prepare?.(made);
      stored = made;
      return { outcome: 'started', serverId: id };
    },
    update: async (_id, draft, keep, _signal, extras) => {
      if (!accepts || !stored) return { outcome: 'cancelled' };
      const definition = keepValues(draft.definition, stored.definition, keep);
      await extras?.prepare?.({ ...stored, definition });
      stored = { ...stored, ...draft, definition };
      return { outcome: 'started', serverId: id };
    },
    remove: async () => undefined,
    recordOf: () => stored,
  };
  return new TypedDrafts({ hub, secrets, hasKeychain: () => hasKeychain });
}

const draft = (env: Record<string, string>, args: string[] = ['-y', 'docs-mcp']): ServerDraft => ({
  name: 'docs',
  definition: { type: 'stdio', command: 'npx', args, env },
  startTimeoutMs: 60_000,
});
const environment = () => (stored?.definition.type === 'stdio' ? stored.definition.env : undefined);
const kept = (name: string) => stored && secrets.get(stored, { kind: 'secret', name });
const inspected = (hasKeychain = true) => {
  if (!stored) throw new Error('Nothing is stored.');
  const parts = { secrets, environment: {}, home, hasKeychain: () => hasKeychain };
  return inspectServer(stored, parts);
};

describe('values that are typed', () => {
  const typed = { TOKEN: 'tok-1234', REGION: 'eu-west', EMPTY: '', OTHER: '${TOKEN}x' };

  it('go to the keychain where they look like secrets, and as the person chose value by value [UI-32.choice]', async () => {
    await drafts().add(draft(typed), { kind: 'user' }, signal);
    expect(environment()).toEqual({ ...typed, TOKEN: '${secret:docs-token}' });
    const env = { TOKEN: false, REGION: true, EMPTY: true, OTHER: true };
    await drafts().add(draft(typed), { kind: 'user' }, signal, { env });
    expect(environment()).toEqual({ ...typed, REGION: '${secret:docs-region}' });
    expect(kept('docs-region')).toBe('eu-west');
    await drafts(false).add(draft(typed), { kind: 'user' }, signal, { env });
    expect(environment()).toEqual(typed);
  });

  it('take no name of another secret of the same server [UI-32.keychain]', async () => {
    await drafts().add(draft({ A: 'Bearer ${secret:docs-token}' }), { kind: 'user' }, signal);
    if (stored) await secrets.set(stored, { kind: 'secret', name: 'docs-token' }, 'old');
    const added = draft({ TOKEN: 'tok-1234' });
    await drafts().update(id, added, { env: ['A'], headers: [] }, signal);
    // What was kept under its name stays what it was.
    expect(environment()).toEqual({
      A: 'Bearer ${secret:docs-token}',
      TOKEN: '${secret:docs-token-2}',
    });
    expect([kept('docs-token'), kept('docs-token-2')]).toEqual(['old', 'tok-1234']);
    const other = draft({ TOKEN: 'tok-1234', A: '${secret:docs-token}' });
    await drafts().update(id, other, none, signal);
    expect(environment()?.['TOKEN']).toBe('${secret:docs-token-2}');
  });
});

describe('what is stored already', () => {
  const secret = 'ghp_0123456789abcdef0123';

  it('has its secrets moved to the keychain when the person agrees, and says where they stand [UI-32.move, SE-50.move]', async () => {
    const value = draft({ GITHUB_TOKEN: secret, REGION: 'eu' }, ['-y', 'docs-mcp@1.0.0', secret]);
    stored = recordOf(value);
    expect(inspected()).toMatchObject({
      plainSecrets: ['the environment value GITHUB_TOKEN', 'argument 3'],
      hasKeychain: true,
    });
    expect(JSON.stringify(inspected())).not.toContain(secret);
    accepts = false;
    expect(await drafts().moveSecrets(id, signal)).toEqual({ outcome: 'cancelled' });
    expect(environment()?.['GITHUB_TOKEN']).toBe(secret);
    expect(kept('docs-github-token')).toBeUndefined();
    accepts = true;
    await drafts().moveSecrets(id, signal);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(environment()).toEqual({ GITHUB_TOKEN: '${secret:docs-github-token}', REGION: 'eu' });
    expect(kept('docs-github-token')).toBe(secret);
    expect(inspected().plainSecrets).toEqual([]);
    await expect(drafts(false).moveSecrets(id, signal)).rejects.toThrow(/no keychain here/);
  });

  it('is pinned to a version with its values as they are [SE-35.pin]', async () => {
    stored = recordOf(draft({ PLAIN: 'x', GITHUB_TOKEN: secret }));
    expect(inspected().unpinned).toEqual({ ecosystem: 'npm', name: 'docs-mcp' });
    await drafts().pin(id, '2.3.1', signal);
    expect(stored.definition).toMatchObject({
      args: ['-y', 'docs-mcp@2.3.1'],
      env: { PLAIN: 'x', GITHUB_TOKEN: secret },
    });
    expect(inspected().unpinned).toBeUndefined();
  });

  it('names each of its values that has a variable, and whether that is set [UI-32.stored]', () => {
    stored = recordOf(draft({ A: '${NONE}', B: 'Bearer ${secret:b}', C: 'plain' }));
    expect(inspected().variables).toMatchObject([
      { kind: 'env', name: 'NONE', isSet: false, rows: [{ field: 'env', name: 'A' }] },
      { kind: 'secret', name: 'b', isSet: false, rows: [{ field: 'env', name: 'B' }] },
    ]);
  });
});
