import { expect, it } from 'vitest';
import type { ProviderState } from '../../shared/ipc/routes/providers.ts';
import { onceKeysMatter } from './keys-matter.ts';

const withKey = (key: ProviderState['key']): ProviderState[] => [
  { id: 'offline', kind: 'offline', label: 'Offline', models: [], key: 'not-needed' },
  { id: 'a', kind: 'anthropic', label: 'A', models: [], key },
];

function watch(first: ProviderState[]) {
  const listeners = new Set<(list: readonly ProviderState[]) => void>();
  let told = 0;
  onceKeysMatter(
    {
      list: () => first,
      onChange: (listener) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
    },
    () => (told += 1),
  );
  return {
    told: () => told,
    change: (list: ProviderState[]) => {
      for (const listener of [...listeners]) listener(list);
    },
  };
}

it('says nothing of a missing keychain while there is no key to keep', () => {
  const { told, change } = watch(withKey('missing'));
  change(withKey('not-needed'));
  expect(told()).toBe(0);
});

it('says it once when the first key is only in memory [SE-50]', () => {
  const { told, change } = watch(withKey('missing'));
  change(withKey('in-memory'));
  change(withKey('in-memory'));
  expect(told()).toBe(1);
});

it('says it at the start when a kept key cannot be read [RE-31]', () => {
  expect(watch(withKey('locked')).told()).toBe(1);
});
