import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { useAppDataStore } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction, type Action } from '../../lib/use-action.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';

/** Changes settings; what main answers is what the window shows then. */
export function useSettingChange(): Action<[Partial<Settings>]> {
  const ipc = useIpc();
  const store = useAppDataStore();
  return useAction(async (patch: Partial<Settings>) => {
    const settings = await ipc.call('settings.set', patch);
    store.setState({ settings });
  });
}

/** Says why a change was not kept. */
export function SettingError({ change }: { readonly change: Action<[Partial<Settings>]> }) {
  if (change.error === undefined) return null;
  return (
    <ErrorBox
      role="alert"
      className="mt-2"
      sentence={settingsTexts.saveFailed(change.error.sentence)}
      details={change.error.details}
      actions={<LinkButton onClick={change.clearError}>{settingsTexts.dismiss}</LinkButton>}
    />
  );
}
