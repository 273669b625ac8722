import { useState } from 'react';
import type { CallValue } from '../../../../shared/ipc/registry.ts';
import type { ReadingEntry } from '../../../../shared/mcp/server-reading.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { CardRow } from '../../../ui/card.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NoteLine } from '../setup/entry-lines.tsx';
import { PinOffer } from '../setup/pin-offer.tsx';
import { UpdateLines } from '../setup/update-lines.tsx';

const words = text.servers.settings;

type Inspected = CallValue<'serverSetup.inspect'>;

/** The package that the command fetches: at which version, and whether there is a newer one when the person asks. */
export function PackageRow({
  serverId,
  inspected,
}: {
  readonly serverId: string;
  readonly inspected: Inspected;
}) {
  const { pinned, unpinned } = inspected;
  const ipc = useIpc();
  const [latest, setLatest] = useState<{ version: string; host: string } | null>(null);
  const lookUp = useAction(async () => {
    if (!pinned) return;
    const { ecosystem, name } = pinned;
    setLatest(await ipc.call('serverSetup.latestVersion', { ecosystem, name }));
  });
  const pin = useAction((version: string) => ipc.call('serverSetup.pin', { serverId, version }));
  const error = lookUp.error ?? pin.error;
  if (unpinned !== undefined) {
    return (
      <div className="flex flex-col gap-2 px-3.5 py-2.5">
        <div>
          <div className="font-medium">{words.package}</div>
          <div className="text-small text-subtle">{words.unpinned(unpinned.name)}</div>
        </div>
        <PinOffer unpinned={unpinned} busy={pin.busy} onPin={(version) => void pin.run(version)} />
        {pin.error !== undefined && (
          <ErrorBox role="alert" sentence={pin.error.sentence} details={pin.error.details} />
        )}
      </div>
    );
  }
  if (pinned === undefined) return null;
  const isNewer = latest !== null && latest.version !== pinned.version;
  return (
    <div className="px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-[200px] flex-1">
          <div className="font-medium">{words.package}</div>
          <div className="text-small [overflow-wrap:anywhere] text-subtle" role="status">
            {latest === null
              ? words.pinned(pinned.name, pinned.version)
              : words.latest(latest.version, latest.host)}
          </div>
        </div>
        {isNewer ? (
          <Button busy={pin.busy} onClick={() => void pin.run(latest.version)}>
            {words.useVersion(latest.version)}
          </Button>
        ) : (
          <Button
            busy={lookUp.busy}
            title={serverSetupTexts.add.latestNote(pinned.ecosystem)}
            onClick={() => void lookUp.run()}
          >
            {words.lookForNewer}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <ErrorBox role="alert" className="mt-2" sentence={error.sentence} details={error.details} />
      )}
    </div>
  );
}

type Found =
  | { readonly kind: 'update'; readonly readingId: string; readonly entry: ReadingEntry }
  | { readonly kind: 'same' | 'other' }
  | { readonly kind: 'trouble'; readonly reason: string };

/** The bundle that a server runs from, and the way to another version of it. */
export function BundleRow({ server }: { readonly server: ServerState }) {
  const ipc = useIpc();
  const { source, scope } = server.settings;
  const [found, setFound] = useState<Found | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const choose = useAction(async () => {
    setCancelled(false);
    const { source: chosen } = await ipc.call('serverSetup.chooseFile');
    if (chosen !== null) setFound(foundIn(chosen, server.id));
  });
  const update = useAction(async (readingId: string, entryId: string) => {
    setCancelled(false);
    const chosen = [{ readingId, entryIds: [entryId] }];
    const { results } = await ipc.call('serverSetup.review', { chosen, scope, pins: {} });
    if (results[0]?.outcome === 'started') setFound(null);
    else setCancelled(true);
  });
  const error = choose.error ?? update.error;
  const bundle = source?.bundle;
  return (
    <div>
      <CardRow
        title={
          bundle === undefined ? words.bundle : words.bundleVersion(bundle.name, bundle.version)
        }
        note={
          <>
            {bundle === undefined && <span className="block">{words.bundleUnknown}</span>}
            {source?.detail !== undefined && (
              <span className="block">{words.bundleFrom(source.detail)}</span>
            )}
            <span className="block">{words.chooseBundleNote}</span>
          </>
        }
      >
        <Button busy={choose.busy} disabled={update.busy} onClick={() => void choose.run()}>
          {words.chooseBundle}
        </Button>
      </CardRow>
      {(found !== null || error !== undefined || isCancelled) && (
        <div role="status" className="flex flex-col gap-2 px-3.5 pb-3">
          {found?.kind === 'same' && <Notice>{words.sameBundle}</Notice>}
          {found?.kind === 'other' && <Notice tone="warning">{words.otherBundle}</Notice>}
          {found?.kind === 'trouble' && <Notice tone="warning">{found.reason}</Notice>}
          {found?.kind === 'update' && found.entry.comparison.kind === 'update' && (
            <>
              <UpdateLines comparison={found.entry.comparison} />
              {found.entry.notes.map((note, index) => (
                <NoteLine key={index} note={note} />
              ))}
              <Button
                tone="primary"
                className="self-start"
                busy={update.busy}
                onClick={() => void update.run(found.readingId, found.entry.entryId)}
              >
                {words.updateBundle(found.entry.comparison.to)}
              </Button>
            </>
          )}
          {isCancelled && <Notice>{words.cancelled}</Notice>}
          {error !== undefined && (
            <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
          )}
        </div>
      )}
    </div>
  );
}

function foundIn(
  { reading, troubles }: NonNullable<CallValue<'serverSetup.chooseFile'>['source']>,
  serverId: string,
): Found {
  const [trouble] = [
    ...troubles,
    ...(reading?.notes ?? []).flatMap(({ severity, sentence }) =>
      severity === 'error' ? [sentence] : [],
    ),
  ];
  if (trouble !== undefined) return { kind: 'trouble', reason: trouble };
  const entry = reading?.entries[0];
  if (reading === undefined || entry === undefined) return { kind: 'other' };
  const { comparison } = entry;
  if (comparison.kind === 'same') return { kind: 'same' };
  if (comparison.kind !== 'update' || comparison.serverId !== serverId) return { kind: 'other' };
  return { kind: 'update', readingId: reading.readingId, entry };
}
