import { ExternalLink, Info, LockKeyhole, LockKeyholeOpen, ShieldAlert } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { AddressWell } from './address-well.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { addressWarningLines, WarningLines } from './warning-lines.tsx';

type Request = Extract<ConsentRequest, { kind: 'open-server-url' }>;

const words = consentTexts.openServerUrl;
/** A longer message of the server goes into the part that scrolls. */
const SHORT_MESSAGE = 240;

/** May this address, which a server asks for, be opened in the browser? */
export function ServerAddressQuestion({
  request,
  onAnswer,
}: {
  readonly request: Request;
  readonly onAnswer: GiveAnswer;
}) {
  const { message } = request;
  const isImitation = request.readsAs !== undefined || request.isMixed;
  const isShort = message.text.length <= SHORT_MESSAGE && !message.text.includes('\n');
  return (
    <QuestionFrame
      icon={ShieldAlert}
      tone={isImitation ? 'danger' : 'warning'}
      width="narrow"
      title={<ExactParts of={words.title(request.serverName)} />}
      why={
        <>
          {isShort && <ExactParts of={message} />} {words.why}
        </>
      }
      secondary={<CopyButton value={request.url.text} label={words.copy} look="text" />}
      cancelLabel={words.decline}
      escapeAnswer="dismiss"
      acceptIcon={<Icon of={ExternalLink} size={14} />}
      acceptLabel={isImitation ? words.acceptAnyway : words.accept}
      onAnswer={onAnswer}
    >
      {!isShort && (
        <p className="text-muted">
          <ExactParts of={message} />
        </p>
      )}
      <AddressWell url={request.url} host={domainWithPort(request)} />
      <Facts of={factsOf(request)} />
      <Imitation request={request} />
      {isElsewhere(request) && (
        <Notice tone="warning">
          {words.otherDomain(request.domain, request.serverDomain ?? '')}
        </Notice>
      )}
      <WarningLines lines={addressWarningLines(request)} />
      <p className="flex items-center gap-1.5 text-small text-muted">
        <Icon of={Info} size={12} />
        {words.note}
      </p>
    </QuestionFrame>
  );
}

function domainWithPort({ domain, port }: Request): string {
  return port === '' ? domain : `${domain}:${port}`;
}

/** The address belongs to somebody else than the server, and not by imitation, which is said by itself. */
function isElsewhere({ domain, serverDomain, readsAs }: Request): boolean {
  return serverDomain !== null && domain !== serverDomain && readsAs === undefined;
}

function factsOf(request: Request) {
  const { spelled, scheme } = request;
  const domain = (
    <span className="font-mono text-code font-semibold">
      <ExactParts of={domainWithPort(request)} />
    </span>
  );
  return [
    { name: words.goesTo, value: domain },
    // Of an imitation it would only show what it imitates.
    ...(spelled === undefined || request.readsAs !== undefined
      ? []
      : [{ name: words.spelled, value: <ExactParts of={spelled} /> }]),
    {
      name: words.serverAt,
      value:
        request.serverHost === null ? (
          words.onThisComputer
        ) : (
          <span className="font-mono text-code">
            <ExactParts of={request.serverHost} />
          </span>
        ),
    },
    {
      name: words.connection,
      value: (
        <span className="flex items-center gap-1.5">
          <Icon
            of={scheme === 'https' ? LockKeyhole : LockKeyholeOpen}
            size={14}
            className="text-muted"
          />
          {scheme}
        </span>
      ),
    },
  ];
}

/** Says what the address is taken for, and by which letters. */
function Imitation({ request }: { readonly request: Request }) {
  const { readsAs, lookalikes, isMixed } = request;
  if (readsAs === undefined) {
    return isMixed ? <Notice tone="danger">{words.mixed}</Notice> : null;
  }
  return (
    <Notice tone="danger">
      <div className="font-medium">{words.notThat(readsAs)}</div>
      {lookalikes.map((letter) => (
        <span key={letter.position}>
          {words.lookalike(letter.position, letter.code, letter.alphabet, letter.looksLike)}{' '}
        </span>
      ))}
      {words.collectsPasswords}
    </Notice>
  );
}
