import { describe, expect, it } from 'vitest';
import { formText, readFormText } from './form-json.ts';
import { emptyForm, submission, type ServerForm } from './server-form.ts';

const stored = { env: ['TOKEN'], headers: ['Authorization'] };
const form: ServerForm = {
  ...emptyForm,
  name: 'docs',
  command: 'npx',
  args: [{ id: 1, text: '-y' }],
  env: [
    { id: 2, name: 'TOKEN', value: '', stored: true },
    { id: 3, name: 'REGION', value: 'eu', stored: false, keychain: true },
  ],
  url: 'https://a.example/mcp',
  nextId: 4,
};
const read = (text: string, from = form) => readFormText(text, from, stored);
const readForm = (text: string, from = form): ServerForm => {
  const result = read(text, from);
  if ('mistake' in result) throw new Error(result.mistake);
  return result.form;
};

describe('the form as JSON', () => {
  it('is the same truth: there and back again nothing is lost, and a stored value is never in it [UI-33.form]', () => {
    const text = formText(form);
    expect(JSON.parse(text)).toEqual({
      name: 'docs',
      type: 'stdio',
      command: 'npx',
      args: ['-y'],
      env: { TOKEN: '••••••••', REGION: 'eu' },
      startTimeoutMs: 60_000,
    });
    const back = readForm(text);
    expect(submission(back)).toEqual(submission(form));
    // What belongs to the other transport stays as well.
    expect(back.url).toBe(form.url);
    expect(formText(back)).toBe(text);
  });

  it('takes changes over, keeps keys that are not known, and tells an address by its url [UI-33.form]', () => {
    const edited = JSON.stringify({ ...JSON.parse(formText(form)), args: ['a', 'b'], note: [1] });
    const next = readForm(edited);
    expect(next.args.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(JSON.parse(formText(next))).toMatchObject({ note: [1], args: ['a', 'b'] });
    expect(submission(next)).toMatchObject({ keepEnv: ['TOKEN'] });
    const remote = readForm('{"name":"far","url":"https://b.example/mcp"}');
    expect(submission(remote).draft.definition).toEqual({
      type: 'http',
      url: 'https://b.example/mcp',
      headers: {},
    });
    expect(new Set([...next.args, ...next.env].map(({ id }) => id)).size).toBe(4);
  });

  it.each([
    ['{"name":"docs",\n  "command": }', /^Line 2, column 14: this is no JSON/],
    ['', /^Line 1, column 1/],
    ['[1]', /must be an object/],
    ['{"name":"docs","args":"-y"}', /^args: /],
    ['{"name":"docs","env":{"A":1}}', /^env\.A: /],
    ['{"name":"docs","env":{"OTHER":"••••••••"}}', /no stored value for OTHER/],
    ['{"name":"docs","env":{"TOKEN":"x••••••••"}}', /no stored value for TOKEN/],
  ])('says what is wrong with %j, with its place [UI-33.mistakes]', (text, mistake) => {
    const result = read(text);
    expect('mistake' in result ? result.mistake : '').toMatch(mistake);
  });
});
