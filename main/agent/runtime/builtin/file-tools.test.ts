import {
  chmod,
  link,
  mkdir,
  readFile,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { BuiltInTool } from './built-in-tool.ts';
import { editTool, writeTool } from './edit-tools.ts';
import { FileLedger } from './file-ledger.ts';
import { readTool } from './read-tool.ts';
import { callTool, toolPlace } from './testing/tool-place.ts';
import type { ToolPlace } from './testing/tool-place.ts';

let at: ToolPlace;
let read: BuiltInTool;
let write: BuiltInTool;
let edit: BuiltInTool;
let betweenCheckAndWrite: () => Promise<void>;

beforeEach(async () => {
  at = await toolPlace();
  const ledger = new FileLedger();
  betweenCheckAndWrite = () => Promise.resolve();
  const watcher = {
    before: () => betweenCheckAndWrite(),
    after: () => Promise.resolve(),
  };
  read = readTool(at.place, ledger, () => Promise.resolve(false));
  write = writeTool({ place: at.place, ledger, watcher });
  edit = editTool({ place: at.place, ledger, watcher });
});
afterEach(() => at.dispose());

const path = (name: string): string => join(at.folder, name);
const put = (name: string, content: string | Buffer): Promise<void> =>
  writeFile(path(name), content);
const raw = (name: string): Promise<Buffer> => readFile(path(name));
const reading = (name: string, more: JsonObject = {}) =>
  callTool(read, { file_path: name, ...more });

describe('Read', () => {
  it('numbers lines, goes on where it is told to, and says what is left [SDK-60.read]', async () => {
    await put('lines.txt', Array.from({ length: 9 }, (_, n) => `line ${String(n + 1)}`).join('\n'));
    expect((await reading('lines.txt', { offset: 3, limit: 2 })).text).toBe(
      '     3\tline 3\n     4\tline 4\n[Lines 3 to 4 of 9. Go on with offset 5.]',
    );
    expect((await reading('lines.txt', { offset: 9 })).text).toBe('     9\tline 9');
    expect(await reading('lines.txt', { offset: 10 })).toMatchObject({ failed: true });
  });

  it('pages what is long in lines or in all, and says how much of a line is missing [SDK-60.read]', async () => {
    await put('wide.txt', `${'x'.repeat(5_000)}\nshort`);
    const wide = await reading('wide.txt');
    expect(wide.text).toContain('[… 3000 more characters]');
    expect(wide.text).toContain('     2\tshort');
    await put('much.txt', `${'y'.repeat(999)}\n`.repeat(1_000));
    const much = await reading('much.txt');
    expect(much.text.length).toBeLessThan(70_000);
    const next = Number(/Go on with offset (\d+)/.exec(much.text)?.[1]);
    expect((await reading('much.txt', { offset: next, limit: 1 })).text).toContain(
      `${String(next)}\t`,
    );
  });

  it('reads a file that is too large to be held by lines, and never lets it be edited [SDK-60.read]', async () => {
    await put('huge.log', 'first\nsecond\n');
    const line = `${'z'.repeat(1_048_575)}\n`;
    await writeFile(path('huge.log'), line.repeat(40), { flag: 'a' });
    expect((await reading('huge.log', { limit: 2 })).text).toBe(
      '     1\tfirst\n     2\tsecond\n[Lines 1 to 2. Go on with offset 3.]',
    );
    expect(
      await callTool(edit, { file_path: 'huge.log', old_string: 'first', new_string: 'x' }),
    ).toMatchObject({ failed: true });
    await truncate(path('huge.log'), 0);
    expect((await reading('huge.log')).text).toContain('empty');
  });

  it('takes pictures and PDFs as parts, notebooks as text, and refuses other binary files [SDK-60.read]', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    await put('picture.dat', png);
    await put('paper.pdf', '%PDF-1.7 …');
    await put('odd.bin', Buffer.from([1, 0, 2, 0, 255]));
    const cells = [
      { cell_type: 'markdown', source: ['# Title'] },
      {
        cell_type: 'code',
        source: '1+1',
        outputs: [{ output_type: 'execute_result', data: { 'text/plain': '2', 'image/png': 'x' } }],
      },
    ];
    await put('book.ipynb', JSON.stringify({ cells }));
    const context = { id: 'c', signal: new AbortController().signal, onProgress: () => undefined };
    expect((await read.call({ file_path: 'picture.dat' }, context)).content[1]).toEqual({
      type: 'image',
      mimeType: 'image/png',
      data: png.toString('base64'),
    });
    expect((await read.call({ file_path: 'paper.pdf' }, context)).content[1]).toMatchObject({
      type: 'resource',
      resource: { mimeType: 'application/pdf' },
    });
    const book = await reading('book.ipynb');
    expect(book.text).toContain('<cell 2, code>');
    expect(book.text).toContain('[also as image/png]');
    expect(await reading('odd.bin')).toMatchObject({
      failed: true,
      text: expect.stringContaining('binary file of 5 bytes') as string,
    });
  });

  it('says what keeps a path from being read: missing, a folder, a device, a circle of links [SDK-60.read]', async () => {
    await mkdir(path('sub'));
    await symlink('loop-b', path('loop-a'));
    await symlink('loop-a', path('loop-b'));
    expect((await reading('none.txt')).text).toBe(`${path('none.txt')} does not exist.`);
    expect((await reading('sub')).text).toContain('is a folder');
    expect((await reading('/dev/zero')).text).toContain('no ordinary file');
    const loop = await read.call(
      { file_path: 'loop-a' },
      { id: 'c', signal: new AbortController().signal, onProgress: () => undefined },
    );
    expect(loop.isError).toBe(true);
    expect(
      (
        await read.call(
          { file_path: 5 },
          { id: 'c', signal: new AbortController().signal, onProgress: () => undefined },
        )
      ).content[0]?.['text'],
    ).toContain('file_path');
  });

  it('decides on where links lead, and refuses one that leads elsewhere after the decision [SDK-60.real-path]', async () => {
    await writeFile(join(at.outside, 'secret.txt'), 'canary');
    await put('good.txt', 'fine');
    await symlink(path('good.txt'), path('link.txt'));
    await symlink(at.outside, path('way'));
    expect(await read.facts({ file_path: 'way/secret.txt' })).toMatchObject({
      kind: 'read',
      paths: [join(at.outside, 'secret.txt')],
    });
    expect(await read.facts({ file_path: 'link.txt' })).toMatchObject({
      paths: [path('good.txt')],
    });
    await unlink(path('link.txt'));
    await symlink(join(at.outside, 'secret.txt'), path('link.txt'));
    const context = { id: 'c', signal: new AbortController().signal, onProgress: () => undefined };
    const result = await read.call({ file_path: 'link.txt' }, context);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain('canary');
  });
});

describe('Edit and Write', () => {
  it('change only what was read and is as it was read [SDK-60.edit]', async () => {
    await put('a.txt', 'one two');
    const change = { file_path: 'a.txt', old_string: 'two', new_string: 'three' };
    expect((await callTool(edit, change)).text).toContain('was not read');
    expect((await callTool(write, { file_path: 'a.txt', content: 'x' })).text).toContain(
      'was not read',
    );
    await reading('a.txt');
    await put('a.txt', 'one two!');
    expect((await callTool(edit, change)).text).toContain('was changed by something else');
    expect((await raw('a.txt')).toString()).toBe('one two!');
    await reading('a.txt');
    expect(await callTool(edit, change)).toMatchObject({ failed: false });
    // What it wrote itself it knows.
    expect(await callTool(edit, { ...change, old_string: 'one', new_string: '1' })).toMatchObject({
      failed: false,
    });
    expect((await raw('a.txt')).toString()).toBe('1 three!');
  });

  it('lose nothing that others write between the check and the change [SDK-60.edit]', async () => {
    await put('a.txt', 'one');
    await reading('a.txt');
    betweenCheckAndWrite = () => put('a.txt', 'theirs');
    const change = { file_path: 'a.txt', old_string: 'one', new_string: 'two' };
    expect(await callTool(edit, change)).toMatchObject({ failed: true });
    expect((await raw('a.txt')).toString()).toBe('theirs');
    betweenCheckAndWrite = () => put('new.txt', 'theirs');
    expect(await callTool(write, { file_path: 'new.txt', content: 'ours' })).toMatchObject({
      failed: true,
    });
    expect((await raw('new.txt')).toString()).toBe('theirs');
  });

  it('want the text exactly once unless all are meant [SDK-60.edit]', async () => {
    await put('a.txt', 'x = 1; x = 1; $&');
    await reading('a.txt');
    const change = { file_path: 'a.txt', old_string: 'x = 1', new_string: 'y = $1' };
    expect((await callTool(edit, change)).text).toContain('2 times');
    expect((await callTool(edit, { ...change, old_string: 'x.=' })).text).toContain(
      'not in the file',
    );
    expect((await callTool(edit, { ...change, new_string: 'x = 1' })).text).toContain('the same');
    await callTool(edit, { ...change, replace_all: true });
    await callTool(edit, { file_path: 'a.txt', old_string: '$&', new_string: '$$' });
    expect((await raw('a.txt')).toString()).toBe('y = $1; y = $1; $$');
  });

  it('keep line ends, mark, encoding and mode [SDK-60.edit-form]', async () => {
    const mark = '\uFEFF';
    await put('windows.txt', `${mark}one\r\ntwo\r\nmixed\nend\r\n`);
    await chmod(path('windows.txt'), 0o750);
    await reading('windows.txt');
    await callTool(edit, {
      file_path: 'windows.txt',
      old_string: 'one\ntwo',
      new_string: '1\n2\n3',
    });
    expect((await raw('windows.txt')).toString()).toBe(`${mark}1\r\n2\r\n3\r\nmixed\nend\r\n`);
    expect((await stat(path('windows.txt'))).mode & 0o777).toBe(0o750);

    const wide = (text: string): Buffer => Buffer.from(`${mark}${text}`, 'utf16le').swap16();
    await put('wide.txt', wide('grün ok'));
    expect((await reading('wide.txt')).text).toContain('utf-16be');
    await callTool(edit, { file_path: 'wide.txt', old_string: 'grün', new_string: 'blåu' });
    expect((await raw('wide.txt')).equals(wide('blåu ok'))).toBe(true);

    await put('old.txt', Buffer.from('grün', 'latin1'));
    expect((await reading('old.txt')).text).toContain('latin1');
    expect(
      (await callTool(edit, { file_path: 'old.txt', old_string: 'grün', new_string: '緑' })).text,
    ).toContain('lacks a character');
    await callTool(edit, { file_path: 'old.txt', old_string: 'grün', new_string: 'rötlich' });
    expect((await raw('old.txt')).equals(Buffer.from('rötlich', 'latin1'))).toBe(true);

    await callTool(write, { file_path: 'windows.txt', content: 'a\nb\n' });
    expect((await raw('windows.txt')).toString()).toBe(`${mark}a\r\nb\r\n`);
  });

  it('make folders, keep other names of a file, and leave no drafts behind [SDK-60.write]', async () => {
    expect(await callTool(write, { file_path: 'deep/er/new.txt', content: 'hi\n' })).toEqual({
      text: `Created ${path('deep/er/new.txt')} (1 lines).`,
      failed: false,
    });
    await link(path('deep/er/new.txt'), path('twin.txt'));
    await reading('twin.txt');
    await callTool(edit, { file_path: 'twin.txt', old_string: 'hi', new_string: 'ho' });
    expect((await raw('deep/er/new.txt')).toString()).toBe('ho\n');
    const { readdir } = await import('node:fs/promises');
    expect((await readdir(at.folder, { recursive: true })).sort()).toEqual([
      'deep',
      'deep/er',
      'deep/er/new.txt',
      'twin.txt',
    ]);
  });

  it('tell the decision where a write through a link really goes [SDK-60.real-path]', async () => {
    await symlink(join(at.outside, 'not-yet.txt'), path('link.txt'));
    expect(await write.facts({ file_path: 'link.txt', content: '' })).toMatchObject({
      kind: 'write',
      paths: [join(at.outside, 'not-yet.txt')],
    });
  });
});
