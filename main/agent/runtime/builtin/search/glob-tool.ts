import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../../../lib/clock.ts';
import type { RawToolResult } from '../../../../mcp/client/connection.ts';
import { builtInTool, textResult, ToolFailure } from '../built-in-tool.ts';
import type { BuiltInTool } from '../built-in-tool.ts';
import type { SessionPlace } from '../session-place.ts';
import { globMatcher } from './glob-pattern.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { walkFiles } from '../../../../lib/walk-files.ts';

/** How many paths are told. */
const MOST_PATHS = 500;
/** How many are collected before they are put in order of time. */
const MOST_FOUND = 50_000;

export interface SearchParts {
  readonly place: SessionPlace;
  readonly clock: Clock;
  /** Path of ripgrep; undefined where there is none. */
  readonly ripgrep: () => string | undefined;
}

const input = z.object({
  pattern: z.string().min(1).describe('Such as "src/**/*.ts" or "*.{json,yaml}".'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe('The folder to look in; the working folder if left out.'),
});
type Input = z.infer<typeof input>;

/** Finds files by the form of their path, newest first. */
export function globTool(parts: SearchParts): BuiltInTool {
  return builtInTool<Input>({
    name: 'Glob',
    description:
      'Finds files by the form of their path, the last changed first. What the project ignores is left out; symbolic links are not followed.',
    input,
    kind: 'read',
    annotations: { readOnly: true, destructive: false, openWorld: false },
    facts: async ({ pattern, path = '.' }) => ({
      paths: [await parts.place.resolveForDecision(path)],
      title: `Find files: ${pattern}`,
    }),
    run: async ({ pattern, path = '.' }, { signal }) => {
      const root = await parts.place.resolveDecided(path);
      await requireFolder(root);
      const matches = globMatcher(pattern);
      const found: string[] = [];
      const take = (file: string): boolean => {
        if (matches(file)) found.push(file);
        return found.length < MOST_FOUND;
      };
      const program = parts.ripgrep();
      if (program !== undefined)
        await runRipgrep({
          program,
          args: [
            '--files',
            '--hidden',
            '--glob',
            '!.git',
            '--no-messages',
            '--path-separator',
            '/',
          ],
          cwd: root,
          clock: parts.clock,
          signal,
          onLine: take,
        });
      else for await (const file of walkFiles(root, signal)) if (!take(file)) break;
      return told(root, await newestFirst(root, found));
    },
  });
}

/** Throws `ToolFailure` unless `path` is a folder. */
export async function requireFolder(path: string): Promise<void> {
  const facts = await stat(path);
  if (!facts.isDirectory()) throw new ToolFailure(`${path} is no folder.`);
}

async function newestFirst(root: string, files: readonly string[]): Promise<string[]> {
  const timed = await Promise.all(
    files.map(async (file) => {
      const facts = await stat(join(root, file)).catch(() => undefined);
      return { file, time: facts?.mtimeMs ?? 0 };
    }),
  );
  return timed
    .sort((left, right) => right.time - left.time || (left.file < right.file ? -1 : 1))
    .map(({ file }) => file);
}

function told(root: string, files: readonly string[]): RawToolResult {
  if (files.length === 0) return textResult(`No file below ${root} fits.`);
  const shown = files.slice(0, MOST_PATHS).map((file) => join(root, file));
  const left = files.length - shown.length;
  if (left > 0) shown.push(`[${String(left)} more. Use a narrower pattern or folder.]`);
  return textResult(shown.join('\n'));
}
