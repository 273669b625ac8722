import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../shared/ipc/routes/permissions.ts';
import { person, renderWindow } from '../../testing/scripted-bridge.tsx';
import { PermissionsSection } from './permissions-section.tsx';

const idOf = (n: number) => `33333333-3333-4333-8333-00000000000${String(n)}`;
function entry(n: number, part: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: idOf(n),
    behavior: 'allow',
    scope: 'always',
    covers: 'tool',
    serverId: '11111111-1111-4111-8111-111111111111',
    serverName: 'Files',
    tool: `tool_${String(n)}`,
    origin: { kind: 'tools-table' },
    createdAt: Date.now(),
    uses: 0,
    state: 'active',
    ...part,
  };
}

describe('the ledger of permissions', () => {
  it('says what belongs there while it is empty [UI-42.ledger]', async () => {
    await renderWindow(<PermissionsSection />);
    expect(screen.getByRole('heading', { name: 'Nothing is allowed or denied yet' })).toBeTruthy();
  });

  it('shows every grant with scope, origin, use and why it is not in force [UI-42.ledger]', async () => {
    const grants = [
      entry(1, {
        scope: 'session',
        covers: 'arguments',
        arguments: '{"path":"a"}',
        toolTitle: 'Write',
        origin: { kind: 'prompt', sessionId: idOf(9), sessionTitle: 'Notes of today' },
        uses: 3,
        lastUsedAt: Date.now(),
      }),
      entry(2, { behavior: 'deny' }),
      entry(3, { covers: 'server', tool: undefined, scope: 'session' }),
      entry(4, { state: 'changed' }),
    ];
    await renderWindow(<PermissionsSection />, {
      'permissions.list': () => ({ grants, changed: [] }),
    });
    const rows = within(screen.getByRole('list', { name: 'Permissions given' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows[0]).toBe(
      'Writetool_1FilesAllowedOne sessionOnly with {"path":"a"}Given: now, in “Notes of today”3 calls, last: nowRevoke',
    );
    expect(rows[1]).toContain('DeniedAlwaysGiven: now, in the tools tableNo call yet');
    expect(rows[2]).toContain('All tools');
    expect(rows[3]).toContain('Not in force: the tool changed');
  });

  it('finds and revokes [UI-42.ledger]', async () => {
    const { bridge, emit } = await renderWindow(<PermissionsSection />, {
      'permissions.list': () => ({
        grants: [entry(1), entry(2, { behavior: 'deny' })],
        changed: [],
      }),
      'permissions.revoke': () => undefined,
    });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'denied tools' } });
    expect(screen.getByRole('status').textContent).toBe('1 of 2');
    await person().click(screen.getByRole('button', { name: 'Revoke: tool_2 on Files' }));
    expect(bridge.inputs('permissions.revoke')).toEqual([{ grantId: idOf(2) }]);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    expect(screen.getByText('No permission matches “nothing like it”.')).toBeTruthy();
    await emit('permissions.changed', { grants: [], changed: [] });
    expect(screen.getByRole('heading', { name: 'Nothing is allowed or denied yet' })).toBeTruthy();
  });

  it('lists the trusted folders and takes trust back [UI-17.revoke]', async () => {
    const { bridge } = await renderWindow(<PermissionsSection />, {
      'folders.trusted': () => ({ folders: ['/home/a', '/home/b'] }),
      'folders.revoke': () => ({ folders: ['/home/b'] }),
    });
    const region = within(screen.getByRole('region', { name: 'Trusted folders' }));
    await person().click(
      await region.findByRole('button', { name: 'Revoke the trust of /home/a' }),
    );
    expect(bridge.inputs('folders.revoke')).toEqual([{ folder: '/home/a' }]);
    expect(await region.findByText('/home/b')).toBeTruthy();
    expect(region.queryByText('/home/a')).toBeNull();
  });
});
