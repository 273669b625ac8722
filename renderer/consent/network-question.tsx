import { Network } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';

const words = consentTexts.changeNetwork;

/** May all connections of Parley be made this way? */
export function NetworkQuestion({
  request,
  onAnswer,
}: {
  readonly request: Extract<ConsentRequest, { kind: 'change-network' }>;
  readonly onAnswer: GiveAnswer;
}) {
  const { proxy, proxyAddress, bypass, caFile, authorities, systemCertificates } = request;
  return (
    <QuestionFrame
      icon={Network}
      title={words.title}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <Facts
        of={[
          {
            name: words.proxy,
            value: proxy === 'address' ? <ExactParts of={proxyAddress} /> : words.proxies[proxy],
          },
          ...(bypass.text === '' || proxy === 'none'
            ? []
            : [{ name: words.bypass, value: <ExactParts of={bypass} /> }]),
          { name: words.caFile, value: caFile ? <ExactParts of={caFile} /> : words.none },
          { name: words.authorities, texts: authorities },
          {
            name: words.system,
            value: systemCertificates ? words.systemTrusted : words.systemNotTrusted,
          },
        ]}
      />
    </QuestionFrame>
  );
}
