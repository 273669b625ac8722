import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { firstRunTexts } from '../../../../shared/texts/en/first-run.ts';
import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import type { ReadingEntry } from '../../../../shared/mcp/server-reading.ts';
import { person, renderWindow } from '../../../testing/scripted-bridge.tsx';
import { FoundServers } from './found-servers.tsx';

const words = firstRunTexts.servers;
const READING = '11111111-1111-4111-8111-111111111111';
const entryId = (index: number) => `22222222-2222-4222-8222-22222222222${String(index)}`;

function entry(index: number, part: Partial<ReadingEntry> = {}): ReadingEntry {
  return {
    entryId: entryId(index),
    name: `server-${String(index)}`,
    definition: { type: 'stdio', command: 'npx', args: [`pkg-${String(index)}`], envNames: [] },
    comparison: { kind: 'new' },
    notes: [],
    secrets: 0,
    ...part,
  } as ReadingEntry;
}

it('brings along what was found and chosen, turned off; what is there or unreadable is left out [UI-4.servers]', async () => {
  const user = person();
  const source = {
    app: 'cursor',
    label: '',
    files: ['/home/mira/.cursor/mcp.json'],
    troubles: [],
    reading: {
      readingId: READING,
      shape: 'mcpServers',
      notes: [],
      entries: [
        entry(1),
        entry(2),
        entry(3, { comparison: { kind: 'same' } as ReadingEntry['comparison'] }),
        entry(4, { definition: undefined }),
        entry(5),
        entry(6),
        entry(7),
      ],
    },
  } as unknown as ImportSource;
  let imported = 0;
  const { bridge } = await renderWindow(
    <FoundServers onImported={() => (imported += 1)}>
      {({ body, found, chosen, submit }) => (
        <>
          {body}
          <p>{`${String(found)} found`}</p>
          <button onClick={submit}>{words.submit(chosen)}</button>
        </>
      )}
    </FoundServers>,
    {
      'serverSetup.sources': () => ({ sources: [source] }),
      'serverSetup.addOff': () => ({ outcome: 'added', serverIds: [READING], failed: [] }) as never,
    },
  );
  expect(await screen.findByText('5 found')).toBeTruthy();
  expect(screen.getByText(words.unreadable(1))).toBeTruthy();
  expect(screen.getByText('npx pkg-1')).toBeTruthy();
  expect(screen.queryByText('server-7')).toBeNull();
  await user.click(screen.getByRole('button', { name: words.showAll }));
  expect(screen.getByText('server-7')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /server-2/ }));
  await user.click(screen.getByRole('button', { name: words.submit(4) }));
  const [sent] = bridge.inputs('serverSetup.addOff') as [
    { chosen: { entryIds: string[] }[]; scope: unknown },
  ];
  expect(sent.scope).toEqual({ kind: 'user' });
  expect(sent.chosen[0]?.entryIds).toEqual([1, 5, 6, 7].map(entryId));
  expect(imported).toBe(1);
});
