import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MessageQueueFile } from './message-queue-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-queue-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const message = { uuid: '11111111-1111-4111-8111-111111111111', text: 'keep me', at: 1 };

it('finds again what was queued, in order, and leaves no file when all is recorded', async () => {
  const path = join(folder, 'a.queue.json');
  const second = { ...message, uuid: '22222222-2222-4222-8222-222222222222' };
  const queue = new MessageQueueFile(path);
  await Promise.all([queue.add(message), queue.add(second)]);
  const again = new MessageQueueFile(path);
  await again.load();
  expect(again.messages).toEqual([message, second]);
  await again.remove(message.uuid);
  await again.remove(second.uuid);
  expect(await readdir(folder)).toEqual([]);
});

it('leaves the file of a newer app as it is, and says why it takes nothing [RE-5]', async () => {
  const path = join(folder, 'a.queue.json');
  const newer = '{"schemaVersion":2,"waiting":["new kind"]}';
  await writeFile(path, newer);
  const queue = new MessageQueueFile(path);
  await queue.load();
  await expect(queue.add(message)).rejects.toMatchObject({ code: 'storage.failed' });
  expect(queue.messages).toEqual([]);
  expect(await readFile(path, 'utf8')).toBe(newer);
});

it('keeps an unreadable file aside, so that the next message does not replace it [RE-2.queue]', async () => {
  const path = join(folder, 'a.queue.json');
  await writeFile(path, '{"schemaVersion":1,"messages":[{"te');
  const queue = new MessageQueueFile(path);
  await queue.load();
  await queue.add(message);
  const kept = (await readdir(folder)).find((name) => name.includes('corrupt')) ?? '';
  expect(await readFile(join(folder, kept), 'utf8')).toBe('{"schemaVersion":1,"messages":[{"te');
  expect(queue.messages).toEqual([message]);
});
