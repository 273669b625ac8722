import { randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../lib/logger.ts';
import { profilePaths, queuePath, transcriptPath } from '../lib/profile-paths.ts';
import { ManualClock } from '../lib/testing/manual-clock.ts';
import { WrittenTranscript } from '../storage/session-index/testing/written-transcripts.ts';
import { readSessionMeta, writeSessionMeta } from '../storage/transcript/session-meta-file.ts';
import {
  acquireTranscriptLock,
  transcriptLockPath,
} from '../storage/transcript/transcript-lock.ts';
import { MessageQueueFile } from './message-queue-file.ts';
import { SessionLibrary, KEPT_DAYS } from './session-library.ts';
import { SessionShelf } from './session-shelf.ts';
import { transcriptArchive } from './transcript-archive.ts';

let root: string;
let clock: ManualClock;
let calls: string[];
let removed: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-library-'));
  clock = new ManualClock();
  calls = [];
  removed = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const offline = { provider_id: 'offline', id: 'offline' };

async function opened() {
  const paths = profilePaths({ PARLEY_CONFIG_DIR: root });
  const archive = transcriptArchive(paths);
  const shelf = new SessionShelf({
    defaultModel: () => offline,
    open: () => new Map(),
    onChange: (_, gone) => removed.push(...gone),
  });
  shelf.put(await archive.list());
  const library = new SessionLibrary({
    sessions: {
      shelf,
      placeOf: (id) => {
        const stored = shelf.stored(id);
        if (!stored) return undefined;
        const { path, cwd, hasBegun = true } = stored;
        return { path, cwd, isRecorded: hasBegun, isRunning: false };
      },
      close: async (id) => void calls.push(`close ${id}`),
    },
    archive,
    paths,
    clock,
    log: silentLog,
    appVersion: '1.0.0',
    defaultModel: () => offline,
    endConnections: async (id) => void calls.push(`connections ${id}`),
    forgetGrants: async (id) => void calls.push(`grants ${id}`),
    finder: {
      wrote: ({ id }) => calls.push(`index ${id}`),
      forget: (id) => calls.push(`unindex ${id}`),
    },
  });
  await library.start();
  return { library, shelf };
}

async function finished(...texts: readonly string[]): Promise<WrittenTranscript> {
  const transcript = await new WrittenTranscript(root).begin(...texts);
  await transcript.finish('success');
  return transcript;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe('a session that is deleted', () => {
  it('goes with all that was kept for it, ends what it held, and comes back as it was [UI-19.delete]', async () => {
    const { id, path } = await finished('What is this?', 'A test.');
    const kept = [
      join(root, 'results', id, 'one.txt'),
      join(root, 'checkpoints', id, 'two.txt'),
      join(root, 'scratch', id, 'made.txt'),
    ];
    for (const file of kept) {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, 'content');
    }
    await writeSessionMeta(path, { title: 'Mine', pinned: true });
    const before = await readFile(path, 'utf8');
    const { library, shelf } = await opened();
    expect(await library.delete([id])).toEqual([id]);
    for (const file of [...kept, path, path.replace('.jsonl', '.meta.json')])
      expect(await isThere(file)).toBe(false);
    expect(calls).toEqual([`close ${id}`, `unindex ${id}`, `connections ${id}`, `grants ${id}`]);
    expect(removed).toEqual([id]);
    expect(shelf.list()).toEqual([]);
    await library.restore([id]);
    for (const file of kept) expect(await readFile(file, 'utf8')).toBe('content');
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(shelf.summary(id)).toMatchObject({ title: 'Mine', pinned: true });
    await expect(library.restore([id])).rejects.toMatchObject({ code: 'session.not-found' });
  });

  it('is never put in the place of another, and is gone for good after its time [UI-19.delete]', async () => {
    const { id, path } = await finished('One', 'Two');
    const { library } = await opened();
    await library.delete([id]);
    await writeFile(path, 'another');
    await expect(library.restore([id])).rejects.toMatchObject({ code: 'session.exists' });
    expect(await readFile(path, 'utf8')).toBe('another');
    await rm(path);
    await library.restore([id]);
    await library.delete([id]);
    clock.advance((KEPT_DAYS + 1) * 86_400_000);
    await library.start();
    expect(await readdir(join(root, 'trash'))).toEqual([]);
  });

  it('is listed in the trash by its title until it is put back or the trash is emptied [UI-63.trash, UI-63.delete]', async () => {
    const { id } = await finished('One', 'Two');
    const { library } = await opened();
    await library.rename(id, 'Orders');
    await library.delete([id]);
    expect(await library.trashed()).toEqual([{ id, title: 'Orders', deletedAt: clock.now() }]);
    await library.restore([id]);
    expect(await library.trashed()).toEqual([]);
    await library.delete([id]);
    await library.emptyTrash();
    expect(await library.trashed()).toEqual([]);
    await expect(library.restore([id])).rejects.toMatchObject({ code: 'session.not-found' });
  });

  it('stays whole when the app ended in the middle of it [UI-19.delete, RE-1.trash]', async () => {
    const { id, path } = await finished('One', 'Two');
    await mkdir(join(root, 'results', id), { recursive: true });
    const { library } = await opened();
    await library.delete([id]);
    // As if the last step had not been made.
    await writeFile(path, await readFile(join(root, 'trash', id, 'transcript.jsonl')));
    await rm(join(root, 'trash', id, 'transcript.jsonl'));
    const { shelf } = await opened();
    expect(shelf.has(id)).toBe(true);
    expect(await isThere(join(root, 'results', id))).toBe(true);
    expect(await readdir(join(root, 'trash'))).toEqual([]);
  });

  it('loses nothing for which something new stands when it is put back [RE-1.trash]', async () => {
    const { id, path } = await finished('One', 'Two');
    const result = join(root, 'results', id, 'old.txt');
    await mkdir(join(result, '..'), { recursive: true });
    await writeFile(result, 'old');
    const { library } = await opened();
    await library.delete([id]);
    await mkdir(join(result, '..'), { recursive: true });
    await library.restore([id]);
    const kept = join(root, 'trash', id, `0-${id}`, 'old.txt');
    expect([await isThere(path), await readFile(kept, 'utf8')]).toEqual([true, 'old']);
    await rm(join(result, '..'), { recursive: true });
    await opened();
    expect(await readFile(result, 'utf8')).toBe('old');
    expect(await readdir(join(root, 'trash'))).toEqual([]);
  });

  it('is as it was when it cannot be moved [RE-1.trash]', async () => {
    const { id, path } = await finished('One', 'Two');
    await writeSessionMeta(path, { title: 'Mine' });
    const { library } = await opened();
    await rm(path);
    await expect(library.delete([id])).rejects.toThrow('ENOENT');
    expect((await readSessionMeta(path)).title).toBe('Mine');
    expect(await readdir(join(root, 'trash'))).toEqual([]);
  });

  it('goes with what was half written or kept aside, and with messages that wait where it has not begun [UI-19.delete]', async () => {
    const { id, path } = await finished('One', 'Two');
    const beside = [`${id}.jsonl.1.tmp`, `.${id}.queue.json.2.tmp`, `${id}.queue.json.corrupt-3`];
    for (const name of beside) await writeFile(join(path, '..', name), 'One');
    const cwd = join(root, 'scratch', 'new');
    const waiting = randomUUID();
    const queue = new MessageQueueFile(queuePath(transcriptPath(root, cwd, waiting)), () => ({
      cwd,
      folder: null,
      model: offline,
      createdAt: 1,
    }));
    await queue.add({ uuid: randomUUID(), text: 'Never sent', at: 1 });
    const { library, shelf } = await opened();
    expect(shelf.list()).toHaveLength(2);
    await library.delete([id, waiting]);
    expect(await readdir(join(path, '..'))).toEqual([]);
    expect(await isThere(queue.path)).toBe(false);
    await library.restore([waiting]);
    expect(await readFile(queue.path, 'utf8')).toContain('Never sent');
    expect(shelf.summary(waiting)?.title).toBe('Never sent');
  });

  it('stays while another program writes it, and leaves a folder that a fork works in [UI-19.delete]', async () => {
    const { id, path } = await finished('One', 'Two');
    await mkdir(join(root, 'scratch', id), { recursive: true });
    const { library } = await opened();
    const lock = await acquireTranscriptLock(transcriptLockPath(path), 'another');
    await expect(library.delete([id])).rejects.toMatchObject({ code: 'session.read-only' });
    await lock.release();
    expect(await isThere(path)).toBe(true);
    await library.fork(id);
    await library.delete([id]);
    expect(await isThere(join(root, 'scratch', id))).toBe(true);
  });
});

describe('marks of a session', () => {
  it('are kept beside its conversation; an empty title gives the automatic one back [UI-1.rename]', async () => {
    const { id, path } = await finished('First words', 'Answer');
    const { library, shelf } = await opened();
    await library.rename(id, '  My   own\ntitle ');
    expect(shelf.summary(id)?.title).toBe('My own title');
    expect(await readSessionMeta(path)).toEqual({ title: 'My own title' });
    await library.rename(id, ' ');
    expect(shelf.summary(id)?.title).toBe('First words');
    await library.mark([id], { archived: true });
    expect(calls).toContain(`connections ${id}`);
    expect(calls).not.toContain(`grants ${id}`);
    expect((await opened()).shelf.summary(id)).toMatchObject({ archived: true });
  });

  it('a session is unread when its turn ended unseen, until it is looked at [UI-1.unread]', async () => {
    const one = await finished('One');
    const two = await finished('Two');
    const { library, shelf } = await opened();
    await library.view(one.id);
    const end = (id: string) => {
      library.heard(id, [
        {
          type: 'system',
          subtype: 'runtime_exited',
          uuid: crypto.randomUUID(),
          session_id: id,
          reason: 'It ended.',
          stderr: [],
        },
      ]);
    };
    end(one.id);
    end(two.id);
    await expect.poll(() => shelf.summary(two.id)?.unread).toBe(true);
    expect(shelf.summary(one.id)?.unread).toBeUndefined();
    expect((await opened()).shelf.summary(two.id)?.unread).toBe(true);
    await library.view(two.id);
    expect(shelf.summary(two.id)?.unread).toBeUndefined();
  });

  it('how the last turn ended is told without opening it [UI-18.restart]', async () => {
    const done = await finished('One', 'Two');
    const cut = await new WrittenTranscript(root).begin('One', 'Two');
    const stopped = await new WrittenTranscript(root).begin('One');
    await stopped.finish('interrupted');
    const failed = await new WrittenTranscript(root).begin('One');
    await failed.finish('error_during_execution');
    const held = await new WrittenTranscript(root).begin('One');
    const lock = await acquireTranscriptLock(transcriptLockPath(held.path), 'another');
    const { shelf } = await opened();
    await lock.release();
    expect([done, cut, stopped, failed, held].map(({ id }) => shelf.summary(id)?.state)).toEqual([
      'idle',
      'interrupted',
      'interrupted',
      'failed',
      'idle',
    ]);
  });

  it('what others delete or bring is noticed [UI-1.outside]', async () => {
    const gone = await finished('Gone');
    const stays = await finished('Stays');
    const { library, shelf } = await opened();
    await rm(gone.path);
    const brought = await finished('Brought');
    await library.refresh();
    expect(removed).toEqual([gone.id]);
    expect(calls).toContain(`close ${gone.id}`);
    expect(
      shelf
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([stays.id, brought.id].sort());
  });
});

describe('export and import', () => {
  const secret = `sk-${'a1b2c3d4'.repeat(4)}`;

  it('carries a session over as JSON, without what looks like a secret [UI-19.export]', async () => {
    const { id } = await finished(`Use ${secret} please`, 'I will "not".');
    const { library, shelf } = await opened();
    const file = await library.export(id, 'json', true);
    expect(file.text).not.toContain(secret);
    const target = join(root, 'exported.json');
    await writeFile(target, file.text);
    const made = await library.import(target);
    expect(made.id).not.toBe(id);
    expect(made).toMatchObject({ title: 'Use [redacted] please', state: 'idle', folder: null });
    expect(shelf.list()).toHaveLength(2);
    const again = JSON.parse((await library.export(made.id, 'json', false)).text) as {
      messages: { uuid: string; message?: unknown }[];
    };
    const first = JSON.parse(file.text) as typeof again;
    expect(again.messages.map(({ message }) => message)).toEqual(
      first.messages.map(({ message }) => message),
    );
    expect(again.messages[0]?.uuid).not.toBe(first.messages[0]?.uuid);
    expect((await library.export(id, 'markdown', false)).text).toContain(secret);
  });

  it('writes HTML in which nothing acts, and Markdown whose fences hold [UI-19.export]', async () => {
    const bad = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
    const { id } = await finished(bad, 'See:\n```html\n<b>bold</b>\n```\nafter');
    const { library } = await opened();
    const { text, name } = await library.export(id, 'html', true);
    expect(name.endsWith('.html')).toBe(true);
    expect(text).toContain("default-src 'none'");
    const body = text.slice(text.indexOf('<body>'));
    expect([...body.matchAll(/<([a-z]+[0-9]?)/g)].map(([, tag]) => tag).sort()).toEqual(
      ['body', 'dd', 'dd', 'dd', 'div', 'div', 'div', 'dl', 'dt', 'dt', 'dt', 'h1', 'h2', 'h2']
        .concat(['pre', 'section', 'section'])
        .sort(),
    );
    expect(body).toContain('<pre>&lt;b&gt;bold&lt;/b&gt;</pre>');
    const markdown = (await library.export(id, 'markdown', true)).text;
    expect(markdown).toContain(`## You\n\n${bad}`);
    expect(markdown).toContain('## Agent\n\nSee:');
  });

  it.each([
    ['an empty file', ''],
    ['another kind of file', 'PNG\u0000\u0001\n'],
    ['JSON of something else', '{"hello": 1}'],
    ['a newer version', '{"format":"parley-session","version":2}'],
    ['a broken export', '{"format":"parley-session","version":1,"messages":[{}]}'],
  ])('refuses %s and changes nothing [UI-19.import]', async (_, content) => {
    const { library, shelf } = await opened();
    const file = join(root, 'given.json');
    await writeFile(file, content);
    await expect(library.import(file)).rejects.toMatchObject({ code: 'session.import' });
    await expect(library.import(root)).rejects.toMatchObject({ code: 'session.import' });
    expect(shelf.list()).toEqual([]);
  });

  it('imports a transcript with damage, as a new session of its own folder [UI-19.import]', async () => {
    const other = await mkdtemp(join(tmpdir(), 'parley-other-'));
    const transcript = await new WrittenTranscript(other).begin('From elsewhere', 'Yes.');
    await writeFile(transcript.path, `${await readFile(transcript.path, 'utf8')}{"type":"mess`);
    const { library } = await opened();
    const first = await library.import(transcript.path);
    const second = await library.import(transcript.path);
    expect(first).toMatchObject({ title: 'From elsewhere', folder: null });
    expect(new Set([transcript.id, first.id, second.id]).size).toBe(3);
    await rm(other, { recursive: true, force: true });
  });
});
