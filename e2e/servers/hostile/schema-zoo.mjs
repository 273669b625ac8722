// @ts-check
/** Stands for a schema of 10,000 levels, which no JSON writer can write. */
const DEEP = '@deep@';
const LEVELS = 10_000;

/** A message as it goes over the wire. */
export function wireText(/** @type {object} */ message) {
  const text = JSON.stringify(message);
  const deep = () => `${'{"allOf":['.repeat(LEVELS)}{}${']}'.repeat(LEVELS)}`;
  return text.replaceAll(`"${DEEP}"`, deep);
}

/**
 * Input schemas that real servers send, good and bad, by the name of their tool. Those named `bad_` cannot be used; the
 * others must stay usable beside them.
 * @type {Readonly<Record<string, unknown>>}
 */
export const schemaZoo = {
  schema_refs: {
    type: 'object',
    properties: { query_model: { $ref: '#/$defs/Query' } },
    required: ['query_model'],
    $defs: {
      Query: {
        type: 'object',
        properties: {
          text: { type: 'string', title: 'Text' },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
          range: { $ref: '#/$defs/Range' },
        },
        required: ['text'],
      },
      Range: {
        type: 'object',
        properties: {
          from: { type: 'string', format: 'date' },
          to: { type: 'string', format: 'date' },
        },
      },
    },
  },
  schema_pointer: {
    type: 'object',
    properties: {
      headers: {
        type: 'object',
        properties: { key: { type: 'string' }, value: { type: 'string' } },
        required: ['key'],
      },
      rows: { type: 'array', items: { $ref: '#/properties/headers' } },
    },
  },
  schema_recursive: {
    type: 'object',
    properties: { root: { $ref: '#/$defs/Node' } },
    $defs: {
      Node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/$defs/Node' } },
        },
        required: ['name'],
      },
    },
  },
  schema_unions: {
    type: 'object',
    properties: {
      nullable: { type: ['string', 'null'], enum: ['open', 'closed', null] },
      either: { anyOf: [{ type: 'number' }, { type: 'string', maxLength: 5 }] },
      shape: {
        oneOf: [
          {
            title: 'Circle',
            type: 'object',
            properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
          },
          {
            title: 'Square',
            type: 'object',
            properties: { kind: { const: 'square' }, side: { type: 'number' } },
            required: ['kind', 'side'],
          },
        ],
      },
      list: { type: 'array', items: { type: ['object', 'null'] } },
      anything: true,
    },
  },
  schema_limits: {
    type: 'object',
    properties: {
      word: { type: 'string', minLength: 3, maxLength: 8, pattern: '^[a-z]+$' },
      count: { type: 'integer', minimum: 1, maximum: 10, multipleOf: 2 },
      ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      tags: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
      },
      when: { type: 'string', format: 'date-time' },
      flag: { type: 'boolean', default: true },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['word'],
  },
  schema_conditional: {
    type: 'object',
    properties: { kind: { enum: ['mail', 'post'] }, address: { type: 'string' } },
    if: { properties: { kind: { const: 'mail' } } },
    then: { properties: { address: { format: 'email' } }, required: ['address'] },
    dependentRequired: { address: ['kind'] },
  },
  schema_empty: {},
  schema_deep: { type: 'object', properties: { value: DEEP } },
  schema_slow_pattern: {
    type: 'object',
    properties: { value: { type: 'string', pattern: '^(a+)+$' } },
  },
  schema_hidden: {
    type: 'object',
    title: 'Looks\u202eharmless',
    properties: { 'pa\u200bth': { type: 'string', description: '\u001b[31mred\u001b[0m' } },
  },
  schema_proto: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
  bad_network_ref: { type: 'object', properties: { value: { $ref: 'http://127.0.0.1:9/schema' } } },
  bad_null: null,
  bad_text: 'object',
  bad_array: [],
};
