import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { person, renderWindow } from '../../../testing/scripted-bridge.tsx';
import { Composer } from './composer.tsx';
import { writeDraft } from './drafts.ts';

it('a message is sent and brought back by the keys that the person chose; Enter is a line then [UI-2.keys, UI-10.send]', async () => {
  writeDraft('keys', '');
  const sent: string[] = [];
  const send = (message: string) => Promise.resolve(sent.push(message) > 0);
  await renderWindow(
    <Composer draftKey="keys" placeholder="Reply" onSend={send} history={() => sent} />,
    {
      'settings.get': () => ({
        theme: 'system',
        defaultModel: { provider_id: 'offline', id: 'offline' },
        sidebar: 'open',
        panel: 'open',
        shortcuts: { 'message.send': 'Mod+Shift+S', 'message.recall': 'Alt+ArrowUp' },
      }),
    },
  );
  const user = person();
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
  await user.type(field, 'one{Enter}two');
  expect(sent).toEqual([]);
  expect(field.value).toBe('one\ntwo');
  await user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  expect(sent).toEqual(['one\ntwo']);
  await user.keyboard('{ArrowUp}');
  expect(field.value).toBe('');
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(field.value).toBe('one\ntwo');
});
