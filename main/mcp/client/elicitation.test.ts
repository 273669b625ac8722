import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { answerElicitation } from './elicitation.ts';
import type { ElicitationAnswer, ElicitationQuestion } from './elicitation.ts';
import { RpcFault } from './rpc-fault.ts';
import { thrownBy } from './testing/connections.ts';

const ask = (
  properties: JsonObject,
  answer: ElicitationAnswer,
  more: JsonObject = {},
): Promise<JsonObject> =>
  answerElicitation(
    { message: 'Well?', requestedSchema: { type: 'object', properties, ...more } },
    {},
    () => answer,
  );
const accept = (content: JsonObject): ElicitationAnswer => ({ action: 'accept', content });
const faultOf = async (promise: Promise<unknown>): Promise<RpcFault> => {
  const thrown = await thrownBy(promise);
  if (thrown instanceof RpcFault) return thrown;
  throw thrown as Error;
};

describe('answers to a form', () => {
  const email = { type: 'string', format: 'email' };
  const titled = {
    type: 'string',
    oneOf: [
      { const: 'r', title: 'Red' },
      { const: 'g', title: 'Green' },
    ],
  };
  const many = {
    type: 'array',
    items: { type: 'string', enum: ['a', 'b', 'c'] },
    minItems: 1,
    maxItems: 2,
  };
  const manyTitled = {
    type: 'array',
    items: {
      anyOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
  };
  it.each<[string, JsonObject, unknown, boolean]>([
    ['email', email, 'a@b.example', true],
    ['email', email, 'nobody', false],
    ['uri', { type: 'string', format: 'uri' }, 'https://a.example/x', true],
    ['uri', { type: 'string', format: 'uri' }, 'not one', false],
    ['date', { type: 'string', format: 'date' }, '2026-02-28', true],
    ['date', { type: 'string', format: 'date' }, '2026-02-30', false],
    ['date-time', { type: 'string', format: 'date-time' }, '2026-02-28T10:00:00Z', true],
    ['date-time', { type: 'string', format: 'date-time' }, '2026-02-28 10:00', false],
    ['minLength', { type: 'string', minLength: 2 }, '🙂', false],
    ['maxLength', { type: 'string', maxLength: 1 }, '🙂', true],
    ['number', { type: 'number', minimum: -1.5, maximum: 2 }, -1.5, true],
    ['number', { type: 'number', minimum: -1.5 }, -2, false],
    ['number as text', { type: 'number' }, '3', false],
    ['integer', { type: 'integer' }, 3, true],
    ['integer', { type: 'integer' }, 3.5, false],
    ['boolean', { type: 'boolean' }, false, true],
    ['boolean', { type: 'boolean' }, 'false', false],
    ['enum', { type: 'string', enum: ['x', 'y'] }, 'y', true],
    ['enum', { type: 'string', enum: ['x', 'y'] }, 'z', false],
    ['enumNames', { type: 'string', enum: ['x'], enumNames: ['The X'] }, 'x', true],
    ['enumNames', { type: 'string', enum: ['x'], enumNames: ['The X'] }, 'The X', false],
    ['titled', titled, 'g', true],
    ['titled', titled, 'Green', false],
    ['many', many, ['a', 'b'], true],
    ['many, none', many, [], false],
    ['many, all', many, ['a', 'b', 'c'], false],
    ['many, other', many, ['z'], false],
    ['many titled', manyTitled, ['b'], true],
    ['many titled, other', manyTitled, ['B'], false],
  ])('%s %j: %j fits: %s [MC-30, MC-31]', async (_, field, value, fits) => {
    const answering = ask({ field }, accept({ field: value }));
    if (fits) expect(await answering).toEqual({ action: 'accept', content: { field: value } });
    else expect((await faultOf(answering)).code).toBe(-32_603);
  });

  it('an unknown keyword or format is a plain field and never fails the request [MC-30]', async () => {
    const properties = {
      id: { type: 'string', format: 'uuid', pattern: '^x$', vendor: { deep: true } },
      odd: { type: 'colour' },
      bare: {},
    };
    const content = { id: 'whatever', odd: 'red', bare: 7 };
    expect(await ask(properties, accept(content))).toEqual({ action: 'accept', content });
  });

  it.each([
    ['a nested object', { address: { type: 'object', properties: {} } }],
    ['a list of objects', { list: { type: 'array', items: { type: 'object' } } }],
    ['no schema', { field: 'text' }],
  ])('%s is refused as invalid parameters [MC-30]', async (_, properties) => {
    const fault = await faultOf(ask(properties, accept({})));
    expect(fault.code).toBe(-32_602);
    expect(fault.message).toMatch(/"(address|list|field)"/);
  });

  it('untouched defaults are sent, untouched optional fields are left out, required ones are missed [MC-31]', async () => {
    const properties = {
      text: { type: 'string', default: 'd' },
      whole: { type: 'integer', default: 0 },
      flag: { type: 'boolean', default: false },
      pick: { type: 'string', enum: ['a', 'b'], default: 'b' },
      picks: { type: 'array', items: { enum: ['a', 'b'] }, default: ['a'] },
      optional: { type: 'string' },
    };
    const content = { text: 'd', whole: 0, flag: false, pick: 'b', picks: ['a'] };
    expect(await ask(properties, { action: 'accept' })).toEqual({ action: 'accept', content });
    expect(await ask(properties, accept({ whole: 5, optional: undefined }))).toEqual({
      action: 'accept',
      content: { ...content, whole: 5 },
    });
    const fault = await faultOf(ask(properties, accept({}), { required: ['optional'] }));
    expect(fault.message).toContain('"optional" is missing');
    expect((await faultOf(ask(properties, accept({ more: 1 })))).message).toContain('"more"');
  });

  it.each(['decline', 'cancel'] as const)(
    '%s is always possible and carries nothing [MC-31]',
    async (action) => {
      const answer = { action, content: { name: 'x' } };
      expect(await ask({ name: { type: 'string' } }, answer, { required: ['name'] })).toEqual({
        action,
      });
    },
  );
});

describe('modes', () => {
  const url = { mode: 'url', message: 'Look', url: 'https://a.example/', elicitationId: 'e1' };
  const seen: ElicitationQuestion[] = [];
  const answerTo = (params: JsonObject, declared: JsonObject): Promise<JsonObject> =>
    answerElicitation(params, declared, (question) => {
      seen.push(question);
      return { action: 'accept', content: { never: 'sent' } };
    });

  it('an address is offered with its id, and the answer has no content [MC-32]', async () => {
    expect(await answerTo(url, { url: {} })).toEqual({ action: 'accept' });
    expect(seen.at(-1)).toMatchObject({
      mode: 'url',
      url: 'https://a.example/',
      elicitationId: 'e1',
    });
  });

  it.each([
    ['url without its declaration', url, {}],
    ['url with forms declared', url, { form: {} }],
    ['form with addresses declared', { message: 'x', requestedSchema: {} }, { url: {} }],
    ['a mode nobody knows', { mode: 'dance', message: 'x' }, { form: {}, url: {} }],
    ['an address that is none', { ...url, url: 'nowhere' }, { url: {} }],
  ])('%s is answered -32602 [MC-32]', async (_, params, declared) => {
    const before = seen.length;
    expect((await faultOf(answerTo(params, declared))).code).toBe(-32_602);
    expect(seen).toHaveLength(before);
  });
});

describe('questions that are more than a form', () => {
  const text = { type: 'string' };
  const many = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `c${index}`);
  const deep = (levels: number): object =>
    levels === 0 ? text : { type: 'array', items: deep(levels - 1) };

  it.each<[string, object]>([
    ['fields without number', Object.fromEntries(many(201).map((name) => [name, text]))],
    ['choices without number', { a: { ...text, enum: many(5_001) } }],
    ['choices of a list without number', { a: { type: 'array', items: { enum: many(5_001) } } }],
    ['depth without end', { a: deep(1_000) }],
  ])('by %s are refused before anybody is asked [MC-30, MC-21.time]', async (_, properties) => {
    const asked = vi.fn();
    const requestedSchema = { type: 'object', properties };
    const answer = answerElicitation({ message: '?', requestedSchema }, {}, asked);
    await expect(answer).rejects.toMatchObject({ code: -32_602 });
    expect(asked).not.toHaveBeenCalled();
  });
});
