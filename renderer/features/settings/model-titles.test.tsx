import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { person, renderWindow } from '../../testing/scripted-bridge.tsx';
import { ModelTitles } from './model-titles.tsx';

it('naming sessions by their model is on, and can be turned off [UI-1.titles]', async () => {
  const { bridge, store } = await renderWindow(<ModelTitles />, {
    'settings.set': (patch: Partial<Settings>) => ({ ...store.getState().settings, ...patch }),
  });
  const user = person();
  const control = screen.getByRole('switch', { name: 'Name sessions by their model' });
  expect(control.getAttribute('aria-checked')).toBe('true');
  await user.click(control);
  expect(control.getAttribute('aria-checked')).toBe('false');
  await user.click(control);
  expect(bridge.inputs('settings.set')).toEqual([{ titles: 'words' }, { titles: 'model' }]);
});
