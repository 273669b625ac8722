// @ts-check
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

/**
 * Results that real servers send, by the name of their tool.
 * @type {Readonly<Record<string, object>>}
 */
export const contentZoo = {
  content_image: { content: [{ type: 'image', mimeType: 'image/png', data: PIXEL }] },
  content_audio: { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' }] },
  content_bad_image: { content: [{ type: 'image', mimeType: 'image/png', data: 'not base64!' }] },
  content_svg: {
    content: [
      {
        type: 'image',
        mimeType: 'image/svg+xml',
        data: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>',
        ).toString('base64'),
      },
    ],
  },
  content_resource_text: {
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'in it' },
      },
    ],
  },
  content_resource_blob: {
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: PDF },
      },
    ],
  },
  content_resource_without_uri: { content: [{ type: 'resource', resource: { text: 'no uri' } }] },
  content_link: {
    content: [
      { type: 'resource_link', uri: 'https://example.com/doc', name: 'doc', title: 'A document' },
      { type: 'resource_link', uri: 'file:///etc/passwd', name: 'a file' },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'a script' },
    ],
  },
  content_unknown: { content: [{ type: 'hologram', beams: 3, deep: { list: [null, 1] } }] },
  content_none: { content: [] },
  content_missing: {},
  content_null_structured: { content: [], structuredContent: null },
  content_zero_structured: { content: [], structuredContent: 0 },
  content_list_structured: { content: [], structuredContent: [] },
  content_structured_only: { content: [], structuredContent: { total: 64, rows: [{ id: 1 }] } },
  content_markup: {
    content: [
      {
        type: 'text',
        text: '<img src=x onerror="document.title=1"> [x](javascript:alert(1)) <svg onload=alert(1)> ![p](http://127.0.0.1:9/p.png)',
      },
    ],
  },
  content_ansi: { content: [{ type: 'text', text: '\u001b[31mred\u001b[0m \u202etxt.exe\u0007' }] },
  content_error: { isError: true, content: [{ type: 'text', text: 'It failed, as a tool may.' }] },
};

/** Tools whose structured content does not fit the schema that they declare. */
export const outputZoo = {
  output_fits: {
    outputSchema: {
      type: 'object',
      properties: { total: { type: 'number' } },
      required: ['total'],
    },
    result: { content: [], structuredContent: { total: 1 } },
  },
  output_differs: {
    outputSchema: {
      type: 'object',
      properties: {
        orders: {
          type: 'array',
          items: { type: 'object', properties: { total: { type: 'number' } } },
        },
      },
    },
    result: {
      content: [{ type: 'text', text: 'two orders' }],
      structuredContent: { orders: [{ total: 182.5 }, { total: '64.00' }] },
    },
  },
  output_missing: {
    outputSchema: { type: 'object', properties: { total: { type: 'number' } } },
    result: { content: [{ type: 'text', text: 'no structured content' }] },
  },
};
