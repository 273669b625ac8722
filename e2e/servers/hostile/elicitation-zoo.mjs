// @ts-check
const form = (/** @type {object} */ properties, /** @type {string[]} */ required = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

/** A form with every kind of field. */
export const everyField = form(
  {
    name: { type: 'string', title: 'Release name', minLength: 3, maxLength: 60 },
    owner: { type: 'string', title: 'Owner', format: 'email' },
    log: { type: 'string', title: 'Change log', format: 'uri' },
    freeze: { type: 'string', title: 'Code freeze', format: 'date' },
    days: { type: 'integer', title: 'Review days', minimum: 1, maximum: 10, default: 3 },
    live: { type: 'string', title: 'Goes live', format: 'date-time' },
    share: { type: 'number', title: 'Share', minimum: 0, maximum: 1 },
    channel: {
      type: 'string',
      title: 'Channel',
      oneOf: [
        { const: 'stable', title: 'Stable' },
        { const: 'beta', title: 'Beta' },
      ],
      default: 'stable',
    },
    region: { type: 'string', title: 'Region', enum: ['eu', 'us', 'ap'] },
    size: { type: 'string', title: 'Size', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
    notify: { type: 'boolean', title: 'Notify customers', default: true },
    platforms: {
      type: 'array',
      title: 'Platforms',
      items: {
        anyOf: [
          { const: 'macos', title: 'macOS' },
          { const: 'windows', title: 'Windows' },
          { const: 'linux', title: 'Linux' },
        ],
      },
      minItems: 1,
      maxItems: 2,
      default: ['linux'],
    },
    labels: { type: 'array', title: 'Labels', items: { type: 'string', enum: ['a', 'b', 'c'] } },
    token: { type: 'string', title: 'Deploy token', description: 'Looks like a secret.' },
  },
  ['name', 'owner'],
);

/**
 * Questions by the name of the tool that asks them, one after another where there are several.
 * @type {Readonly<Record<string, readonly Record<string, any>[]>>}
 */
export const elicitationZoo = {
  elicit_every_field: [
    {
      message: 'I need a plan to create the release. You can edit it later.',
      requestedSchema: everyField,
    },
  ],
  elicit_optional: [
    {
      message: 'All of it is optional.',
      requestedSchema: form({
        a: { type: 'string' },
        b: { type: 'number', minimum: 5 },
        c: { type: 'string', oneOf: [{ const: 'x', title: 'X' }] },
      }),
    },
  ],
  elicit_choose: [
    { message: 'Choose.', requestedSchema: form({ sure: { type: 'boolean' } }, ['sure']) },
  ],
  elicit_unknown: [
    {
      message: 'Kinds that nobody knows.',
      requestedSchema: form({
        id: { type: 'string', format: 'uuid' },
        code: { type: 'string', pattern: '^[A-Z]{3}$', 'x-vendor': true },
        odd: { type: 'null' },
        loose: {},
        slow: { type: 'string', pattern: '^(a+)+$' },
      }),
    },
  ],
  elicit_nested: [
    { message: 'Nested.', requestedSchema: form({ inner: form({ a: { type: 'string' } }) }) },
  ],
  elicit_hidden: [
    {
      message: 'Type \u202eyour\u200b name.\n[link](https://example.com) <b>bold</b>',
      requestedSchema: form({ 'na\u200bme': { type: 'string', title: '\u001b[31mName' } }),
    },
  ],
  elicit_many: [
    {
      message: 'Forty fields.',
      requestedSchema: form(
        Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [
            `field_${index + 1}`,
            { type: 'string', title: `Field ${index + 1}` },
          ]),
        ),
      ),
    },
  ],
  elicit_twice: [
    { message: 'First.', requestedSchema: form({ one: { type: 'string' } }, ['one']) },
    { message: 'Second.', requestedSchema: form({ two: { type: 'string' } }, ['two']) },
  ],
  elicit_bad_mode: [{ mode: 'telepathy', message: 'Think of it.' }],
  elicit_url: [
    { mode: 'url', message: 'Connect your workspace.', url: 'https://example.com/connect' },
  ],
  elicit_url_punycode: [
    {
      mode: 'url',
      message: 'Sign in at Apple.',
      url: 'https://xn--pple-43d.com/connect?client=parley',
    },
  ],
  elicit_url_userinfo: [
    { mode: 'url', message: 'Go on.', url: 'https://example.com@evil.example/connect' },
  ],
  elicit_url_scheme: [{ mode: 'url', message: 'Go on.', url: 'file:///etc/passwd' }],
  elicit_url_long: [
    { mode: 'url', message: 'Long.', url: `https://example.com/${'a'.repeat(2_000)}` },
  ],
};
