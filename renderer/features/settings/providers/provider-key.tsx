import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { needsKey } from '../../../../shared/agent/provider-address.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import type { AppInfo } from '../../../../shared/ipc/routes/app.ts';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';

const words = settingsTexts.providers.key;

export interface ProviderKeyProps {
  readonly provider: ProviderState;
  readonly secretStorage: AppInfo['secretStorage'];
  /** The field is there at once. */
  readonly startsEntering?: boolean;
}

/** The key of a provider: whether there is one and where, never the key. What is typed is forgotten once main has it. */
export function ProviderKey({ provider, secretStorage, startsEntering = false }: ProviderKeyProps) {
  const ipc = useIpc();
  const providerId = provider.id;
  const [entering, setEntering] = useState(startsEntering);
  const [key, setKey] = useState('');
  const save = useAction(async () => {
    await ipc.call('providers.setKey', { providerId, key: key.trim() });
    stop();
  });
  const clear = useAction(() => ipc.call('providers.clearKey', { providerId }));
  const stop = () => {
    setKey('');
    setEntering(false);
    save.clearError();
  };
  const present = provider.key !== 'missing' && provider.key !== 'not-needed';
  const tooLong = key.trim().length > 4096;

  if (entering) {
    return (
      <div className="flex flex-col gap-2">
        <SecretField
          label={words.label}
          value={key}
          onValueChange={setKey}
          disabled={save.busy}
          autoFocus
          placeholder={words.placeholder}
          error={tooLong ? words.long : undefined}
          help={words.help[secretStorage]}
        />
        <div className="flex gap-2">
          <Button
            tone="primary"
            busy={save.busy}
            disabled={key.trim() === '' || tooLong}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
          <Button tone="quiet" disabled={save.busy} onClick={stop}>
            {words.cancel}
          </Button>
        </div>
        {save.error !== undefined && (
          <ErrorBox
            role="alert"
            sentence={words.failed(save.error.sentence)}
            details={save.error.details}
          />
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-[5px]">
      <span className="font-medium">{words.label}</span>
      <div className="flex flex-wrap items-center gap-1.5">
        {present && (
          <span className="flex h-(--control-large) min-w-0 flex-1 items-center gap-1.5 rounded-control border border-line bg-inset px-[9px] text-muted">
            <Icon of={LockKeyhole} size={14} />
            {provider.keyHint !== undefined && provider.keyHint.ending !== ''
              ? words.endsIn(provider.keyHint.ending)
              : words.stored}
          </span>
        )}
        <Button size="large" onClick={() => setEntering(true)}>
          {present ? words.replace : words.enter}
        </Button>
        {present && (
          <Button size="large" tone="quiet" busy={clear.busy} onClick={() => void clear.run()}>
            {words.remove}
          </Button>
        )}
      </div>
      <p
        className={`text-small ${provider.key === 'locked' ? 'text-warning-text' : 'text-subtle'}`}
      >
        {provider.key === 'missing' && needsKey(provider.kind)
          ? words.needed
          : words.states[provider.key]}
      </p>
      {clear.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.removeFailed(clear.error.sentence)}
          details={clear.error.details}
        />
      )}
    </div>
  );
}
