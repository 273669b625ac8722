import { Bot } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { AddressWell } from './address-well.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { addressWarningLines, WarningLines } from './warning-lines.tsx';

const words = consentTexts.useProvider;

/** May conversations go to this address? */
export function ProviderQuestion({
  request,
  onAnswer,
}: {
  readonly request: Extract<ConsentRequest, { kind: 'use-provider' }>;
  readonly onAnswer: GiveAnswer;
}) {
  const { occasion, name, protocol, url, host, previousUrl, dropsKey } = request;
  return (
    <QuestionFrame
      icon={Bot}
      title={occasion === 'new' ? words.title : words.titleMoved}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <AddressWell url={url} host={host} />
      <Facts
        of={[
          { name: words.name, value: <ExactParts of={name} /> },
          { name: words.host, value: <ExactParts of={host} /> },
          { name: words.protocol, value: words.protocols[protocol] },
          ...(previousUrl === undefined
            ? []
            : [{ name: words.before, value: <ExactParts of={previousUrl} /> }]),
          ...(dropsKey ? [{ name: words.key, value: words.keyDropped }] : []),
        ]}
      />
      <WarningLines lines={addressWarningLines(request)} />
    </QuestionFrame>
  );
}
