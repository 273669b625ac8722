import type { ProfileData, ProfilePart } from '../../../../shared/ipc/routes/data.ts';
import type { Settings } from '../../../../shared/ipc/routes/settings.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { dataTexts as words } from '../../../../shared/texts/en/data.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { formatWhen } from '../../../lib/format.ts';
import { formatBytes } from '../../../lib/format-size.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Card } from '../section.tsx';
import type { KeptData } from './use-profile-data.ts';

type Kept = ProfileData['parts'][number];

/** The order of the list. */
const order: readonly ProfilePart[] = [
  'sessions',
  'results',
  'checkpoints',
  'trash',
  'servers',
  'settings',
  'notes',
  'secrets',
  'index',
  'logs',
  'cache',
  'other',
];

/** Parts of the bar; all else is its rest. */
const segments: readonly { readonly part: ProfilePart; readonly tone: string }[] = [
  { part: 'sessions', tone: 'bg-(--meter-history)' },
  { part: 'results', tone: 'bg-(--meter-tools)' },
  { part: 'logs', tone: 'bg-(--meter-system)' },
];

/** What is kept, how much each part takes, and where it is. */
export function KeptParts({
  kept: { data, error, read },
  lastBackup,
}: {
  readonly kept: KeptData;
  readonly lastBackup: Settings['lastBackup'];
}) {
  if (error !== undefined) {
    return (
      <ErrorBox
        role="alert"
        sentence={`${words.measureFailed} ${error.sentence}`}
        details={error.details}
        actions={
          <Button size="small" onClick={read}>
            {settingsTexts.tryAgain}
          </Button>
        }
      />
    );
  }
  if (data === undefined) {
    return (
      <Loading label={words.measuring}>
        <div className="flex flex-col gap-4">
          <Skeleton className="w-full" />
          <Skeleton className="w-full" />
          <Skeleton className="w-80" />
        </div>
      </Loading>
    );
  }
  const total = data.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const size = formatBytes(total);
  return (
    <div className="flex flex-col gap-3.5">
      <div>
        <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">
            {data.isCut ? words.totalAtLeast(size) : words.total(size)}
          </span>
          <span className="text-small text-subtle">
            {lastBackup === undefined
              ? words.noBackup
              : words.lastBackup(
                  formatWhen(lastBackup.at, Date.now()),
                  formatBytes(lastBackup.bytes),
                )}
          </span>
        </div>
        <SizeBar parts={data.parts} total={total} />
      </div>
      <Card>
        {order.flatMap((part) => {
          const found = data.parts.find((one) => one.part === part);
          return found === undefined ? [] : [<PartRow key={part} kept={found} data={data} />];
        })}
      </Card>
    </div>
  );
}

function SizeBar({ parts, total }: { readonly parts: readonly Kept[]; readonly total: number }) {
  const shareOf = (part: ProfilePart) =>
    total === 0 ? 0 : (parts.find((one) => one.part === part)?.bytes ?? 0) / total;
  return (
    <>
      <div
        aria-hidden="true"
        className="flex h-2 gap-px overflow-hidden rounded-small bg-meter-track high-contrast:border high-contrast:border-line-control"
      >
        {segments.map(({ part, tone }) => (
          <span key={part} className={tone} style={{ width: `${String(shareOf(part) * 100)}%` }} />
        ))}
      </div>
      <ul aria-label={words.bar} className="mt-1.5 flex flex-wrap gap-x-4 text-small text-muted">
        {segments.map(({ part, tone }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-[2px] ${tone}`} />
            {words.parts[part]}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-[2px] bg-meter-track" />
          {words.rest}
        </li>
      </ul>
    </>
  );
}

function PartRow({ kept, data }: { readonly kept: Kept; readonly data: ProfileData }) {
  const ipc = useIpc();
  const show = useAction(() => ipc.call('data.show', { part: kept.part }));
  const name = words.parts[kept.part];
  return (
    <div className="flex min-h-[54px] items-center gap-3 px-3.5 py-2">
      <div className="min-w-0 flex-1">
        <div className="font-medium">{name}</div>
        <div className="text-small [overflow-wrap:anywhere] text-subtle">
          <ExactText value={kept.path} />
          <Note part={kept.part} keychain={data.keychain} />
          {show.error !== undefined && (
            <span role="alert" className="block text-danger-text">
              {show.error.sentence}
            </span>
          )}
        </div>
      </div>
      <div className="flex-none text-right">
        <div>{formatBytes(kept.bytes)}</div>
        <div className="text-small text-subtle">
          {kept.part === 'secrets' ? words.entries(data.secrets) : words.files(kept.files)}
        </div>
      </div>
      <Button
        size="small"
        aria-label={words.showPart(name)}
        busy={show.busy}
        onClick={() => void show.run()}
      >
        {words.show}
      </Button>
    </div>
  );
}

function Note({
  part,
  keychain,
}: {
  readonly part: ProfilePart;
  readonly keychain: readonly string[];
}) {
  const secretStorage = useAppData((data) => data.info?.secretStorage);
  if (part === 'index') return <span className="block">{words.indexNote}</span>;
  if (part === 'other') return <span className="block">{words.otherNote}</span>;
  if (part !== 'secrets') return null;
  return (
    <span className="block">
      {secretStorage === 'keychain' ? words.inKeychain(keychain.join(', ')) : words.inMemory}
    </span>
  );
}
