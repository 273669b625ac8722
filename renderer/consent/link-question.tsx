import { ExternalLink } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { AddressWell } from './address-well.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { addressWarningLines, WarningLines } from './warning-lines.tsx';

const words = consentTexts.openLink;

/** May this address be opened in the browser? */
export function LinkQuestion({
  request,
  onAnswer,
}: {
  readonly request: Extract<ConsentRequest, { kind: 'open-link' }>;
  readonly onAnswer: GiveAnswer;
}) {
  return (
    <QuestionFrame
      icon={ExternalLink}
      title={words.title}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <AddressWell url={request.url} host={request.host} />
      <Facts of={[{ name: words.host, value: <ExactParts of={request.host} /> }]} />
      <WarningLines lines={addressWarningLines(request)} />
    </QuestionFrame>
  );
}
