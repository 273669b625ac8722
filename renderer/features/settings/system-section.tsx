import { useEffect, useState } from 'react';
import type { SystemState } from '../../../shared/ipc/routes/shell.ts';
import type { SystemSettings } from '../../../shared/ipc/routes/settings.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { capsOf, useBindings } from '../../lib/actions/action-context.tsx';
import { readableError } from '../../lib/error-sentence.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { isMac } from '../../ui/kbd.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Card, CardRow, Section } from './section.tsx';

const words = text.shell.system;

/** Tray, start at login, quick prompt, spelling: off until the person turns them on, and honest where the system cannot (UI-62). */
export function SystemSection() {
  const ipc = useIpc();
  const [state, setState] = useState<SystemState | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  useEffect(() => {
    ipc.call('shell.system').then(setState, (error: unknown) => {
      setFailure(readableError(error).sentence);
    });
    return ipc.on('shell.systemChanged', setState);
  }, [ipc]);
  const change = useAction(async (patch: Partial<SystemSettings>) =>
    setState(await ipc.call('shell.setSystem', patch)),
  );
  const quickNote = useQuickPromptNote(state);
  if (failure !== undefined || state === undefined) {
    return (
      <Section title={words.title} intro={words.intro}>
        {failure === undefined ? (
          <Loading label={words.loading}>
            <Skeleton className="w-80" />
          </Loading>
        ) : (
          <ErrorBox role="alert" sentence={words.loadFailed(failure)} />
        )}
      </Section>
    );
  }
  const row = (key: keyof SystemSettings, title: string, note: string) => (
    <CardRow title={title} note={note}>
      <Switch
        label={title}
        checked={state[key].isOn}
        disabled={!state[key].isSupported}
        onCheckedChange={(isOn) => void change.run({ [key]: isOn })}
      />
    </CardRow>
  );
  return (
    <Section title={words.title} intro={words.intro}>
      <Card>
        {row('tray', words.tray, words.trayNote)}
        {row(
          'openAtLogin',
          words.openAtLogin,
          state.openAtLogin.isSupported ? words.openAtLoginNote : words.loginUnsupported,
        )}
        {row('quickPrompt', words.quickPrompt, quickNote)}
        {row(
          'spelling',
          words.spelling,
          state.spelling.isSupported ? words.spellingNote : words.spellingUnsupported,
        )}
      </Card>
      {change.error !== undefined && (
        <ErrorBox role="alert" className="mt-2" sentence={words.failed(change.error.details)} />
      )}
    </Section>
  );
}

function useQuickPromptNote(state: SystemState | undefined): string {
  const keys = useBindings()['quick.prompt'];
  if (state?.quickPrompt.isSupported === false) return words.quickPromptUnsupported;
  if (keys === undefined) return words.quickPromptNoKeys;
  if (state?.quickPrompt.isTaken === true) return words.quickPromptTaken;
  const names: Readonly<Record<string, string>> = { Mod: isMac ? '⌘' : 'Ctrl' };
  return words.quickPromptNote(
    capsOf(keys)
      .map((key) => names[key] ?? key)
      .join('+'),
  );
}
