import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RewindPlan } from '../../../../shared/ipc/routes/changes.ts';
import { person, renderWindow, wireError, type Script } from '../../../testing/scripted-bridge.tsx';
import { id, sessionId, summary } from '../testing/messages.ts';
import { RewindDialog } from '../turns/rewind-dialog.tsx';
import { FolderNote } from './branch.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { compareTexts } from './compare-texts.ts';
import { useChanges } from './use-changes.ts';

const folder = '/home/mira/harbor';
const [list, fresh] = [`${folder}/src/list.ts`, `${folder}/fresh.sql`];
const files = [
  { path: list, kind: 'changed', isForeign: false } as const,
  { path: fresh, kind: 'created', isForeign: true } as const,
];
const undoId = id(90);
const plan: RewindPlan = {
  restored: [
    { path: list, action: 'restore' },
    { path: fresh, action: 'delete' },
  ],
  refused: [{ path: `${folder}/b.ts`, reason: 'It was changed by something else since.' }],
  commands: ['npm run migrate'],
};
const script: Script = {
  'sessions.list': () => ({ sessions: [{ ...summary, folder }], prompts: [] }),
  'changes.list': () => ({ files }),
  'changes.compare': ({ path }: { path: string }) =>
    path === list
      ? { before: { kind: 'text', text: 'a\nb\n' }, now: { kind: 'text', text: 'a\nB\nc\n' } }
      : { before: { kind: 'none' }, now: { kind: 'binary' } },
};

function Panel() {
  return <ChangesPanel sessionId={sessionId} changes={useChanges(sessionId)} />;
}

it('changed files are listed, looked at one after the other, and reverted with a way back [UI-64.changes]', async () => {
  const user = person();
  const { bridge, emit } = await renderWindow(<Panel />, {
    ...script,
    'changes.revert': () => ({ restored: [], refused: [], commands: [], undoId }),
    'changes.undo': () => ({ restored: [], refused: [], commands: [] }),
    'changes.open': () => ({ opened: 'folder' }),
  });
  const row = await screen.findByRole('button', { name: /list\.ts/ });
  await within(row).findByText('2 added, 1 removed');
  expect(row.textContent).toContain('src');
  await user.click(row);
  const dialog = within(await screen.findByRole('dialog'));
  const diff = await dialog.findByLabelText(`What changed in ${list}`);
  expect(diff.textContent).toBe('1 a2−b2+B3+c');
  await user.click(dialog.getByRole('button', { name: 'Open' }));
  await dialog.findByText(/might be run instead of shown/);
  await user.click(dialog.getByRole('button', { name: 'Next file' }));
  await dialog.findByText('This is no text, so its content is not shown.');
  // What something else changed is not taken away.
  const revertNew = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete this file' });
  expect(revertNew.disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Previous file' }));
  await user.click(dialog.getByRole('button', { name: 'Revert' }));
  await screen.findByText('list.ts is as it was before this session.');
  expect(bridge.inputs('changes.revert')).toEqual([{ sessionId, path: list }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bridge.inputs('changes.undo')).toEqual([{ sessionId, undoId }]));
  const reads = bridge.inputs('changes.list').length;
  await emit('changes.changed', { sessionIds: [sessionId] });
  await waitFor(() => expect(bridge.inputs('changes.list')).toHaveLength(reads + 1));
});

it('files go back after a look at what goes, what stays and what is not known, and come again [UI-14.rewind]', async () => {
  const user = person();
  const { bridge } = await renderWindow(
    <RewindDialog
      sessionId={sessionId}
      messageUuid={id(10)}
      folder={folder}
      isBusy={false}
      onClose={() => undefined}
    />,
    {
      ...script,
      'changes.preview': () => plan,
      'changes.rewind': () => ({ ...plan, undoId }),
      'changes.undo': () => plan,
    },
  );
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('2 files go back');
  dialog.getByText('Made since; is deleted');
  dialog.getByText('It was changed by something else since.');
  dialog.getByText('npm run migrate');
  await user.click(dialog.getByText('list.ts'));
  // The way back: what is there now goes.
  expect((await dialog.findByLabelText(`What changed in ${list}`)).textContent).toBe(
    '1 a2−B3−c2+b',
  );
  expect(bridge.inputs('changes.compare')).toEqual([{ sessionId, path: list, since: id(10) }]);
  await user.click(dialog.getByRole('button', { name: 'Bring back' }));
  await dialog.findByText('2 files were brought back.');
  dialog.getByText('1 file stays as it is');
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await dialog.findByText('2 files are again as they were before.');
  expect(bridge.inputs('changes.undo')).toEqual([{ sessionId, undoId }]);
});

it('a message without kept files says so, and nothing can be pressed [UI-14.rewind]', async () => {
  await renderWindow(
    <RewindDialog
      sessionId={sessionId}
      messageUuid={id(10)}
      folder={folder}
      isBusy={false}
      onClose={() => undefined}
    />,
    {
      'changes.preview': () => {
        throw wireError('session.no-checkpoint', 'There is no checkpoint.');
      },
    },
  );
  await screen.findByText(/What files held before this message is not known/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Bring back' }).disabled).toBe(true);
});

it('texts that differ too much, or are the same, are told and not drawn [UI-64.changes]', () => {
  const lines = (n: number, word: string) =>
    Array.from({ length: n }, (_, at) => `${word} ${String(at)}`).join('\n');
  const text = (value: string) => ({ kind: 'text' as const, text: value });
  expect(compareTexts({ before: text('a'), now: text('a') }).kind).toBe('same');
  const one = compareTexts({ before: text(lines(5_000, 'a')), now: text(`${lines(5_000, 'a')}!`) });
  expect(one).toMatchObject({ kind: 'lines', added: 1, removed: 1 });
  expect(
    compareTexts({ before: text(lines(30_000, 'a')), now: text(lines(30_000, 'b')) }).kind,
  ).toBe('too-different');
});

it('the branch of the folder stands in the head of a session, and follows [UI-64.branch]', async () => {
  let branch = 'main';
  const { bridge, emit } = await renderWindow(
    <FolderNote session={{ ...summary, id: sessionId, folder }} />,
    { 'changes.branch': () => ({ kind: 'branch', name: branch }) },
  );
  expect((await screen.findByTitle('Branch main')).textContent).toBe('Branchmain');
  screen.getByTitle(folder);
  branch = 'fix/orders-index';
  await emit('changes.changed', { sessionIds: [id(99)] });
  expect(bridge.inputs('changes.branch')).toHaveLength(1);
  await emit('changes.changed', { sessionIds: [sessionId] });
  await screen.findByTitle('Branch fix/orders-index');
});
