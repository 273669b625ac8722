import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import type { ModelTool } from '../model-contract.ts';
import { planStep } from './plan-step.ts';
import {
  callVerbs,
  carrierWords,
  fillerWords,
  isVerb,
  serverNouns,
  stem,
  toolNouns,
} from './prompt-words.ts';

const reserved = (word: string): boolean =>
  [callVerbs, carrierWords, fillerWords, serverNouns, toolNouns].some((set) => set.has(word)) ||
  isVerb(word) ||
  stem(word) !== word;

const consonants = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 't', 'v', 'z'] as const;
const vowels = ['a', 'e', 'i', 'o', 'u'] as const;

/** Made-up words, so that no word of the grammar means anything to the rules. */
const word = fc
  .array(fc.tuple(fc.constantFrom(...consonants), fc.constantFrom(...vowels)), {
    minLength: 3,
    maxLength: 4,
  })
  .map((syllables) => syllables.flat().join(''))
  .filter((made) => !reserved(made));

const words = (count: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(word, { minLength: count, maxLength: count });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const nameForms = {
  snake: (parts: readonly string[]) => parts.join('_'),
  kebab: (parts: readonly string[]) => parts.join('-'),
  camel: (parts: readonly string[]) =>
    parts.map((part, index) => (index === 0 ? part : capital(part))).join(''),
  spaces: (parts: readonly string[]) => parts.join(' '),
  title: (parts: readonly string[]) => parts.map(capital).join(' '),
};
const nameForm = fc.constantFrom(...Object.values(nameForms));
const ownForm = fc.constantFrom(nameForms.snake, nameForms.kebab, nameForms.camel);

const mention = fc.constantFrom(
  (name: string) => `Use the ${name} tool`,
  (name: string) => `please use ${name}`,
  (name: string) => `Call \`${name}\``,
  (name: string) => `run the tool ${name}`,
  (name: string) => `Can you use the tool "${name}"`,
  (name: string) => `${name} ツールを使って`,
  (name: string) => `${name} 도구를 사용해서`,
);

function toolOf(
  name: string,
  properties: JsonObject,
  required: readonly string[],
  extra: Partial<ModelTool> = {},
): ModelTool {
  return {
    name: `mcp__srv__${name}`,
    toolName: name,
    serverName: 'srv',
    description: '',
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    ...extra,
  };
}

const quotes = fc.constantFrom(
  ['"', '"'],
  ['“', '”'],
  ['「', '」'],
  ['«', '»'],
  ['`', '`'],
  ["'", "'"],
) as fc.Arbitrary<[string, string]>;
const quotedText = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter(
    (text) => !/["'`“”„‘’«»「」『』\\\n\r]/u.test(text) && text.trim() === text && text !== '',
  );

/** A value as it is written, with the field it is for. */
interface Written {
  readonly kind: 'string' | 'number' | 'boolean' | 'enum';
  readonly schema: JsonObject;
  readonly value: unknown;
  readonly text: string;
}

const writtenString: fc.Arbitrary<Written> = fc
  .tuple(quotedText, quotes)
  .map(([value, [open, close]]) => ({
    kind: 'string',
    schema: { type: 'string' },
    value,
    text: `${open}${value}${close}`,
  }));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);
const writtenNumber: fc.Arbitrary<Written> = number.map((value) => ({
  kind: 'number',
  schema: { type: 'number' },
  value,
  text: String(value),
}));
const writtenBoolean: fc.Arbitrary<Written> = fc
  .boolean()
  .map((value) => ({ kind: 'boolean', schema: { type: 'boolean' }, value, text: String(value) }));

/** Values without a key: those of one kind keep their order, the kinds are mixed. */
const positional = fc
  .array(fc.oneof(writtenString, writtenNumber, writtenBoolean), { minLength: 1, maxLength: 5 })
  .chain((written) =>
    fc.record({
      written: fc.constant(written),
      shuffled: fc.shuffledSubarray(['string', 'number', 'boolean', 'enum'] as const, {
        minLength: 4,
        maxLength: 4,
      }),
      byKind: fc.boolean(),
    }),
  )
  .map(({ written, shuffled, byKind }) => ({
    written,
    said: byKind
      ? shuffled.flatMap((kind) => written.filter((value) => value.kind === kind))
      : written,
  }));

const separator = fc.constantFrom(' ', ' and ', ', ', ' with ');

describe('a prompt that names a tool', () => {
  it('becomes the call it expresses, whatever the form of the name and the order of the values [MODEL-1]', () => {
    fc.assert(
      fc.property(
        words(12),
        fc.integer({ min: 1, max: 3 }),
        ownForm,
        nameForm,
        mention,
        positional,
        separator,
        fc.boolean(),
        (names, size, own, form, mentioned, { written, said }, between, before) => {
          const parts = names.slice(0, size);
          const fields = names.slice(4, 4 + written.length);
          const properties = Object.fromEntries(
            fields.map((field, index) => [field, written[index]?.schema]),
          );
          const tool = toolOf(own(parts), properties, fields);
          const other = toolOf(own(names.slice(9, 12)), {}, []);
          const values = said.map((value) => value.text).join(between);
          const name = mentioned(form(parts));
          const prompt = before ? `With ${values} ${name}` : `${name} with ${values}.`;
          const plan = planStep(prompt, [other, tool]);
          const input = Object.fromEntries(
            fields.map((field, index) => [field, written[index]?.value]),
          );
          expect(plan, prompt).toEqual({ kind: 'call', tool, input });
        },
      ),
      { numRuns: 200 },
    );
  });

  const keyedValue = fc.oneof(
    writtenString,
    writtenNumber,
    writtenBoolean,
    word.map((value): Written => ({
      kind: 'string',
      schema: { type: 'string' },
      value,
      text: value,
    })),
    word.map((value): Written => ({
      kind: 'string',
      schema: { type: 'string' },
      value: `/${value}/a.txt`,
      text: `/${value}/a.txt`,
    })),
    word.map((value): Written => ({
      kind: 'string',
      schema: { type: 'string', format: 'uri' },
      value: `https://${value}.example/a?b=c&d=1`,
      text: `https://${value}.example/a?b=c&d=1`,
    })),
    word.map((value): Written => ({
      kind: 'enum',
      schema: { enum: [value, 'other'] },
      value,
      text: value.toUpperCase(),
    })),
    fc.array(fc.integer(), { maxLength: 4 }).map((value): Written => ({
      kind: 'string',
      schema: { type: 'array', items: { type: 'integer' } },
      value,
      text: JSON.stringify(value),
    })),
    fc
      .dictionary(word, fc.oneof(quotedText, fc.integer(), fc.boolean()), {
        minKeys: 1,
        maxKeys: 3,
      })
      .map((made): Written => {
        const value = { ...made };
        return { kind: 'string', schema: { type: 'object' }, value, text: JSON.stringify(value) };
      }),
  );
  const keyForm = fc.constantFrom('=', ' = ', ': ');

  it('takes values by key in any order [MODEL-1]', () => {
    fc.assert(
      fc.property(
        words(9),
        ownForm,
        nameForm,
        mention,
        fc.array(fc.tuple(keyedValue, keyForm, fc.boolean()), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(', ', '\n'),
        fc.boolean(),
        (names, own, form, mentioned, given, between, reversed) => {
          const parts = names.slice(0, 2);
          const fields = names.slice(3, 3 + given.length);
          const properties = Object.fromEntries(
            fields.map((field, index) => [field, given[index]?.[0].schema]),
          );
          const required = fields.filter((_, index) => given[index]?.[2]);
          const tool = toolOf(own(parts), properties, required);
          const pairs = given.map(
            ([value, key], index) => `${fields[index] ?? ''}${key}${value.text}`,
          );
          if (reversed) pairs.reverse();
          const prompt = `${mentioned(form(parts))} with ${pairs.join(between)}`;
          const input = Object.fromEntries(
            fields.map((field, index) => [field, given[index]?.[0].value]),
          );
          expect(planStep(prompt, [tool]), prompt).toEqual({ kind: 'call', tool, input });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('lets the words after the mention fill required text fields in order [MODEL-1]', () => {
    fc.assert(
      fc.property(
        words(10),
        ownForm,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.boolean(),
        (names, own, size, count, repeats, capitals) => {
          const parts = names.slice(0, size);
          const fields = names.slice(3, 3 + count);
          const values = names
            .slice(6, 6 + count)
            .map((value) => (capitals ? capital(value) : value));
          const tool = toolOf(
            own(parts),
            Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
            fields,
          );
          const again = repeats ? `to ${parts.join(' ')} ` : 'for ';
          const prompt = `Use the ${tool.toolName} tool ${again}${values.join(' and ')}, please.`;
          const input = Object.fromEntries(fields.map((field, index) => [field, values[index]]));
          expect(planStep(prompt, [tool]), prompt).toEqual({ kind: 'call', tool, input });
        },
      ),
    );
  });

  it('gives one text field all the words that are left [MODEL-1]', () => {
    fc.assert(
      fc.property(words(8), fc.integer({ min: 1, max: 5 }), (names, count) => {
        const [name = '', field = '', ...rest] = names;
        const value = rest.slice(0, count).join(' ');
        const tool = toolOf(name, { [field]: { type: 'string' } }, [field]);
        expect(planStep(`Use ${name} to ${name} ${value}!`, [tool])).toMatchObject({
          input: { [field]: value },
        });
        expect(planStep(`${capital(name)} ${value}`, [tool])).toMatchObject({
          input: { [field]: value },
        });
      }),
    );
  });

  it('recognises a choice by its words, in required and optional fields [MODEL-1]', () => {
    fc.assert(
      fc.property(words(6), fc.boolean(), fc.boolean(), (names, required, spaced) => {
        const [name = '', field = '', first = '', second = '', third = ''] = names;
        const choice = `${first}_${second}`;
        const tool = toolOf(
          name,
          { [field]: { type: 'string', enum: [third, choice] } },
          required ? [field] : [],
        );
        const said = spaced ? `${first} ${capital(second)}` : choice;
        expect(planStep(`Use ${name} for the ${said} ones`, [tool])).toMatchObject({
          input: { [field]: choice },
        });
      }),
    );
  });

  it('tells tools of the same name apart by their server, and asks where it cannot [MODEL-1]', () => {
    fc.assert(
      fc.property(words(4), fc.boolean(), (names, second) => {
        const [name = '', left = '', right = ''] = names;
        const tools = [left, right].map((server) =>
          toolOf(name, {}, [], { name: `mcp__${server}__${name}`, serverName: server }),
        );
        const wanted = tools[second ? 1 : 0];
        for (const place of [
          `from the ${wanted?.serverName ?? ''} server`,
          `on ${wanted?.serverName ?? ''}`,
        ]) {
          expect(planStep(`Use the ${name} tool ${place}`, tools)).toEqual({
            kind: 'call',
            tool: wanted,
            input: {},
          });
        }
        expect(planStep(`Use ${wanted?.name ?? ''}`, tools)).toEqual({
          kind: 'call',
          tool: wanted,
          input: {},
        });
        expect(planStep(`Use the ${name} tool`, tools)).toEqual({ kind: 'choose', tools });
      }),
    );
  });

  it('prefers the longer of two names [MODEL-1]', () => {
    fc.assert(
      fc.property(words(3), nameForm, fc.boolean(), (names, form, turned) => {
        const short = toolOf(names.slice(0, 2).join('_'), {}, []);
        const long = toolOf(names.join('_'), {}, []);
        const tools = turned ? [long, short] : [short, long];
        expect(planStep(`Use the ${form(names)} tool`, tools)).toMatchObject({ tool: long });
        expect(planStep(`Use the ${form(names.slice(0, 2))} tool`, tools)).toMatchObject({
          tool: short,
        });
      }),
    );
  });

  it('finds a tool by its title [MODEL-1]', () => {
    fc.assert(
      fc.property(words(5), (names) => {
        const tool = toolOf(names.slice(0, 2).join('_'), {}, [], {
          title: names.slice(2).map(capital).join(' '),
        });
        expect(planStep(`Use the ${names.slice(2).join(' ')} tool`, [tool])).toMatchObject({
          kind: 'call',
          tool,
        });
      }),
    );
  });
});

describe('a prompt that names no tool', () => {
  it('finds it by the words of name and description, and its values by their shape [MODEL-1]', () => {
    fc.assert(
      fc.property(words(9), fc.integer({ min: 1, max: 999 }), (names, count) => {
        const [thing = '', other = '', id = '', state = '', else_ = '', more = ''] = names;
        const wanted = toolOf(
          `get_${thing}_${other}s`,
          { [`${thing}Id`]: { type: 'string' }, [id]: { type: 'string', enum: [state, else_] } },
          [`${thing}Id`],
          { description: `Query the ${other}s of a ${thing}.` },
        );
        const wrong = toolOf(`get_${more}`, {}, [], { description: `Query the ${more}s.` });
        const prompt = `Show the latest ${state} ${other}s for ${thing}-${count}`;
        expect(planStep(prompt, [wrong, wanted])).toEqual({
          kind: 'call',
          tool: wanted,
          input: { [`${thing}Id`]: `${thing}-${count}`, [id]: state },
        });
      }),
    );
  });

  it('calls nothing when no word speaks for a tool [MODEL-2]', () => {
    fc.assert(
      fc.property(
        words(12),
        fc.array(fc.constantFrom('show', 'get', 'read', 'please', 'the', 'and', 'my')),
        (names, small) => {
          const tool = toolOf(
            `get_${names.slice(0, 2).join('_')}`,
            { [names[2] ?? '']: { type: 'string' } },
            [names[2] ?? ''],
          );
          expect(planStep([...small, ...names.slice(6)].join(' '), [tool])).toEqual({
            kind: 'none',
          });
        },
      ),
    );
  });
});

describe('arguments', () => {
  it('are asked for when they are missing, by name, description and choices [MODEL-2]', () => {
    fc.assert(
      fc.property(
        words(4),
        fc.constantFrom('string', 'number', 'boolean', 'array', 'object'),
        (names, type) => {
          const [name = '', field = '', about = '', choice = ''] = names;
          const plain = toolOf(name, { [field]: { type, description: about } }, [field]);
          expect(planStep(`Use the ${name} tool`, [plain])).toMatchObject({
            kind: 'ask',
            fields: [{ name: field, description: about }],
          });
          const closed = toolOf(name, { [field]: { enum: [choice, 'z'] } }, [field]);
          expect(planStep(`Use the ${name} tool`, [closed])).toMatchObject({
            kind: 'ask',
            fields: [{ name: field, choices: [JSON.stringify(choice), '"z"'] }],
          });
        },
      ),
    );
  });

  it('that do not fit are asked for again, saying why [MODEL-2]', () => {
    const tool = toolOf('zuvobe', { lomipa: { type: 'integer', minimum: 5 } }, ['lomipa']);
    for (const said of ['lomipa=many', 'lomipa=2', 'lomipa: 5.5', '3']) {
      const plan = planStep(`Use zuvobe with ${said}`, [tool]);
      expect(plan.kind, said).toBe('ask');
    }
    expect(planStep('Use zuvobe with lomipa=2', [tool])).toMatchObject({
      fields: [{ name: 'lomipa', problem: expect.stringContaining('2') as string }],
    });
    expect(planStep('Use zuvobe with lomipa=7', [tool])).toMatchObject({ kind: 'call' });
  });

  it('come from the schema where only one value is possible [MODEL-1]', () => {
    const tool = toolOf(
      'zuvobe',
      { one: { const: 4 }, two: { type: 'string', default: 'x' }, three: { enum: [true] } },
      ['one', 'two', 'three'],
    );
    expect(planStep('Use zuvobe', [tool])).toMatchObject({
      input: { one: 4, two: 'x', three: true },
    });
  });

  it('follow references and reach inside objects [MODEL-1]', () => {
    const tool: ModelTool = {
      ...toolOf('zuvobe', {}, []),
      inputSchema: {
        type: 'object',
        properties: {
          place: { $ref: '#/$defs/place' },
          amount: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        },
        required: ['place', 'amount'],
        $defs: {
          place: {
            type: 'object',
            properties: { town: { type: 'string' }, code: { type: 'integer' } },
            required: ['town'],
          },
        },
      },
    };
    expect(
      planStep('Use zuvobe with place.town=Ulm place.code=89073 amount=3', [tool]),
    ).toMatchObject({
      input: { place: { town: 'Ulm', code: 89073 }, amount: 3 },
    });
  });

  it('in Japanese and Korean are taken from quotes and before particles [MODEL-1]', () => {
    const tool = toolOf('zuvobe', { lomipa: { type: 'string' } }, ['lomipa']);
    for (const [prompt, value] of [
      ['zuvobeツールで「山田さん」に伝えてください', '山田さん'],
      ['zuvobe ツールを使って太郎に伝えて', '太郎'],
      ['zuvobe 도구를 사용해서 "민수"에게 전해 주세요', '민수'],
      ['zuvobe 도구로 민수에게 전해 주세요', '민수'],
    ] as const) {
      expect(planStep(prompt, [tool]), prompt).toMatchObject({ input: { lomipa: value } });
    }
  });
});

describe('any prompt and any schema', () => {
  const anySchema = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(
        fc.oneof(fc.string(), word, fc.constantFrom('__proto__', 'constructor', 'a b', 'toString')),
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            type: fc.constantFrom(
              'string',
              'number',
              'integer',
              'boolean',
              'array',
              'object',
              'null',
              'odd',
            ),
          }),
          fc.record({ enum: fc.array(fc.jsonValue()) }),
          fc.record({
            $ref: fc.constantFrom('#', '#/properties', '#/nowhere', 'http://elsewhere'),
          }),
        ),
      ),
      required: fc.array(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor'))),
    }),
  ) as fc.Arbitrary<JsonObject>;
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    word,
    fc.constantFrom(
      'use',
      'the',
      'tool',
      'zuvobe',
      'then',
      '"',
      "'",
      '{',
      '[',
      '=',
      ':',
      '`',
      '```',
      'true',
      '5',
      '/a/b',
      'ツール',
      '\n',
      '__proto__=1',
    ),
  );

  it('give no error, no invisible tool and no arguments that do not validate [MODEL-2]', () => {
    fc.assert(
      fc.property(fc.array(piece), anySchema, anySchema, (pieces, left, right) => {
        const tools = [
          { ...toolOf('zuvobe', {}, []), inputSchema: left },
          { ...toolOf('other', {}, []), inputSchema: right },
        ];
        const plan = planStep(`use zuvobe ${pieces.join(' ')}`, tools);
        if (plan.kind !== 'call') return;
        expect(tools).toContain(plan.tool);
        expect(new Validator(plan.tool.inputSchema, '2020-12').validate(plan.input).valid).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('without tools call nothing [MODEL-2]', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(planStep(pieces.join(' '), []).kind).toBe('none');
      }),
    );
  });
});

it('a pattern of a server that takes for ever is given up, with the reason [MODEL-2, MC-21.time]', () => {
  const name = { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' };
  const tool = toolOf('zuvobe', { name }, ['name']);
  const plan = planStep(`use zuvobe with name "${'a'.repeat(40)}"`, [tool]);
  expect(plan).toMatchObject({ kind: 'unusable', reason: expect.stringContaining('too long') });
});
