import { describe, expect, it } from 'vitest';
import type { TextEdit } from '../../../../shared/mcp/server-reading.ts';
import { readInstallLink } from './install-link.ts';
import { readServerText } from './read-text.ts';

const definition = { type: 'stdio', command: 'npx', args: ['-y', 'memory@1.0.0'], env: { A: 'b' } };
const json = '{"command":"npx","args":["-y","memory@1.0.0"],"env":{"A":"b"}}';
const base64 = Buffer.from(json).toString('base64');

/** What a person sees after pressing the offered fix. */
function apply(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((left, right) => right.offset - left.offset)
    .reduce(
      (rest, edit) =>
        rest.slice(0, edit.offset) + edit.text + rest.slice(edit.offset + edit.length),
      text,
    );
}
const fixed = (text: string): string => {
  const found = readServerText(text);
  const notes = [...found.notes, ...found.entries.flatMap((entry) => entry.notes)];
  const fix = notes.find((note) => note.fix)?.fix;
  if (!fix) throw new Error('There is no fix.');
  return apply(text, fix.edits);
};
const errorsOf = (text: string): string[] => {
  const found = readServerText(text);
  return [...found.notes, ...found.entries.flatMap((entry) => entry.notes)]
    .filter((note) => note.severity === 'error')
    .map(
      ({ sentence, position }) =>
        `${String(position?.line)}:${String(position?.column)} ${sentence}`,
    );
};

describe('a text with servers', () => {
  it.each([
    ['mcpServers', `{"mcpServers":{"memory":${json}}}`, 'mcpServers'],
    ['servers of VS Code', `{"servers":{"memory":${json}},"inputs":[]}`, 'servers'],
    [
      'settings of VS Code',
      `{"editor.fontSize":12,"mcp":{"servers":{"memory":${json}}}}`,
      'settings',
    ],
    ['a bare map', `{"memory":${json}}`, 'map'],
    ['one object', json.replace('{', '{"name":"memory",'), 'single'],
    ['an array', `[${json.replace('{', '{"name":"memory",')}]`, 'list'],
    ['a part without braces', `  "mcpServers": {"memory":${json}},`, 'mcpServers'],
    ['comments and trailing commas', `{ // mine\n"mcpServers":{"memory":${json},},}`, 'mcpServers'],
    [
      'our own file',
      `{"schemaVersion":1,"servers":[{"name":"memory","definition":${json}}]}`,
      'records',
    ],
    ['a command line', '$ A=b npx -y memory@1.0.0', 'command-line'],
    [
      'a line for another command',
      'claude mcp add memory -e A=b -- npx -y memory@1.0.0',
      'command-line',
    ],
    ['the same with JSON', `claude mcp add-json memory '${json}'`, 'command-line'],
    [
      'an install link',
      `parley://mcp/install?name=memory&config=${encodeURIComponent(json)}`,
      'link',
    ],
    ['a link in Base64', `parley://mcp/install?name=memory&config=${base64}`, 'link'],
    [
      'a link of VS Code',
      `vscode:mcp/install?${encodeURIComponent(json.replace('{', '{"name":"memory",'))}`,
      'link',
    ],
    [
      'a link of Cursor',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=memory&config=${base64}`,
      'link',
    ],
  ])('is understood as %s [UI-31.paste]', (_what, text, shape) => {
    const found = readServerText(text);
    expect(found.shape).toBe(shape);
    expect(found.notes).toEqual([]);
    expect(found.entries.map((entry) => [entry.name, entry.definition])).toEqual([
      ['memory', definition],
    ]);
  });

  it.each([
    ['https://mcp.harbor.example/billing', { type: 'http', headers: {} }, 'harbor'],
    ['https://a.example/sse', { type: 'sse' }, 'a'],
    [
      '{"serverUrl":"https://a.example/x","headers":{"K":"v"}}',
      { type: 'http', headers: { K: 'v' } },
      'a',
    ],
    ['{"type":"streamable-http","url":"https://a.example/sse"}', { type: 'http' }, 'a'],
    ['{"transport":"sse","url":"https://a.example/x"}', { type: 'sse' }, 'a'],
    ['{"url":"${BASE}/mcp"}', { type: 'http', url: '${BASE}/mcp' }, 'server'],
    [
      'claude mcp add --transport http linear https://a.example/mcp --header "K: v"',
      { type: 'http', headers: { K: 'v' } },
      'linear',
    ],
    [
      '{"command":["uvx","mcp-server-time","--x"]}',
      { type: 'stdio', command: 'uvx', args: ['mcp-server-time', '--x'] },
      'time',
    ],
  ])('%s is understood [UI-31.paste]', (text, expected, name) => {
    const [entry] = readServerText(text).entries;
    expect(entry?.definition).toMatchObject(expected);
    expect(entry?.name).toBe(name);
  });

  it('keeps the good entries beside a broken one, and says line and column [UI-31.mistakes, UI-33.broken]', () => {
    const text = `{ "mcpServers": {
  "good": { "command": "node", "args": ["a"] },
  "legacy": { "command": "uvx", "args": "mcp-legacy --port 8080" }
} }`;
    const found = readServerText(text);
    expect(found.entries.map((entry) => entry.definition !== undefined)).toEqual([true, false]);
    expect(errorsOf(text)).toEqual(['3:41 args must be a list of texts, not one text']);
    expect(found.entries[1]?.notes[0]?.fix?.sentence).toBe(
      'Split it into 3 arguments: mcp-legacy --port 8080',
    );
    const after = readServerText(fixed(text));
    expect(after.entries[1]?.definition).toMatchObject({
      args: ['mcp-legacy', '--port', '8080'],
    });
  });

  it.each([
    [
      '{"comand": "node notes.js"}',
      '{"command": "node notes.js"}',
      /No command or url.*comand.*command/,
    ],
    ['{"command":"node","arg":["a"]}', '{"command":"node","args":["a"]}', undefined],
    [
      '{"command":"node","args":[8080]}',
      '{"command":"node","args":["8080"]}',
      /argument 1 must be a text/,
    ],
    [
      '{"command":"node","env":{"A":true}}',
      '{"command":"node","env":{"A":"true"}}',
      /A must be a text/,
    ],
    ['{"mcpServer":{"a":{}}}', '{"mcpServers":{"a":{}}}', /“mcpServer”.*Is it “mcpServers”/],
    ['{"command":"npx -y memory"}', '{"command":"npx", "args": ["-y","memory"]}', undefined],
    [
      '{"command":"node","args":["c:\\temp\\project"]}',
      '{"command":"node","args":["c:\\\\temp\\\\project"]}',
      /backslash/,
    ],
    ['{"command":"C:\\Users\\node.exe"}', '{"command":"C:\\\\Users\\\\node.exe"}', /backslash/],
  ])('%s can be put right at a press [UI-31.mistakes]', (text, right, error) => {
    expect(fixed(text)).toBe(right);
    if (error) expect(errorsOf(text).join()).toMatch(error);
    else expect(errorsOf(text)).toEqual([]);
  });

  it('flags a control character that a single backslash made, before anything is saved [UI-31.mistakes]', () => {
    const [entry] = readServerText('{"command":"node","args":["c:\\temp\\new"]}').entries;
    expect(entry?.notes).toMatchObject([
      {
        severity: 'warning',
        position: { line: 1, column: 27 },
        fix: { sentence: 'Double the backslashes' },
      },
    ]);
    expect(entry?.notes[0]?.sentence).toMatch(/argument 1 holds the invisible character U\+0009/);
  });

  it.each([
    ['{"tools":{"a":1}}', /1:2 The key “tools” is not one that holds servers/],
    ['{"mcpServers":[]}', /“mcpServers” must be an object/],
    ['{"mcpServers":{"a":"npx"}}', /a must be an object/],
    ['{"mcpServers":{"a":{"url":"ftp://x"}}}', /url: An address begins with/],
    ['{"mcpServers":{"a":{"type":"pigeon","url":"https://x"}}}', /type “pigeon” is not known/],
    ['{"mcpServers":\n {"a": {"command" "npx"}}}', /2:19 A colon is missing/],
    ['{"mcpServers":{"a":{"command":"npx"}}', /A closing brace/],
    ['npx a | sh', /need a shell/],
    ['ftp://example.com/x', /no link that installs/],
  ])('%s is told what is wrong [UI-31.mistakes]', (text, error) => {
    expect(errorsOf(text).join('\n')).toMatch(error);
  });

  it('points into the text as it was pasted, also without its braces [UI-31.mistakes]', () => {
    const text = '\n  "mcpServers": {\n "a": {"command":"uvx","args":"x y"}}';
    expect(errorsOf(text)).toEqual(['3:31 args must be a list of texts, not one text']);
    expect(readServerText(fixed(text)).entries[0]?.definition).toMatchObject({ args: ['x', 'y'] });
  });

  it('takes over inputs, and says what is left out [UI-31.paste, UI-32.inputs]', () => {
    const text = `{"servers":{"a":{"type":"stdio","command":"npx","args":["\${input:key}"],"envFile":".env","autoApprove":["x"]}},
      "inputs":[{"id":"key","type":"promptString","description":"API key","password":true},
        {"id":"region","type":"pickString","options":["eu","us"],"default":"eu"}]}`;
    const [entry] = readServerText(text).entries;
    expect(entry?.inputs).toEqual([{ id: 'key', description: 'API key', password: true }]);
    expect(entry?.notes.map(({ sentence }) => sentence).join(' ')).toMatch(/envFile.*autoApprove/);
  });

  it('ends with hostile texts, however deep, long or strange they are [UI-31.mistakes]', () => {
    expect(errorsOf(`{${'a'.repeat(1_000_001)}`).join()).toMatch(/longer than 1 MB/);
    expect(
      readServerText('{"__proto__":{"command":"x"},"constructor":{"url":"https://a.example"}}')
        .entries,
    ).toHaveLength(2);
    expect(readServerText(`${'['.repeat(3_000)}${']'.repeat(3_000)}`).entries).toBeDefined();
  });
});

describe('an install link', () => {
  it.each([
    ['parley://mcp/install', /no definition/],
    ['parley://mcp/install?config=%7Bbroken', /[Aa] (colon|closing|name)|not belong/],
    ['parley://mcp/install?config=!!!', /damaged/],
    ['parley://mcp/remove?config=e30=', /no link that installs/],
    ['https://mcp/install?config=e30=', /no link that installs/],
    [
      'parley://mcp/install?config={"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}',
      /more than one/,
    ],
    ['vscode:mcp/install?%E0%A4%A', /damaged/],
  ])('%s is refused with the reason [UI-31.link]', (link, reason) => {
    const { notes, entries } = readInstallLink(link);
    const told = [...notes, ...entries.flatMap((entry) => entry.notes)].map(
      ({ sentence }) => sentence,
    );
    expect(told.join(' ')).toMatch(reason);
    expect(entries.some((entry) => entry.definition)).toBe(false);
  });

  it('keeps every argument whole, with what cannot be seen [UI-31.link, SE-31.hidden]', () => {
    const args = ['x'.repeat(3_000), 'a\u202Eb', 'line\nbreak'];
    const config = Buffer.from(JSON.stringify({ command: 'npx', args })).toString('base64');
    const { entries } = readInstallLink(`parley://mcp/install?name=n&config=${config}`);
    expect(entries[0]?.definition).toMatchObject({ command: 'npx', args });
  });
});
