import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { FrontMatterError, parseFrontMatter } from './front-matter.ts';

/** Something that the model can be given when it needs it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  /** Its folder, for what the text refers to. */
  readonly folder: string;
}

/** A prompt with a name. */
export interface Command {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly body: string;
}

/** A sub-agent as it stands in a file. */
export interface AgentFile {
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly tools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
}

export interface Resources {
  readonly skills: readonly Skill[];
  readonly commands: readonly Command[];
  readonly agents: readonly AgentFile[];
  /** Files that were skipped, each with its path and why, as sentences. */
  readonly problems: readonly string[];
}

/** Largest file that is read, in bytes. */
const MOST_BYTES = 1024 * 1024;
const MOST_FILES = 500;
const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_:.-]{0,63}$/, 'Expected letters, digits, "-", "_", at most 64');
const description = z.string().trim().min(1, 'Expected a text').max(2_000);
const list = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]);

const skillHead = z.object({ name: name.optional(), description });
const commandHead = z.object({ description: description.optional() });
const agentHead = z.object({
  name: name.optional(),
  description,
  tools: list.optional(),
  disallowedTools: list.optional(),
  model: z.string().min(1).optional(),
  maxTurns: z.int().positive().optional(),
});

/**
 * Skills, commands and agents of some folders such as `~/.parley` and `<working folder>/.parley` (RT-29). Of two with one name
 * the later folder's counts. A broken file is named and skipped; never rejects.
 */
export async function loadResources(folders: readonly string[]): Promise<Resources> {
  const found = { skills: new Map<string, Skill>(), commands: new Map<string, Command>() };
  const agents = new Map<string, AgentFile>();
  const problems: string[] = [];
  const attempt = async (path: string, read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      problems.push(`${path} was skipped. ${reasonOf(error)}`);
    }
  };
  for (const folder of folders) {
    for (const entry of await names(join(folder, 'skills'))) {
      const path = join(folder, 'skills', entry, 'SKILL.md');
      if (!(await stat(path).catch(() => undefined))) continue;
      await attempt(path, async () => {
        const { head } = await readHead(path, skillHead);
        const skill = { name: name.parse(head.name ?? entry), description: head.description };
        found.skills.set(skill.name, { ...skill, path, folder: join(folder, 'skills', entry) });
      });
    }
    for (const [path, stem] of await markdown(join(folder, 'commands')))
      await attempt(path, async () => {
        const { head, body } = await readHead(path, commandHead);
        const first = body.split('\n').find((line) => line.trim() !== '') ?? '';
        const command = {
          name: name.parse(stem),
          description: head.description ?? first.slice(0, 200),
        };
        if (body === '') throw new FrontMatterError('There is no prompt in it.');
        found.commands.set(command.name, { ...command, path, body });
      });
    for (const [path, stem] of await markdown(join(folder, 'agents')))
      await attempt(path, async () => {
        const { head, body } = await readHead(path, agentHead);
        if (body === '') throw new FrontMatterError('There is no prompt in it.');
        const agent = { ...head, name: name.parse(head.name ?? stem), prompt: body };
        agents.set(agent.name, agent);
      });
  }
  return {
    skills: sorted(found.skills),
    commands: sorted(found.commands),
    agents: sorted(agents),
    problems,
  };
}

/** The text of a skill without its head. Rejects when the file is gone or too large. */
export async function readSkill(skill: Skill): Promise<string> {
  return parseFrontMatter(await readText(skill.path)).body;
}

/** By name, so that what the model is told is the same each time. */
function sorted<T extends { readonly name: string }>(found: ReadonlyMap<string, T>): T[] {
  return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort().slice(0, MOST_FILES);
}

async function markdown(folder: string): Promise<(readonly [string, string])[]> {
  return (await names(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => [join(folder, file), file.slice(0, -3)] as const);
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new FrontMatterError('The file is larger than 1 MiB.');
  return readFile(path, 'utf8');
}

async function readHead<T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<{ readonly head: T; readonly body: string }> {
  const { fields, body } = parseFrontMatter(await readText(path));
  return { head: schema.parse(fields), body };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return messageOf(error);
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') || 'name';
  return `The field "${field}" is not usable: ${issue?.message ?? 'unknown reason'}.`;
}
