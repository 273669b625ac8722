import type { ProviderState } from '../../shared/ipc/routes/providers.ts';
import type { ProviderStore } from '../storage/provider-store.ts';

/**
 * Calls `tell` once, as soon as a key is kept in memory alone or cannot be read: before that, a missing keychain concerns nobody.
 * It listens for as long as the store lives.
 */
export function onceKeysMatter(
  providers: Pick<ProviderStore, 'list' | 'onChange'>,
  tell: () => void,
): void {
  if (doKeysMatter(providers.list())) {
    tell();
    return;
  }
  const end = providers.onChange((list) => {
    if (!doKeysMatter(list)) return;
    end();
    tell();
  });
}

function doKeysMatter(providers: readonly ProviderState[]): boolean {
  return providers.some(({ key }) => key === 'in-memory' || key === 'locked');
}
