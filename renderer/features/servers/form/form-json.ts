import { parse, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../../shared/lib/json.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import type { ServerForm, ValueList, ValueRow } from './server-form.ts';

const words = serverSetupTexts.json;

/** Stands for a stored value, which the window never sees. */
const MASK = '••••••••';

const values = z.record(z.string(), z.string());
const shape = z.object({
  name: z.string(),
  type: z.enum(['stdio', 'http', 'sse']).optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: values.optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: values.optional(),
  caFile: z.string().optional(),
  startTimeoutMs: z.number().int().min(1_000).max(600_000).optional(),
});

function masked(rows: readonly ValueRow[]): Record<string, string> {
  const named = rows.filter((row) => row.name !== '' || row.stored);
  return Object.fromEntries(named.map((row) => [row.name, row.stored ? MASK : row.value]));
}

/** The form as JSON; a stored value is a row of dots. */
export function formText(form: ServerForm): string {
  const own =
    form.transport === 'stdio'
      ? {
          command: form.command,
          args: form.args.map((row) => row.text),
          env: masked(form.env),
          ...(form.cwd === '' ? {} : { cwd: form.cwd }),
        }
      : {
          url: form.url,
          headers: masked(form.headers),
          ...(form.caFile === '' ? {} : { caFile: form.caFile }),
        };
  const { name, transport, startTimeoutMs, extras } = form;
  return JSON.stringify({ name, type: transport, ...own, startTimeoutMs, ...extras }, null, 2);
}

/** What a text of the form became: another form, or a sentence about its mistake. */
export type ReadForm = { readonly form: ServerForm } | { readonly mistake: string };

/** Names of the values that are stored, by list. */
export type StoredNames = Readonly<Record<ValueList, readonly string[]>>;

/** The place of the first mistake of a text. */
function mistakeIn(text: string): string | undefined {
  const mistakes: ParseError[] = [];
  parse(text, mistakes, { disallowComments: true });
  const [first] = mistakes;
  if (!first) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  return words.syntax(before.length, (before.at(-1)?.length ?? 0) + 1);
}

/** Takes a text over into the form. Rows get new ids; keys that are not known are kept beside them. */
export function readFormText(text: string, form: ServerForm, stored: StoredNames): ReadForm {
  const mistake = mistakeIn(text);
  if (mistake !== undefined) return { mistake };
  const json: unknown = JSON.parse(text);
  if (!isJsonObject(json)) return { mistake: words.notObject };
  const parsed = shape.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { mistake: words.field(issue?.path.join('.') ?? '', issue?.message ?? '') };
  }
  const {
    name,
    command,
    args = [],
    env = {},
    cwd = '',
    url,
    headers = {},
    caFile = '',
  } = parsed.data;
  const transport =
    parsed.data.type ?? (command === undefined && url !== undefined ? 'http' : 'stdio');
  let nextId = form.nextId;
  const id = (): number => (nextId += 1) - 1;
  const lost: string[] = [];
  const rows = (list: ValueList, given: Readonly<Record<string, string>>): ValueRow[] =>
    Object.entries(given).map(([key, value]) => {
      const isStored = value === MASK && stored[list].includes(key);
      if (value.includes(MASK) && !isStored) lost.push(key);
      const chosen = form[list].find((row) => row.name === key && !row.stored)?.keychain;
      return {
        id: id(),
        name: key,
        value: isStored ? '' : value,
        stored: isStored,
        ...(chosen === undefined ? {} : { keychain: chosen }),
      };
    });
  const isHere = transport === 'stdio';
  const next: ServerForm = {
    ...form,
    name,
    transport,
    // What belongs to the other transport stays, as it does in the form.
    ...(isHere
      ? { command: command ?? '', args: args.map((one) => ({ id: id(), text: one })), cwd }
      : { url: url ?? '', caFile }),
    env: isHere ? rows('env', env) : form.env,
    headers: isHere ? form.headers : rows('headers', headers),
    startTimeoutMs: parsed.data.startTimeoutMs ?? form.startTimeoutMs,
    extras: unknownKeys(json),
  };
  if (lost[0] !== undefined) return { mistake: words.maskLost(lost[0]) };
  return { form: { ...next, nextId } };
}

function unknownKeys(json: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(json).filter(([key]) => !Object.hasOwn(shape.shape, key)),
  );
}
