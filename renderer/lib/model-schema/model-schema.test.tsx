import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ProviderState } from '../../../shared/ipc/routes/providers.ts';
import type { ToolInfo } from '../../../shared/mcp/tool.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { modelSchema as modelSchemaTexts } from '../../../shared/texts/en/model-schema.ts';
import { person, renderWindow } from '../../testing/scripted-bridge.tsx';
import { ModelSchemaDialog } from './model-schema-dialog.tsx';
import { ModelSchemaLine } from './model-schema-line.tsx';

const words = modelSchemaTexts;
const kinds = settingsTexts.providers.kinds;
const tool = (inputSchema: ToolInfo['inputSchema']): ToolInfo => ({
  name: 'book',
  inputSchema,
  annotations: {},
});
const listed = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { rows: { type: 'array' }, count: { type: 'integer', minimum: 1 } },
};

it('what is changed of a schema is shown for each kind of provider, with what it was [UI-17.schema, RT-28.changes]', async () => {
  const user = person();
  await renderWindow(<ModelSchemaDialog tool={tool(listed)} onClose={vi.fn()} />);
  const changes = () =>
    within(screen.getByRole('list', { name: words.list }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(changes()).toEqual([`$schema${words.kinds.removed}`]);
  await user.click(screen.getByRole('radio', { name: kinds.google }));
  expect(changes()).toEqual(
    expect.arrayContaining([
      `properties.rows.items${words.kinds.added}`,
      `properties.count.minimum${words.kinds.removed}`,
      `properties.count.description${words.kinds.added}`,
    ]),
  );
});

it('a tool that a service cannot take is said to be left out, and why [UI-17.schema]', async () => {
  await renderWindow(<ModelSchemaDialog tool={tool({ type: 'string' })} onClose={vi.fn()} />);
  expect(screen.getByText(/not offered to these models\. .*an object/)).toBeTruthy();
});

it('below a tool stands what the models in use get otherwise, and nothing where that is nothing [UI-17.schema]', async () => {
  const user = person();
  const provider = (kind: ProviderState['kind']): ProviderState => ({
    id: kind,
    kind,
    label: kind,
    models: [],
    key: 'stored',
  });
  const show = (schema: ToolInfo['inputSchema'], ...used: ProviderState['kind'][]) =>
    renderWindow(<ModelSchemaLine tool={tool(schema)} />, {
      'providers.list': () => ({ providers: used.map(provider) }),
    });
  const first = await show(listed, 'offline', 'anthropic');
  expect(first.view.container.textContent).toBe('');
  first.view.unmount();
  const second = await show(listed, 'google');
  expect(second.view.container.textContent).toContain(words.adapted);
  second.view.unmount();
  const odd = { type: 'object', properties: { 'größe!': {} }, required: ['größe!'] };
  await show(odd, 'anthropic', 'openai');
  expect(screen.getByText(words.leftOut(kinds.anthropic))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.showOf('book') }));
  expect(screen.getByRole('dialog').textContent).toContain('größe!');
});
