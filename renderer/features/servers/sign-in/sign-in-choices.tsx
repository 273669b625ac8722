import type { ServerSignIn, SignInRedirect } from '../../../../shared/mcp/sign-in.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const words = text.signIn;
type Choice = SignInRedirect | 'auto';

export interface SignInChoicesProps {
  readonly state: ServerSignIn;
  /** Opens the form of the client; absent while it is open. */
  readonly onChangeClient: (() => void) | undefined;
}

/** How a sign-in comes back, who we are to the server, and what keeps the tokens. */
export function SignInChoices({ state, onChangeClient }: SignInChoicesProps) {
  const ipc = useIpc();
  const { serverId, client } = state;
  const choice: Choice = state.redirect ?? 'auto';
  const choose = useAction((redirect: Choice) =>
    ipc.call('signIns.chooseRedirect', {
      serverId,
      redirect: redirect === 'auto' ? null : redirect,
    }),
  );
  const forget = useAction(() => ipc.call('signIns.setClient', { serverId, clientId: null }));
  const failed = choose.error ?? forget.error;
  return (
    <>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <dt className="text-subtle">{words.redirect}</dt>
        <dd className="min-w-0">
          <SegmentedControl<Choice>
            label={words.redirect}
            value={choice}
            onValueChange={(next) => void choose.run(next)}
            options={(['auto', 'protocol', 'loopback'] as const).map((value) => ({
              value,
              label: words.redirects[value],
              disabled: choose.busy,
            }))}
          />
          <span className="mt-1 block text-small text-subtle">{words.redirectNotes[choice]}</span>
        </dd>
        <dt className="text-subtle">{words.client}</dt>
        <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {client.id === undefined ? (
            words.clientAutomatic
          ) : (
            <ExactText value={client.id} className="font-mono text-code" />
          )}
          {onChangeClient !== undefined && (
            <LinkButton size="small" onClick={onChangeClient}>
              {client.id === undefined ? words.enterClient : words.changeClient}
            </LinkButton>
          )}
          {client.id !== undefined && (
            <LinkButton size="small" disabled={forget.busy} onClick={() => void forget.run()}>
              {words.forgetClient}
            </LinkButton>
          )}
        </dd>
      </dl>
      {failed !== undefined && (
        <ErrorBox role="alert" sentence={failed.sentence} details={failed.details} />
      )}
      <StorageLine />
    </>
  );
}

/** What keeps the sign-ins; without a keychain it is said, and the file is offered (SE-50). */
function StorageLine() {
  const ipc = useIpc();
  const storage = useAppData((data) => data.signInStorage);
  const keep = useAction(() => ipc.call('signIns.keepInFile'));
  if (storage === undefined) return null;
  if (storage.backend !== 'memory') {
    return <p className="text-small text-subtle">{words.storage[storage.backend]}</p>;
  }
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" busy={keep.busy} onClick={() => void keep.run()}>
          {words.keepInFile}
        </Button>
      }
    >
      {words.storage.memory}
      <span className="block text-small text-muted">
        {words.keepInFileNote}
        {storage.reason !== undefined && (
          <>
            {' '}
            <ExactText value={`(${storage.reason})`} />
          </>
        )}
      </span>
      {keep.error !== undefined && <span role="alert">{keep.error.sentence}</span>}
    </Notice>
  );
}
