import { AppWindow } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';

interface QuestionProps<K extends ConsentRequest['kind']> {
  readonly request: Extract<ConsentRequest, { kind: K }>;
  readonly onAnswer: GiveAnswer;
}

const well =
  'grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-3.5 gap-y-0.5 rounded-control border border-line bg-inset px-2.5 py-[7px] font-mono text-code';

/** May an app call this tool of its server? */
export function AppCallQuestion({ request, onAnswer }: QuestionProps<'app-call'>) {
  const words = consentTexts.appCall;
  return (
    <QuestionFrame
      icon={AppWindow}
      title={words.title(request.serverName)}
      why={words.why}
      note={words.note}
      tone={request.isDestructive ? 'danger' : 'warning'}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <Facts
        of={[
          { name: words.app, value: <ExactParts of={request.app} /> },
          { name: words.tool, value: <ExactParts of={request.tool} /> },
        ]}
      />
      {request.isDestructive && <p className="text-danger-text">{words.destructive}</p>}
      {request.fields.length === 0 ? (
        <p className="text-small text-subtle">{words.none}</p>
      ) : (
        <dl className={well}>
          {request.fields.map(({ name, value }, index) => (
            <div key={index} className="contents">
              <dt className="text-subtle">
                <ExactParts of={name} />
              </dt>
              <dd>
                <ExactParts of={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </QuestionFrame>
  );
}

/** May an app reach these addresses on this computer? */
export function AppNetworkQuestion({ request, onAnswer }: QuestionProps<'app-network'>) {
  const words = consentTexts.appNetwork;
  return (
    <QuestionFrame
      icon={AppWindow}
      title={words.title(request.serverName)}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <Facts
        of={[
          { name: words.app, value: <ExactParts of={request.app} /> },
          {
            name: words.origins,
            value: request.origins.map((origin, index) => (
              <div key={index} className="font-mono text-code">
                <ExactParts of={origin} />
              </div>
            )),
          },
        ]}
      />
    </QuestionFrame>
  );
}
