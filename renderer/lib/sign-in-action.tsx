import { text } from '../../shared/texts/catalogue.ts';
import { LinkButton } from '../ui/button.tsx';
import { useSignIn } from './use-sign-in.ts';

const words = text.signIn;

/** Starts the sign-in of a server from wherever it is missing; while it is under way it says so. */
export function SignInAction({
  serverId,
  serverName,
}: {
  readonly serverId: string;
  readonly serverName: string;
}) {
  const { state, start } = useSignIn(serverId);
  if (state === undefined) return null;
  if (state.progress !== undefined) {
    return (
      <span role="status" className="text-small text-subtle">
        {state.progress.step === 'waiting' ? words.waitsInBrowser : words[state.progress.step]}
      </span>
    );
  }
  return (
    <>
      <LinkButton
        size="small"
        aria-label={words.startFor(serverName)}
        disabled={start.busy}
        onClick={() => void start.run()}
      >
        {state.needs === 'more-access' ? words.allowMore : words.start}
      </LinkButton>
      {(start.error ?? state.failure) !== undefined && (
        <span role="alert" className="text-small text-danger-text">
          {start.error?.sentence ??
            (state.failure === undefined ? '' : words.failures[state.failure.code])}
        </span>
      )}
    </>
  );
}
