import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { text } from '../../../shared/texts/catalogue.ts';
import { person, renderWindow, serverState } from '../../testing/scripted-bridge.tsx';
import { ToolAppView } from './tool-app-view.tsx';
import { useToolApp, type AppRequest } from './use-tool-app.ts';

const words = text.apps;
const server = serverState({ name: 'charts' });
const request: AppRequest = { serverId: server.id, tool: 'chart', input: {}, result: {} };

function Chart() {
  return <ToolAppView app={useToolApp(request)} tool="chart" />;
}

it('an app that can fill the window has a button for it, and a bar leads back to its place [UI-44.modes]', async () => {
  const user = person();
  const { bridge, emit } = await renderWindow(<Chart />, {
    'apps.open': () => ({
      ...{ state: 'open', id: 'app-1', prefersBorder: true },
      ...{ domains: [], unreachable: [] },
    }),
    'apps.place': () => undefined,
    'apps.setMode': () => undefined,
  });
  const place = await screen.findByRole('group', { name: words.place('chart') });
  expect(screen.queryByRole('button', { name: words.fill })).toBeNull();
  await emit('apps.changed', { appId: 'app-1', mayFill: true });
  await emit('apps.changed', { appId: 'app-1', height: 320 });
  expect(place.isConnected).toBe(true);
  await user.click(screen.getByRole('button', { name: words.fill }));
  await emit('apps.changed', { appId: 'app-1', mode: 'fullscreen' });
  expect(screen.getByRole('dialog', { name: words.filling('chart') })).toBeTruthy();
  expect(screen.getByText(words.elsewhere)).toBeTruthy();
  await user.keyboard('{Escape}');
  await emit('apps.changed', { appId: 'app-1', mode: 'inline' });
  expect(screen.queryByRole('dialog')).toBeNull();
  const back = screen.getByRole('group', { name: words.place('chart') });
  expect(back.style.height).toBe('320px');
  expect(bridge.inputs('apps.setMode')).toEqual([
    { appId: 'app-1', mode: 'fullscreen' },
    { appId: 'app-1', mode: 'inline' },
  ]);
});
