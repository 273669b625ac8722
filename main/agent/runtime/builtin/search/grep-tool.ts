import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { RawToolResult } from '../../../../mcp/client/connection.ts';
import { builtInTool, textResult } from '../built-in-tool.ts';
import type { BuiltInTool } from '../built-in-tool.ts';
import type { SearchParts } from './glob-tool.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { searchFiles } from './search-files.ts';

const MOST_LINES = 500;
const LONGEST_LINE = 1_000;

const grepInput = z.object({
  pattern: z.string().min(1).describe('A regular expression.'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe('File or folder to search in; the working folder if left out.'),
  glob: z.string().min(1).optional().describe('Only files that fit, such as "*.ts".'),
  type: z
    .string()
    .regex(/^[a-z0-9]+$/i)
    .optional()
    .describe('Only files of a kind, such as "js" or "py".'),
  output_mode: z
    .enum(['files_with_matches', 'content', 'count'])
    .default('files_with_matches')
    .describe('Paths, matching lines with their numbers, or how many.'),
  ignore_case: z.boolean().default(false),
  before: z.int().min(0).max(50).default(0).describe('Lines shown before each match.'),
  after: z.int().min(0).max(50).default(0).describe('Lines shown after each match.'),
  multiline: z.boolean().default(false).describe('Let a match go over several lines.'),
  head_limit: z.int().min(1).max(MOST_LINES).default(250).describe('Lines of the answer at most.'),
});
export type GrepInput = z.infer<typeof grepInput>;

/** Searches in files by a regular expression. */
export function grepTool(parts: SearchParts): BuiltInTool {
  return builtInTool<GrepInput>({
    name: 'Grep',
    description:
      'Searches in files with a regular expression. What the project ignores and binary files are left out; symbolic links are not followed.',
    input: grepInput,
    kind: 'read',
    annotations: { readOnly: true, destructive: false, openWorld: false },
    facts: async ({ pattern, path = '.' }) => ({
      paths: [await parts.place.resolveForDecision(path)],
      title: `Search for ${pattern}`,
    }),
    run: async (args, { signal }) => {
      const target = await parts.place.resolveDecided(args.path ?? '.');
      const isFolder = (await stat(target)).isDirectory();
      const root = isFolder ? target : dirname(target);
      const file = isFolder ? undefined : basename(target);
      const lines: string[] = [];
      let isCut = false;
      const take = (line: string): boolean => {
        isCut = lines.length >= args.head_limit;
        if (!isCut) lines.push(shortened(line));
        return !isCut;
      };
      const program = parts.ripgrep();
      if (program === undefined) await searchFiles({ args, root, file, signal, onLine: take });
      else
        await runRipgrep({
          program,
          args: ripgrepArguments(args, file),
          cwd: root,
          clock: parts.clock,
          signal,
          onLine: take,
        });
      return told(args, root, lines, isCut);
    },
  });
}

function ripgrepArguments(args: GrepInput, file: string | undefined): string[] {
  return [
    '--hidden',
    '--no-messages',
    '--color=never',
    '--with-filename',
    '--path-separator=/',
    '--sort=path',
    '--glob=!.git',
    ...(args.glob === undefined ? [] : [`--glob=${args.glob}`]),
    ...(args.type === undefined ? [] : [`--type=${args.type}`]),
    ...(args.ignore_case ? ['--ignore-case'] : []),
    ...(args.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...modeArguments(args),
    `--regexp=${args.pattern}`,
    '--',
    // Named as the folder, so that a file called "-x" is no option.
    file === undefined ? './' : `./${file}`,
  ];
}

function modeArguments(args: GrepInput): string[] {
  switch (args.output_mode) {
    case 'files_with_matches':
      return ['--files-with-matches'];
    case 'count':
      return ['--count-matches'];
    case 'content':
      return [
        '--line-number',
        '--no-heading',
        `--before-context=${String(args.before)}`,
        `--after-context=${String(args.after)}`,
      ];
  }
}

function shortened(line: string): string {
  const own = line.replace(/^\.\//, '');
  const rest = own.length - LONGEST_LINE;
  return rest > 0 ? `${own.slice(0, LONGEST_LINE)} [… ${String(rest)} more characters]` : own;
}

function told(
  args: GrepInput,
  root: string,
  lines: readonly string[],
  isCut: boolean,
): RawToolResult {
  if (lines.length === 0) return textResult(`Nothing below ${root} matches ${args.pattern}.`);
  const shown =
    args.output_mode === 'files_with_matches' ? lines.map((line) => join(root, line)) : lines;
  const head = args.output_mode === 'files_with_matches' ? [] : [`In ${root}:`];
  const tail = isCut
    ? [
        `[There are more than ${String(args.head_limit)} lines. Narrow the search or set head_limit.]`,
      ]
    : [];
  return textResult([...head, ...shown, ...tail].join('\n'));
}
