import { describe, expect, it } from 'vitest';
import { serverDraft } from '../../../../shared/mcp/server-config.ts';
import { serverState } from '../../../testing/scripted-bridge.tsx';
import { formProblems } from './form-problems.ts';
import { emptyForm, formFromServer, serverFormReducer, submission } from './server-form.ts';
import type { ServerForm, ServerFormAction, ValueRow } from './server-form.ts';

const run = (form: ServerForm, ...actions: ServerFormAction[]): ServerForm =>
  actions.reduce(serverFormReducer, form);
const valid: ServerForm = { ...emptyForm, name: 'docs', command: 'npx' };
const remote: ServerForm = {
  ...emptyForm,
  name: 'docs',
  transport: 'http',
  url: 'https://a.example/mcp',
};
const row = (name: string, value: string, id = 1, stored = false): ValueRow => ({
  id,
  name,
  value,
  stored,
});
const codes = (form: ServerForm, platform = 'linux') =>
  formProblems(form, platform).map((problem) => problem.code);

describe('problems of the server form', () => {
  it.each<[string, ServerForm, string[]]>([
    ['nothing', valid, []],
    ['name and command', emptyForm, ['name-missing', 'command-missing']],
    ['blank name', { ...valid, name: '  ' }, ['name-missing']],
    ['long name', { ...valid, name: 'x'.repeat(81) }, ['name-long']],
    ['NUL in command', { ...valid, command: 'a\0b' }, ['nul']],
    ['NUL in argument', { ...valid, args: [{ id: 1, text: '\0' }] }, ['nul']],
    [
      'too many arguments',
      { ...valid, args: Array.from({ length: 257 }, (_, id) => ({ id, text: '' })) },
      ['arguments-many'],
    ],
    ['relative folder', { ...valid, cwd: './docs' }, ['folder-relative']],
    ['full folder', { ...valid, cwd: '/srv/docs' }, []],
    ['drive folder', { ...valid, cwd: 'C:\\docs' }, []],
    ['value without name', { ...valid, env: [row('', 'x')] }, ['env-name-missing']],
    ['empty row', { ...valid, env: [row('', '')] }, []],
    ['bad variable name', { ...valid, env: [row('A=B', 'x')] }, ['env-name-invalid']],
    ['duplicate', { ...valid, env: [row('A', '1'), row('A', '2', 2)] }, ['env-duplicate']],
    ['NUL in value', { ...valid, env: [row('A', '\0')] }, ['nul']],
    ['empty variable', { ...valid, env: [row('A', '')] }, []],
    ['no address', { ...remote, url: '' }, ['url-missing']],
    ['no address but words', { ...remote, url: 'a.example/mcp' }, ['url-invalid']],
    ['other scheme', { ...remote, url: 'ftp://a.example' }, ['url-scheme']],
    ['bad header name', { ...remote, headers: [row('A B', 'x')] }, ['header-name-invalid']],
    ['header without value', { ...remote, headers: [row('A', '')] }, ['header-value-missing']],
    ['line break in header', { ...remote, headers: [row('A', 'x\ny')] }, ['header-value-invalid']],
    [
      'headers that differ by case',
      { ...remote, headers: [row('Auth', 'x'), row('auth', 'y', 2)] },
      ['header-duplicate'],
    ],
  ])('finds %s [UI-31]', (_, form, expected) => {
    expect(codes(form)).toEqual(expected);
  });

  it('compares variable names by case except on Windows [UI-31]', () => {
    const form = { ...valid, env: [row('Path', '1'), row('PATH', '2', 2)] };
    expect(codes(form, 'darwin')).toEqual([]);
    expect(codes(form, 'win32')).toEqual(['env-duplicate']);
  });

  it('does not keep a stored header for another origin [SE-51]', () => {
    const stored = formFromServer(
      serverState({
        definition: {
          type: 'http',
          url: 'https://a.example/mcp',
          headerNames: ['Authorization'],
        },
      }),
    );
    expect(codes(stored)).toEqual([]);
    expect(codes({ ...stored, url: 'https://a.example/other' })).toEqual([]);
    expect(codes({ ...stored, url: 'https://b.example/mcp' })).toEqual(['header-other-origin']);
  });

  it('lets through only what main takes, too [UI-31]', () => {
    for (const form of [valid, remote, { ...valid, cwd: '/x', env: [row('A', '1')] }]) {
      expect(codes(form)).toEqual([]);
      expect(serverDraft.safeParse(submission(form).draft).success).toBe(true);
    }
  });
});

describe('the server form', () => {
  it('adds, moves and removes arguments without changing others [UI-31]', () => {
    const form = run(
      valid,
      { type: 'argument-insert', after: null, texts: ['a', 'c'] },
      { type: 'argument-insert', after: 1, texts: ['b'] },
      { type: 'argument-move', id: 2, by: -1 },
      { type: 'argument-move', id: 1, by: -1 },
      { type: 'argument-text', id: 3, text: 'B' },
    );
    expect(form.args.map((item) => item.text)).toEqual(['a', 'c', 'B']);
    expect(run(form, { type: 'argument-remove', id: 1 }).args.map((item) => item.text)).toEqual([
      'c',
      'B',
    ]);
  });

  it('keeps stored variables unless they are replaced or removed [UI-31]', () => {
    const form = formFromServer(
      serverState({
        definition: {
          type: 'stdio',
          command: 'npx',
          args: ['-y'],
          envNames: ['KEEP', 'REPLACE', 'REMOVE'],
        },
      }),
    );
    const id = (name: string) => form.env.find((item) => item.name === name)?.id ?? 0;
    const changed = run(
      form,
      { type: 'value-replace', list: 'env', id: id('REPLACE') },
      { type: 'value-text', list: 'env', id: id('REPLACE'), value: 'new' },
      { type: 'value-remove', list: 'env', id: id('REMOVE') },
    );
    const sent = submission(changed);
    expect(sent.keepEnv).toEqual(['KEEP']);
    expect(sent.draft.definition).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y'],
      env: { REPLACE: 'new' },
    });
  });

  it('takes over a split command line with its variables [UI-31]', () => {
    const form = run(
      { ...valid, args: [{ id: 1, text: 'old' }], env: [row('A', 'old', 2)], nextId: 3 },
      {
        type: 'proposal',
        proposal: { command: 'uvx', args: ['x', 'y'], env: [{ name: 'A', value: 'new' }] },
      },
    );
    expect(submission(form).draft.definition).toEqual({
      type: 'stdio',
      command: 'uvx',
      args: ['x', 'y'],
      env: { A: 'new' },
    });
    expect(new Set([...form.args, ...form.env].map((item) => item.id)).size).toBe(3);
  });
});
