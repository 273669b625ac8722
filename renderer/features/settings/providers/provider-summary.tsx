import { CloudOff, Cpu, Network } from 'lucide-react';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { formatWhen } from '../../../lib/format.ts';
import { Icon } from '../../../ui/icon.tsx';

const words = settingsTexts.providers;

const keyTones = {
  'not-needed': 'text-subtle',
  missing: 'text-warning-text',
  stored: 'text-success-text',
  'in-memory': 'text-warning-text',
  locked: 'text-danger-text',
} as const;

/** What came of the last test, else whether there is a key; then what is known besides. */
export function ProviderSummary({ provider }: { readonly provider: ProviderState }) {
  if (provider.kind === 'offline') return words.offline.summary;
  const { lastTest, lastWorkedAt, keyHint } = provider;
  if (lastTest?.ok === false) {
    return (
      <>
        <span className="text-danger-text">
          {lastTest.status === undefined
            ? words.state.unreachable
            : words.state.failed(lastTest.status)}
        </span>{' '}
        {lastWorkedAt === undefined
          ? plainSummary(provider)
          : words.state.lastWorked(formatWhen(lastWorkedAt, Date.now()))}
      </>
    );
  }
  return (
    <>
      {lastTest?.ok === true && provider.key !== 'locked' ? (
        <span className="text-success-text">{words.state.ready}</span>
      ) : (
        <span className={keyTones[provider.key]}>{words.keyState[provider.key]}</span>
      )}{' '}
      {lastTest?.ok === true && keyHint !== undefined && keyHint.ending !== ''
        ? words.state.keyEnds(keyHint.ending)
        : plainSummary(provider)}
    </>
  );
}

function plainSummary({ kind, baseUrl, models }: ProviderState): string {
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
  return words.summary(words.kinds[kind], host ?? words.ownAddress, models.length);
}

/** A letter for a service of its own name, a sign for what runs here, elsewhere, or nowhere. */
export function ProviderTile({ provider }: { readonly provider: ProviderState }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 flex-none place-items-center rounded-card bg-quiet font-semibold text-muted"
    >
      <TileContent provider={provider} />
    </span>
  );
}

function TileContent({ provider: { kind, label, baseUrl } }: { readonly provider: ProviderState }) {
  if (kind === 'offline') return <Icon of={CloudOff} />;
  if (kind !== 'openai-compatible') return Array.from(label)[0];
  return <Icon of={isOnThisComputer(baseUrl) ? Cpu : Network} />;
}

function isOnThisComputer(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(new URL(address).hostname);
}
