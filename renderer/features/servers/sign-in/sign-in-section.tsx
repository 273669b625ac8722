import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { ServerSignIn } from '../../../../shared/mcp/sign-in.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { useSignIn } from '../../../lib/use-sign-in.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { AccountList } from './account-list.tsx';
import { ClientForm } from './client-form.tsx';
import { SignInChoices } from './sign-in-choices.tsx';
import { SignInProgress } from './sign-in-progress.tsx';

const words = text.signIn;
/** Failures that end with a client that a person registered by hand. */
const wantsClient = ['client-id-needed', 'registration-refused', 'client-mismatch'];

export interface SignInSectionProps {
  readonly server: ServerState;
  readonly onEdit: () => void;
}

/** The sign-in of a server behind an address: state and account, progress, failures, choices (UI-39). */
export function SignInSection({ server, onEdit }: SignInSectionProps) {
  const { state, start } = useSignIn(server.id);
  const [isClientOpen, setClientOpen] = useState(false);
  if (state === undefined || !concerns(server, state)) return null;
  const { failure, progress } = state;
  const isAsked = failure !== undefined && wantsClient.includes(failure.code);
  const askedBy = isAsked ? (failure.issuer ?? server.name) : undefined;
  return (
    <section aria-labelledby="sign-in" className="flex flex-col gap-3">
      <h3 id="sign-in" className="text-heading">
        {words.title}
      </h3>
      {progress === undefined ? (
        <StateRow
          server={server}
          state={state}
          onStart={() => void start.run()}
          busy={start.busy}
        />
      ) : (
        <SignInProgress state={state} onUseLoopback={() => void start.run('loopback')} />
      )}
      {failure !== undefined && progress === undefined && (
        <ErrorBox
          role="alert"
          sentence={words.failures[failure.code]}
          details={failure.message}
          tone={isAsked ? 'warning' : 'danger'}
        />
      )}
      {start.error !== undefined && (
        <ErrorBox role="alert" sentence={start.error.sentence} details={start.error.details} />
      )}
      {progress === undefined && (isAsked || isClientOpen) && (
        <ClientForm
          key={askedBy}
          state={state}
          askedBy={askedBy}
          onSaved={() => {
            setClientOpen(false);
            if (isAsked) void start.run();
          }}
          onClose={isAsked ? undefined : () => setClientOpen(false)}
        />
      )}
      <AccountList state={state} onAdd={() => void start.run()} />
      <SignInChoices
        state={state}
        onChangeClient={isAsked || isClientOpen ? undefined : () => setClientOpen(true)}
      />
      {server.status === 'needs-auth' && (
        <p className="text-small text-subtle">
          {words.headerInstead}{' '}
          <LinkButton size="small" onClick={onEdit}>
            {words.edit}
          </LinkButton>
        </p>
      )}
    </section>
  );
}

/** A server that never asked for a sign-in has nothing to show here. */
function concerns(server: ServerState, state: ServerSignIn): boolean {
  return (
    server.status === 'needs-auth' ||
    state.isSignedIn ||
    state.accounts.length > 1 ||
    state.account !== '' ||
    state.client.id !== undefined ||
    [state.needs, state.progress, state.failure].some((part) => part !== undefined)
  );
}

interface StateRowProps {
  readonly server: ServerState;
  readonly state: ServerSignIn;
  readonly busy: boolean;
  readonly onStart: () => void;
}

function StateRow({ server, state, busy, onStart }: StateRowProps) {
  const ipc = useIpc();
  const signOut = useAction(() => ipc.call('signIns.signOut', { serverId: server.id }));
  const { account, accounts, isSignedIn, needs, scope } = state;
  const issuer = accounts.find(({ label }) => label === account)?.issuer;
  const isStale = server.status === 'needs-auth' || needs === 'sign-in';
  const isIn = isSignedIn && !isStale;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5 rounded-card border border-line bg-raised px-3.5 py-2.5">
        <StatusMark status={isIn ? 'ok' : 'key'} label="" />
        <span className="min-w-0 flex-1">
          <span className={isIn ? 'font-medium' : 'font-medium text-warning-text'}>
            <ExactText value={sentence(isIn, account)} />
          </span>
          {issuer !== undefined && (
            <span className="block text-small text-subtle">
              <ExactText value={words.at(issuer)} />
            </span>
          )}
        </span>
        {(isSignedIn || isIn) && (
          <Button busy={signOut.busy} onClick={() => void signOut.run()}>
            {words.signOut}
          </Button>
        )}
        {!isIn && (
          <Button
            tone="primary"
            busy={busy}
            icon={<Icon of={KeyRound} size={14} />}
            onClick={onStart}
          >
            {isSignedIn ? words.startAgain : words.start}
          </Button>
        )}
      </div>
      {needs === 'more-access' && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" busy={busy} onClick={onStart}>
              {words.allowMore}
            </Button>
          }
        >
          <ExactText value={words.moreAccess(scope)} />
        </Notice>
      )}
      {signOut.error !== undefined && (
        <ErrorBox role="alert" sentence={signOut.error.sentence} details={signOut.error.details} />
      )}
    </>
  );
}

function sentence(isIn: boolean, account: string): string {
  if (isIn) return account === '' ? words.signedIn : words.signedInAs(account);
  return account === '' ? words.signedOut : words.signedOutAs(account);
}
