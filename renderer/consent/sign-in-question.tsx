import { KeyRound } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { AddressWell } from './address-well.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { addressWarningLines, WarningLines } from './warning-lines.tsx';

const words = consentTexts.signIn;

/** May the sign-in page of this server be opened in the browser? */
export function SignInQuestion({
  request,
  onAnswer,
}: {
  readonly request: Extract<ConsentRequest, { kind: 'sign-in' }>;
  readonly onAnswer: GiveAnswer;
}) {
  return (
    <QuestionFrame
      icon={KeyRound}
      title={<ExactParts of={words.title(request.serverName)} />}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <AddressWell url={request.url} host={request.host} />
      <Facts
        of={[
          { name: words.page, value: <ExactParts of={request.host} /> },
          { name: words.issuer, value: <ExactParts of={request.issuer} /> },
          { name: words.redirect, value: words.redirects[request.redirect] },
        ]}
      />
      <WarningLines lines={addressWarningLines(request)} />
    </QuestionFrame>
  );
}
