import { useState } from 'react';
import { defaultNetwork } from '../../../shared/lib/network-settings.ts';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import { useAppData, useAppDataStore } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { TextField } from '../../ui/field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Card, CardRow, Section } from './section.tsx';

const words = settingsTexts.network;

/** Proxy and certificates of all connections. Main asks before a change holds. */
export function NetworkSection() {
  const stored = useAppData((data) => data.settings.network) ?? defaultNetwork;
  const [draft, setDraft] = useState<Partial<NetworkSettings>>({});
  const [outcome, setOutcome] = useState<'saved' | 'cancelled' | undefined>(undefined);
  const ipc = useIpc();
  const store = useAppDataStore();
  const next = { ...stored, ...draft };
  const isChanged = JSON.stringify(next) !== JSON.stringify({ ...stored });
  const change = (part: Partial<NetworkSettings>): void => {
    setOutcome(undefined);
    save.clearError();
    setDraft({ ...draft, ...part });
  };
  const save = useAction(async () => {
    const { changed, settings } = await ipc.call('settings.setNetwork', next);
    if (changed) {
      store.setState({ settings });
      setDraft({});
    }
    setOutcome(changed ? 'saved' : 'cancelled');
  });
  return (
    <Section title={words.title} intro={words.intro}>
      <fieldset disabled={save.busy} className="flex min-w-0 flex-col gap-4">
        <Card>
          <CardRow title={words.proxy} note={words.proxyNotes[next.proxy]}>
            <SegmentedControl<NetworkSettings['proxy']>
              label={words.proxy}
              value={next.proxy}
              onValueChange={(proxy) => change({ proxy })}
              options={(['system', 'address', 'none'] as const).map((value) => ({
                value,
                label: words.proxies[value],
              }))}
            />
          </CardRow>
          <CardRow title={words.system} note={words.systemNote}>
            <Switch
              label={words.system}
              checked={next.systemCertificates}
              onCheckedChange={(systemCertificates) => change({ systemCertificates })}
            />
          </CardRow>
        </Card>
        <NetworkFields next={next} onChange={change} />
        {save.error !== undefined && (
          <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
        )}
        <div className="flex items-center gap-3">
          <Button
            tone="primary"
            busy={save.busy}
            disabled={!isChanged}
            onClick={() => void save.run()}
          >
            {words.review}
          </Button>
          <span role="status" className="text-small text-subtle">
            {save.busy ? words.waiting : outcome === undefined ? '' : words[outcome]}
          </span>
        </div>
      </fieldset>
    </Section>
  );
}

function NetworkFields({
  next,
  onChange,
}: {
  readonly next: NetworkSettings;
  readonly onChange: (part: Partial<NetworkSettings>) => void;
}) {
  return (
    <>
      {next.proxy === 'address' && (
        <TextField
          label={words.proxyAddress}
          mono
          inputMode="url"
          placeholder={words.proxyAddressPlaceholder}
          value={next.proxyAddress}
          onValueChange={(proxyAddress) => onChange({ proxyAddress })}
        />
      )}
      {next.proxy !== 'none' && (
        <TextField
          label={words.bypass}
          optional
          mono
          placeholder={words.bypassPlaceholder}
          help={words.bypassHelp}
          value={next.bypass}
          onValueChange={(bypass) => onChange({ bypass })}
        />
      )}
      <TextField
        label={words.caFile}
        optional
        mono
        placeholder={words.caFilePlaceholder}
        help={words.caFileHelp}
        value={next.caFile}
        onValueChange={(caFile) => onChange({ caFile })}
      />
    </>
  );
}
