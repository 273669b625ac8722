import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SessionSummary } from '../../../../shared/ipc/routes/sessions.ts';
import type { ReadingEntry, ServerReading } from '../../../../shared/mcp/server-reading.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import {
  fill,
  person,
  renderWindow,
  serverState,
  wireError,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { installLinks } from '../../../lib/install-links.ts';
import { ServersPage } from '../index.ts';

const words = serverSetupTexts;
const readingId = '00000000-0000-4000-8000-000000000001';
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const entry = (name: string, part: Partial<ReadingEntry> = {}): ReadingEntry => ({
  entryId: name,
  name,
  definition: { type: 'stdio', command: 'npx', args: ['-y', `${name}@1.0.0`], envNames: [] },
  notes: [],
  comparison: { kind: 'new' },
  asksFor: [],
  secrets: 0,
  ...part,
});
const broken = (): ReadingEntry => {
  const rest: Partial<ReadingEntry> = { ...entry('legacy') };
  delete rest.definition;
  return {
    ...(rest as ReadingEntry),
    excerpt: '"args": "x"',
    notes: [
      {
        severity: 'error',
        sentence: 'args must be a list of texts, not one text',
        position: { line: 6, column: 43 },
        fix: { sentence: 'Split it', edits: [{ offset: 4, length: 3, text: '["x"]' }] },
      },
    ],
  };
};
const reading = (entries: readonly ReadingEntry[], notes: ServerReading['notes'] = []) => ({
  readingId,
  understoodAs: words.reading.shapes.mcpServers,
  entries: [...entries],
  notes,
});

/** A session that works in this folder. */
const sessionIn = (folder: string): SessionSummary => ({
  id: '00000000-0000-4000-8000-00000000000a',
  title: '',
  folder,
  model: { provider_id: 'offline', id: 'offline' },
  state: 'idle',
  createdAt: 1,
  updatedAt: 1,
});

async function openPaste(script: Script) {
  const user = person();
  const shown = await renderWindow(<ServersPage />, {
    'servers.list': () => ({ servers: [serverState({ name: 'mine' })], sequence: 1 }),
    ...script,
  });
  await user.click(button('Add server'));
  return { ...shown, user };
}
const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: words.add.paste });

describe('adding by paste', () => {
  it('says what was understood, and puts a mistake right at a press [UI-31.paste, UI-31.mistakes]', async () => {
    const { user, bridge } = await openPaste({
      'serverSetup.read': ({ text: source }: { text: string }) =>
        reading(source.includes('["x"]') ? [entry('a'), entry('legacy')] : [entry('a'), broken()]),
    });
    expect(button(/^Review 0/).disabled).toBe(true);
    await fill(user, area(), 'abc "x" end');
    expect(await screen.findByText(words.reading.shapes.mcpServers)).toBeTruthy();
    expect(screen.getByText(words.add.found(2, 1))).toBeTruthy();
    expect(screen.getByText('Line 6, column 43')).toBeTruthy();
    expect(button('Review 1 server').disabled).toBe(false);
    await user.click(button(words.add.fix));
    expect(area().value).toBe('abc ["x"] end');
    expect(await screen.findByRole('button', { name: 'Review 2 servers' })).toBeTruthy();
    expect(bridge.inputs('serverSetup.read').at(-1)).toEqual({ text: 'abc ["x"] end', pins: {} });
  });

  it('pins a typed version, and reviews only what is chosen [SE-35.pin, UI-31.review]', async () => {
    const { user, bridge } = await openPaste({
      'serverSetup.read': ({ pins }: { pins: Record<string, string> }) =>
        reading([
          entry('a', pins['a'] === undefined ? { unpinned: { ecosystem: 'npm', name: 'a' } } : {}),
          entry('b'),
          entry('mine', { comparison: { kind: 'same' } }),
        ]),
      'serverSetup.review': () => ({ results: [{ entryId: 'a', outcome: 'cancelled' }] }),
    });
    await fill(user, area(), '{}');
    await user.click(await screen.findByRole('button', { name: words.add.pin }));
    await fill(user, screen.getByRole('textbox', { name: words.add.pinLabel('a') }), 'latest');
    expect(button(words.add.pinApply).disabled).toBe(true);
    await user.clear(screen.getByRole('textbox', { name: words.add.pinLabel('a') }));
    await fill(user, screen.getByRole('textbox', { name: words.add.pinLabel('a') }), '1.4.2');
    await user.click(button(words.add.pinApply));
    expect(await screen.findByText('npx -y a@1.0.0')).toBeTruthy();
    const box = (name: string) => screen.getByRole('checkbox', { name: words.add.choose(name) });
    expect((box('mine') as HTMLButtonElement).disabled).toBe(true);
    await user.click(box('b'));
    await user.click(button('Review 1 server'));
    expect(bridge.inputs('serverSetup.review')).toEqual([
      {
        chosen: [{ readingId, entryIds: ['a'] }],
        scope: { kind: 'user' },
        pins: { a: '1.4.2' },
      },
    ]);
    expect(await screen.findByText(words.add.none)).toBeTruthy();
    expect(area().value).toBe('{}');
  });

  it('waits with a text that has mistakes, and closes when everything was added [UI-31.review]', async () => {
    const { user } = await openPaste({
      'serverSetup.read': ({ text: source }: { text: string }) =>
        reading(
          [entry('a')],
          source === 'bad' ? [{ severity: 'error', sentence: 'A comma is missing here.' }] : [],
        ),
      'serverSetup.review': () => ({
        results: [{ entryId: 'a', outcome: 'started', serverId: serverState().id }],
      }),
    });
    await fill(user, area(), 'bad');
    expect(await screen.findByText('A comma is missing here.')).toBeTruthy();
    expect(button(/^Review 0/).disabled).toBe(true);
    await user.clear(area());
    await fill(user, area(), 'good');
    await user.click(await screen.findByRole('button', { name: 'Review 1 server' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows an install link once, whole, and starts nothing by itself [UI-31.link]', async () => {
    installLinks.setState({
      readings: [
        reading([
          entry('linked', {
            definition: {
              type: 'stdio',
              command: 'npx',
              args: ['a\u202Eb', 'x'.repeat(3_000)],
              envNames: [],
            },
          }),
        ]),
      ],
    });
    const user = person();
    const { bridge } = await renderWindow(<ServersPage />);
    const dialog = screen.getByRole('dialog', { name: words.add.linkTitle });
    expect(dialog.textContent).toContain('U+202E');
    expect(dialog.textContent).toContain('x'.repeat(3_000));
    await user.click(within(dialog).getByRole('button', { name: words.add.cancel }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(installLinks.getState().readings).toEqual([]);
    expect(bridge.inputs('serverSetup.review')).toEqual([]);
  });
});

describe('adding from the registry', () => {
  it('asks only when Search is pressed, says when it cannot, and reviews what was chosen [UI-31.registry]', async () => {
    let offline = true;
    const { user, bridge } = await openPaste({
      'serverSetup.searchRegistry': () => {
        if (offline) throw wireError('registry.failed', 'registry.example could not be asked.');
        const server = {
          name: 'io.example/pg',
          description: 'SQL',
          version: '1.2.3',
          kinds: ['npm'],
        };
        return { servers: [server] };
      },
      'serverSetup.registry': () => ({ host: 'registry.example' }),
      'serverSetup.registryEntry': () => reading([entry('pg')]),
      'serverSetup.review': () => ({
        results: [{ entryId: 'pg', outcome: 'started', serverId: serverState().id }],
      }),
    });
    await user.click(screen.getByRole('tab', { name: words.add.tabs.registry }));
    await fill(user, screen.getByRole('textbox', { name: words.registry.search }), 'postgres');
    expect(screen.getByText(words.registry.note('registry.example'))).toBeTruthy();
    expect(bridge.inputs('serverSetup.searchRegistry')).toEqual([]);
    await user.click(button(words.registry.submit));
    expect((await screen.findByRole('alert')).textContent).toContain(
      text.errors['registry.failed'],
    );
    offline = false;
    await user.click(button(words.registry.submit));
    await user.click(
      await screen.findByRole('button', { name: words.registry.choose('io.example/pg') }),
    );
    expect(bridge.inputs('serverSetup.registryEntry')).toEqual([
      { name: 'io.example/pg', version: '1.2.3' },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Review 1 server' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('importing', () => {
  const source = (part: object) => ({
    app: 'claude-desktop',
    label: '',
    files: [],
    troubles: [],
    ...part,
  });

  it('shows what is new, the same, renamed and skipped with the reason, and stores what is chosen [UI-31.import]', async () => {
    const user = person();
    const { bridge } = await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [serverState({ name: 'mine' })], sequence: 1 }),
      'serverSetup.sources': (() => ({
        sources: [
          source({
            files: ['/home/m/claude_desktop_config.json'],
            reading: reading([
              entry('a', { secrets: 1 }),
              entry('mine', { comparison: { kind: 'same' } }),
              entry('gh', {
                comparison: {
                  kind: 'renamed',
                  name: 'gh-2',
                  difference: 'Yours has other headers',
                },
              }),
              broken(),
            ]),
          }),
          source({ app: 'roo' }),
        ],
      })) as never,
      'serverSetup.addOff': () => ({ outcome: 'cancelled', serverIds: [] }),
    });
    await user.click(button(words.import.open));
    const dialog = await screen.findByRole('dialog', { name: words.import.title });
    expect(await within(dialog).findByText(words.import.read(4, 2))).toBeTruthy();
    for (const shown of [
      words.import.new,
      words.import.same,
      words.add.newName('gh-2'),
      'Yours has other headers',
      words.import.skipped,
      words.import.line(6, 'args must be a list of texts, not one text'),
      words.import.secrets(1),
      words.import.notFound,
    ]) {
      expect(within(dialog).getByText(shown)).toBeTruthy();
    }
    await user.click(button('Import 2 servers'));
    expect(bridge.inputs('serverSetup.addOff')).toEqual([
      { chosen: [{ readingId, entryIds: ['a', 'gh'] }], scope: { kind: 'user' }, pins: {} },
    ]);
    expect(await screen.findByText(words.import.cancelled)).toBeTruthy();
  });

  it('shows the first app that has servers at once, the others in one line, and saves for a folder [UI-31.import, UI-31.scope]', async () => {
    const user = person();
    const { bridge } = await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [serverState({ name: 'mine' })], sequence: 1 }),
      'sessions.list': () => ({ sessions: [sessionIn('/work/harbor-api')], prompts: [] }),
      'serverSetup.sources': (() => ({
        sources: [
          source({ reading: reading([]) }),
          source({ app: 'cline' }),
          source({ app: 'cursor', files: ['/home/m/mcp.json'], reading: reading([entry('a')]) }),
          source({ app: 'roo' }),
        ],
      })) as never,
      'serverSetup.addOff': () => ({ outcome: 'cancelled', serverIds: [] }),
    });
    await user.click(button(words.import.open));
    const dialog = await screen.findByRole('dialog', { name: words.import.title });
    expect(await within(dialog).findByRole('region', { name: 'Cursor' })).toBeTruthy();
    expect(within(dialog).getByText('Cline, Roo')).toBeTruthy();
    await user.click(within(dialog).getByRole('radio', { name: 'harbor-api only' }));
    await user.click(button('Import 1 server'));
    expect(bridge.inputs('serverSetup.addOff')).toEqual([
      {
        chosen: [{ readingId, entryIds: ['a'] }],
        scope: { kind: 'folder', folder: '/work/harbor-api' },
        pins: {},
      },
    ]);
    await user.click(button(words.add.close));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says why nothing could be read, and tries again', async () => {
    const user = person();
    let fails = true;
    await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [serverState({ name: 'mine' })], sequence: 1 }),
      'serverSetup.sources': () => {
        if (fails) throw wireError('session.no-gesture', 'Press again.');
        return { sources: [] };
      },
    });
    await user.click(button(words.import.open));
    expect(await screen.findByRole('alert')).toBeTruthy();
    fails = false;
    await user.click(button(words.import.again));
    expect(await screen.findByText(words.import.none)).toBeTruthy();
  });
});

describe('values that are missing', () => {
  it('are asked for, sent once and never shown [UI-32.inputs]', async () => {
    const user = person();
    const server = serverState({
      name: 'pg',
      status: 'failed',
      failure: { code: 'variable-missing', message: 'The input “url” has no value.', at: 1 },
    });
    const { bridge } = await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [server], sequence: 1 }),
      'serverSetup.variables': () => ({
        variables: [
          {
            kind: 'input',
            name: 'url',
            places: ['argument 1'],
            isSet: false,
            password: true,
            description: 'Database',
          },
          { kind: 'env', name: 'REGION', places: ['argument 2'], isSet: false },
        ],
      }),
      'serverSetup.setSecret': () => undefined,
      'servers.restart': () => undefined,
    });
    await user.click(button(words.values.enter));
    const field = await screen.findByLabelText<HTMLInputElement>('Database');
    expect(field.type).toBe('password');
    expect(screen.getByText(words.values.unset('REGION'))).toBeTruthy();
    await fill(user, field, 'postgres://canary');
    await user.click(button(words.values.save));
    expect(bridge.inputs('serverSetup.setSecret')).toEqual([
      { serverId: server.id, kind: 'input', name: 'url', value: 'postgres://canary' },
    ]);
    expect(bridge.inputs('servers.restart')).toEqual([{ serverId: server.id }]);
  });
});
