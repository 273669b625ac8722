import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createHandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { createMCPClient, listSkills, loadSkill, SKILLS_EXTENSION } from './index.ts';
import type { MCPClient, SkillEntry } from './index.ts';
import { Opened } from './testing/connections.ts';

const opened = new Opened();
afterEach(() => opened.closeAll());

const SKILL = 'skill://forms/SKILL.md';
const EXTRA = 'skill://forms/extra.md';
const body = [
  '---',
  'name: forms',
  'description: "Fills: forms"',
  'metadata:',
  '  version: 2',
  '  tags:',
  '    - pdf',
  "    - 'it''s'",
  '---',
  '',
  'How to fill forms.',
].join('\n');
const frontmatter = {
  description: 'Fills: forms',
  name: 'forms',
  metadata: { tags: ['pdf', "it's"], version: 2 },
};

function listed(uri: string, text: string): { uri: string; digest: string; size: number } {
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return { uri, digest, size: Buffer.byteLength(text) };
}

const entry: SkillEntry = {
  uri: SKILL,
  frontmatter,
  resources: [listed(SKILL, body), listed(EXTRA, 'More.')],
};

/** A server with the skill, listed on the second page; `files` replaces what it sends. */
async function start(
  files: Record<string, string> = {},
  extensions: Record<string, object> = { [SKILLS_EXTENSION]: {} },
): Promise<{ client: MCPClient; server: HandServer }> {
  const sent: Record<string, string> = { [SKILL]: body, [EXTRA]: 'More.', ...files };
  const answers: Record<string, (params: Record<string, unknown>) => object> = {
    initialize: () => ({
      protocolVersion: '2025-11-25',
      capabilities: { resources: {}, extensions },
      serverInfo: { name: 'library', version: '1' },
    }),
    'skills/list': ({ cursor }) =>
      cursor === 'two' ? { skills: [entry] } : { skills: [], nextCursor: 'two' },
    'resources/read': ({ uri }) => ({ contents: [{ uri, text: sent[String(uri)] }] }),
  };
  const server = await createHandServer(({ message }) => {
    const answer = answers[message?.method ?? ''];
    if (message?.id === undefined) return { status: 202 };
    if (!answer)
      return {
        status: 404,
        json: { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'No.' } },
      };
    return { json: { jsonrpc: '2.0', id: message.id, result: answer(message.params ?? {}) } };
  });
  opened.add(server);
  const transport = { type: 'http', url: server.url } as const;
  const client = await createMCPClient({ transport, protocolVersionDiscovery: false });
  return { client: opened.add(client), server };
}

describe('skills of a server', () => {
  it('are listed over all pages, and no file is fetched [MC-6.skills]', async () => {
    const { client, server } = await start();
    expect(await listSkills(client)).toEqual([entry]);
    expect(server.seen('resources/read')).toEqual([]);
  });

  it('are none where the server does not offer them, and nothing is asked [MC-6.skills]', async () => {
    const { client, server } = await start({}, {});
    expect(await listSkills(client)).toEqual([]);
    expect(server.seen('skills/list')).toEqual([]);
  });

  it('are given when they are what was listed, with their files [MC-6.skills]', async () => {
    const { client } = await start();
    const skill = await loadSkill(client, entry);
    expect(skill.text).toBe(body);
    expect(Buffer.from(await skill.read(EXTRA)).toString()).toBe('More.');
    await expect(skill.read('skill://other/file.md')).rejects.toMatchObject({
      name: 'MCPClientError',
      message: expect.stringContaining('does not list the file'),
    });
  });

  it.each([
    ['another digest', body.replace('fill forms', 'file taxes'), entry, 'other content'],
    ['another size', `${body}!`, entry, `had listed ${Buffer.byteLength(body)}`],
    ...(
      [
        ['another field', body.replace('Fills: forms', 'Robs'), 'not the listed one'],
        ['one more field', body.replace('name:', 'hooks: all\nname:'), 'not the listed one'],
        ['no front matter', 'How to fill forms.', 'does not begin with front matter'],
        ['a field twice', body.replace('metadata:', 'name: other\nmetadata:'), 'name twice'],
        ['an alias', body.replace('version: 2', 'version: *two'), 'not plain text'],
        ['a block of text', body.replace('version: 2', 'version: |'), 'not plain text'],
        ['a line that is no field', body.replace('name: forms', 'name forms'), '“name forms”'],
        [
          'a stray indentation',
          body.replace('name: forms', 'name: forms\n   a: 1'),
          'no list of fields',
        ],
      ] as const
    ).map(([what, text, why]) => {
      const resources = [listed(SKILL, text), ...entry.resources.slice(1)];
      return [what, text, { ...entry, resources }, why] as const;
    }),
  ] as const)('are refused with %s [MC-6.skills]', async (_, text, known, why) => {
    const { client } = await start({ [SKILL]: text });
    await expect(loadSkill(client, known)).rejects.toMatchObject({
      name: 'MCPClientError',
      message: expect.stringContaining(why),
    });
  });

  it('refuse a file that is not what was listed [MC-6.skills]', async () => {
    const { client } = await start({ [EXTRA]: 'Less.' });
    const skill = await loadSkill(client, entry);
    await expect(skill.read(EXTRA)).rejects.toMatchObject({ name: 'MCPClientError' });
  });
});
