import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PinOffer } from '../setup/pin-offer.tsx';
import { useInspected, type Inspected } from './use-inspected.ts';

const words = serverSetupTexts.care;

const nothing: Inspected = { variables: [], plainSecrets: [], hasKeychain: false };

/** What a person may want to put right in a stored definition; nothing is drawn when there is nothing. */
export function ServerCare({
  server,
  onValues,
  onReview,
}: {
  readonly server: ServerState;
  readonly onValues: () => void;
  /** Shows the definition in main's question, then starts it. */
  readonly onReview: () => void;
}) {
  const ipc = useIpc();
  const serverId = server.id;
  const inspected = useInspected(server);
  const move = useAction(async () => {
    await ipc.call('serverSetup.moveSecrets', { serverId });
  });
  const pin = useAction(async (version: string) => {
    await ipc.call('serverSetup.pin', { serverId, version });
  });
  const toReview = server.origin === 'user' && !server.trusted && !server.enabled;
  const { variables, plainSecrets, hasKeychain, unpinned } = inspected ?? nothing;
  const missing = variables.filter(({ isSet }) => !isSet);
  const asked = missing.filter(({ kind }) => kind === 'input' || kind === 'secret');
  const unset = missing.filter(({ kind }) => kind === 'env' || kind === 'unknown');
  const error = move.error ?? pin.error;
  const isWell = missing.length === 0 && plainSecrets.length === 0 && unpinned === undefined;
  if (isWell && !toReview) return null;
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      {error !== undefined && (
        <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
      )}
      {toReview && (
        <Notice
          tone="info"
          actions={
            <Button size="small" tone="primary" onClick={onReview}>
              {server.definition.type === 'stdio'
                ? text.servers.form.reviewCommand
                : text.servers.form.reviewAddress}
            </Button>
          }
        >
          {words.toReview}
        </Notice>
      )}
      {asked.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={onValues}>
              {serverSetupTexts.values.enter}
            </Button>
          }
        >
          {words.asked(asked.map(({ name }) => name))}
        </Notice>
      )}
      {unset.map(({ kind, name, places }) => (
        <Notice key={`${kind} ${name}`} tone="warning">
          {kind === 'env' ? words.unset(name, places) : words.unknown(name, places)}
        </Notice>
      ))}
      {plainSecrets.length > 0 && (
        <Notice
          tone="warning"
          actions={
            hasKeychain && (
              <Button size="small" busy={move.busy} onClick={() => void move.run()}>
                {words.move}
              </Button>
            )
          }
        >
          {words.plainSecrets(plainSecrets)} {hasKeychain ? '' : words.noKeychain}
        </Notice>
      )}
      {unpinned !== undefined && (
        <PinOffer unpinned={unpinned} busy={pin.busy} onPin={(version) => void pin.run(version)} />
      )}
    </section>
  );
}
