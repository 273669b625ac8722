import { ExternalLink, Image } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { AddressWell } from './address-well.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { addressWarningLines, WarningLines } from './warning-lines.tsx';

interface QuestionProps<K extends ConsentRequest['kind']> {
  readonly request: Extract<ConsentRequest, { kind: K }>;
  readonly onAnswer: GiveAnswer;
}

/** May this address be opened in the browser? */
export function LinkQuestion({ request, onAnswer }: QuestionProps<'open-link'>) {
  const words = consentTexts.openLink;
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

/** May an image of this host be loaded? */
export function ImageQuestion({ request, onAnswer }: QuestionProps<'load-image'>) {
  const words = consentTexts.loadImage;
  return (
    <QuestionFrame
      icon={Image}
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
