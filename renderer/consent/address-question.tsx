import { Globe } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { Notice } from '../ui/notice.tsx';
import { AddressWell } from './address-well.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { diffNames } from './definition-diff.ts';
import { ExactParts } from './exact-parts.tsx';
import { Facts, NameBadges } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { addressWarningLines, WarningLines } from './warning-lines.tsx';

type AddressRequest = Extract<ConsentRequest, { kind: 'connect-url' }>;

const words = consentTexts.connectUrl;

/** May this server be talked to? */
export function AddressQuestion({
  request,
  onAnswer,
}: {
  readonly request: AddressRequest;
  readonly onAnswer: GiveAnswer;
}) {
  const { previous } = request;
  const isChanged = request.occasion === 'changed';
  const title = isChanged ? words.titleChanged : words.title;
  const isOtherAddress = previous !== undefined && previous.url !== request.url.text;
  const names = diffNames(request.headerNames, previous?.headerNames);
  const isSame =
    previous !== undefined &&
    !isOtherAddress &&
    previous.caFile === request.caFile?.text &&
    names.every((name) => name.change === 'same');
  return (
    <QuestionFrame
      icon={Globe}
      title={<ExactParts of={title(request.serverName)} />}
      why={isChanged ? words.whyChanged : words.why}
      note={consentTexts.asksAgain}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <AddressWell url={request.url} host={request.host} />
      {isOtherAddress && (
        <div>
          <p className="mb-1 text-small text-subtle">{words.before}</p>
          <AddressWell
            url={previous.url}
            host={URL.canParse(previous.url) ? new URL(previous.url).host : previous.url}
            isRemoved
          />
        </div>
      )}
      <Facts
        of={[
          { name: words.host, value: <ExactParts of={request.host} /> },
          { name: consentTexts.from.name, texts: request.from ?? [] },
          {
            name: words.headers,
            value: <NameBadges names={names} note={words.headersNote} none={words.none} />,
          },
          ...(request.caFile || previous?.caFile !== undefined
            ? [{ name: words.caFile, value: <CaFile request={request} /> }]
            : []),
        ]}
      />
      <WarningLines lines={addressWarningLines(request)} />
      {isSame && <Notice>{consentTexts.onlyValuesChanged}</Notice>}
    </QuestionFrame>
  );
}

/** Whose certificates are trusted for this server alone. */
function CaFile({ request: { caFile, previous } }: { readonly request: AddressRequest }) {
  const isOther = previous !== undefined && previous.caFile !== caFile?.text;
  return (
    <>
      {caFile ? <ExactParts of={caFile} /> : words.none}
      {isOther && (
        <span className="block text-small text-subtle">
          {previous.caFile === undefined ? (
            words.caFileNew
          ) : (
            <ExactParts of={words.caFileBefore(previous.caFile)} />
          )}
        </span>
      )}
    </>
  );
}
