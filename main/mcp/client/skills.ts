import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../shared/lib/json.ts';
import { readFrontMatter } from './front-matter.ts';
import type { RequestOptions } from './mcp-client-config.ts';
import { MCPClientError } from './mcp-client-error.ts';
import type { MCPClient } from './mcp-client.ts';

/** The extension by which a server offers skills (SEP-2640); a key of `capabilities.extensions`. */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

const fileSchema = z.looseObject({
  uri: z.string(),
  digest: z.string().regex(/^sha256:[\da-f]{64}$/),
  size: z.number().int().nonnegative(),
});
const entrySchema = z.looseObject({
  uri: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  resources: z.array(fileSchema),
});

/** A skill as a server lists it. Nothing of it is fetched yet. */
export type SkillEntry = z.infer<typeof entrySchema>;

/** A skill whose SKILL.md was fetched and is what was listed. */
export interface Skill {
  readonly entry: SkillEntry;
  /** The whole SKILL.md. */
  readonly text: string;
  /** Fetches one more of its files, checked against its entry. Rejects with `MCPClientError`. */
  read(uri: string, options?: RequestOptions): Promise<Uint8Array>;
}

const PAGE_CAP = 64;

/** Lists the skills of a server, all pages. Fetches no file; an empty list where the server offers none. */
export async function listSkills(
  client: MCPClient,
  options?: RequestOptions,
): Promise<readonly SkillEntry[]> {
  if (!offersSkills(client)) return [];
  const entries: SkillEntry[] = [];
  const seen = new Set<unknown>();
  let params = {};
  for (let page = 0; page < PAGE_CAP; page += 1) {
    const result = await client.request({ method: 'skills/list', params, options });
    const listed = z.array(entrySchema).safeParse(result['skills']);
    if (!listed.success)
      throw refused(client, 'result.skills', 'lists skills in a form that cannot be read');
    entries.push(...listed.data);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string' || nextCursor === '' || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    params = { cursor: nextCursor };
  }
  return entries;
}

/**
 * Fetches the SKILL.md of a listed skill. Size, digest and every field of the front matter must be those of the entry; else
 * it rejects with `MCPClientError`, and nothing of the content is given.
 */
export async function loadSkill(
  client: MCPClient,
  entry: SkillEntry,
  options?: RequestOptions,
): Promise<Skill> {
  const text = new TextDecoder().decode(await readFile(client, entry, entry.uri, options));
  let found: unknown;
  try {
    found = readFrontMatter(text);
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw refused(client, entry.uri, `sent a skill that is not used: ${why}`);
  }
  if (canonicalJson(found) !== canonicalJson(entry.frontmatter))
    throw refused(client, entry.uri, 'sent a skill whose front matter is not the listed one');
  return { entry, text, read: (uri, more) => readFile(client, entry, uri, more) };
}

function offersSkills(client: MCPClient): boolean {
  const { extensions } = client.initializeResult.capabilities;
  return typeof extensions === 'object' && extensions !== null && SKILLS_EXTENSION in extensions;
}

async function readFile(
  client: MCPClient,
  entry: SkillEntry,
  uri: string,
  options: RequestOptions | undefined,
): Promise<Uint8Array> {
  const listed = entry.resources.find((file) => file.uri === uri);
  if (!listed) throw refused(client, uri, 'does not list the file among those of the skill');
  const { contents } = await client.readResource({ uri, options });
  const content = contents.find((one) => one.uri === uri);
  if (!content) throw refused(client, uri, 'answered with another file');
  const bytes =
    'text' in content
      ? new TextEncoder().encode(content.text)
      : Buffer.from(content.blob, 'base64');
  if (bytes.byteLength !== listed.size)
    throw refused(client, uri, `sent ${bytes.byteLength} bytes and had listed ${listed.size}`);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (digest !== listed.digest) throw refused(client, uri, 'sent other content than it had listed');
  return bytes;
}

function refused(client: MCPClient, part: string, what: string): MCPClientError {
  return new MCPClientError({
    message: `The server “${client.serverInfo.name}” ${what} (${part}), so it is not used.`,
  });
}
