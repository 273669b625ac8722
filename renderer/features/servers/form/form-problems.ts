import { text as texts } from '../../../../shared/texts/catalogue.ts';
import { templateParts } from '../../../../shared/mcp/variables.ts';
import { headersLeaveOrigin } from './server-form.ts';
import type { ServerForm, ValueList, ValueRow } from './server-form.ts';

/** What is wrong with one field. Each code has its sentence in the catalogue. */
export type FieldProblem =
  | 'name-missing'
  | 'name-long'
  | 'command-missing'
  | 'command-long'
  | 'argument-long'
  | 'arguments-many'
  | 'nul'
  | 'folder-relative'
  | 'url-missing'
  | 'url-invalid'
  | 'url-scheme'
  | 'url-long'
  | 'env-name-missing'
  | 'env-name-invalid'
  | 'env-duplicate'
  | 'header-name-missing'
  | 'header-name-invalid'
  | 'header-duplicate'
  | 'header-value-missing'
  | 'header-value-invalid'
  | 'header-other-origin'
  | 'value-long';

export interface FormProblem {
  readonly field: 'name' | 'command' | 'args' | 'cwd' | 'url' | 'caFile' | ValueList;
  /** Row of a list. */
  readonly row?: number;
  /** `variable`: a variable without a value, with a sentence of its own. */
  readonly code: FieldProblem | 'variable';
  readonly sentence?: string;
  /** Nothing was typed yet: no reproach before the field was left, but no submission either. */
  readonly missing: boolean;
}

/** What is said about a problem. */
export function problemSentence({ code, sentence }: FormProblem): string {
  return code === 'variable' ? (sentence ?? '') : texts.servers.form.problems[code];
}

const NUL = '\0';
const problem = (field: FormProblem['field'], code: FieldProblem, row?: number): FormProblem => ({
  field,
  code,
  missing: code.endsWith('-missing'),
  ...(row === undefined ? {} : { row }),
});

function nameProblems(form: ServerForm): FormProblem[] {
  const name = form.name.trim();
  if (name === '') return [problem('name', 'name-missing')];
  return name.length > 80 ? [problem('name', 'name-long')] : [];
}

/** A text whose beginning is known only when the server starts. */
function beginsWithVariable(text: string): boolean {
  return typeof templateParts(text)[0] === 'object';
}

/** Full paths of the three systems; main decides what exists. */
function isFullPath(path: string): boolean {
  return beginsWithVariable(path) || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

function commandProblems(form: ServerForm): FormProblem[] {
  const problems: FormProblem[] = [];
  const command = form.command.trim();
  if (command === '') problems.push(problem('command', 'command-missing'));
  else if (command.includes(NUL)) problems.push(problem('command', 'nul'));
  else if (command.length > 4096) problems.push(problem('command', 'command-long'));
  if (form.args.length > 256) problems.push(problem('args', 'arguments-many'));
  for (const { id, text } of form.args) {
    if (text.includes(NUL)) problems.push(problem('args', 'nul', id));
    else if (text.length > 65_536) problems.push(problem('args', 'argument-long', id));
  }
  const cwd = form.cwd.trim();
  if (cwd.includes(NUL)) problems.push(problem('cwd', 'nul'));
  else if (cwd !== '' && !isFullPath(cwd)) problems.push(problem('cwd', 'folder-relative'));
  return problems;
}

/** Rows whose name occurred before, compared as the system does. */
function duplicates(
  rows: readonly ValueRow[],
  same: (name: string) => string,
): ReadonlySet<number> {
  const seen = new Set<string>();
  const found = new Set<number>();
  for (const row of rows) {
    if (row.name === '') continue;
    const key = same(row.name);
    if (seen.has(key)) found.add(row.id);
    seen.add(key);
  }
  return found;
}

function environmentProblem(row: ValueRow, duplicate: boolean): FieldProblem | null {
  if (row.name === '') return row.value === '' ? null : 'env-name-missing';
  if (row.name.includes('=') || row.name.includes(NUL) || /^\s|\s$/.test(row.name))
    return 'env-name-invalid';
  if (duplicate) return 'env-duplicate';
  if (row.value.includes(NUL)) return 'nul';
  return row.value.length > 65_536 ? 'value-long' : null;
}

function headerProblem(
  row: ValueRow,
  duplicate: boolean,
  otherOrigin: boolean,
): FieldProblem | null {
  if (row.name === '') return row.value === '' ? null : 'header-name-missing';
  if (!/^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(row.name)) return 'header-name-invalid';
  if (duplicate) return 'header-duplicate';
  if (row.stored) return otherOrigin ? 'header-other-origin' : null;
  if (row.value === '') return 'header-value-missing';
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(row.value) ? null : 'header-value-invalid';
}

function urlProblems(form: ServerForm): FormProblem[] {
  const url = form.url.trim();
  if (url === '') return [problem('url', 'url-missing')];
  if (beginsWithVariable(url)) return [];
  if (!URL.canParse(url)) return [problem('url', 'url-invalid')];
  if (!/^https?:$/.test(new URL(url).protocol)) return [problem('url', 'url-scheme')];
  return url.length > 8192 ? [problem('url', 'url-long')] : [];
}

/** Everything that keeps the form from being sent, in the order of the fields. `platform`: names differ by case except on Windows. */
export function formProblems(form: ServerForm, platform: string): readonly FormProblem[] {
  if (form.transport === 'stdio') {
    const again = duplicates(form.env, (name) =>
      platform === 'win32' ? name.toUpperCase() : name,
    );
    const rows = form.env.flatMap((row) => {
      const code = environmentProblem(row, again.has(row.id));
      return code === null ? [] : [problem('env', code, row.id)];
    });
    return [...nameProblems(form), ...commandProblems(form), ...rows];
  }
  const again = duplicates(form.headers, (name) => name.toLowerCase());
  const otherOrigin = headersLeaveOrigin(form);
  const rows = form.headers.flatMap((row) => {
    const code = headerProblem(row, again.has(row.id), otherOrigin);
    return code === null ? [] : [problem('headers', code, row.id)];
  });
  return [...nameProblems(form), ...urlProblems(form), ...rows];
}
