import { FilePlus2 } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';

type AdditionsRequest = Extract<ConsentRequest, { kind: 'add-servers' }>;

const words = consentTexts.addServers;

/** May these definitions be stored? Nothing of them runs yet. */
export function AdditionsQuestion({
  request,
  onAnswer,
}: {
  readonly request: AdditionsRequest;
  readonly onAnswer: GiveAnswer;
}) {
  const isEdit = request.occasion === 'edit';
  return (
    <QuestionFrame
      icon={FilePlus2}
      title={isEdit ? words.titleEdit : words.title(request.servers.length)}
      why={isEdit ? words.whyEdit : words.why}
      note={words.note}
      acceptLabel={isEdit ? words.acceptEdit : words.accept}
      onAnswer={onAnswer}
    >
      <Facts of={[{ name: words.from, value: <ExactParts of={request.from} /> }]} />
      <ul className="flex flex-col gap-2.5">
        {request.servers.map((server, index) => (
          <li key={index}>
            <ServerLines server={server} isEdit={isEdit} />
          </li>
        ))}
      </ul>
    </QuestionFrame>
  );
}

function ServerLines({
  server,
  isEdit,
}: {
  readonly server: AdditionsRequest['servers'][number];
  readonly isEdit: boolean;
}) {
  const isGone = server.change === 'removed';
  return (
    <>
      <h2 className="mb-1 flex flex-wrap items-baseline gap-x-2 font-medium">
        <ExactParts of={server.name} />
        {isEdit && <span className="text-small text-subtle">{words.changes[server.change]}</span>}
      </h2>
      <div
        className={`rounded-control border border-line bg-inset px-3 py-[9px] font-mono text-[12px] leading-[18px] ${isGone ? 'text-subtle line-through' : ''}`}
      >
        {/* Each argument on its own line: none can look like two, and none is shortened. */}
        <ol>
          {server.lines.map((line, index) => (
            <li key={index} className={index === 0 ? 'font-semibold' : 'pl-4'}>
              <ExactParts of={line} />
            </li>
          ))}
        </ol>
      </div>
      {(server.names.length > 0 || server.folder !== undefined) && (
        <p className="mt-1 text-small text-muted [overflow-wrap:anywhere]">
          {server.names.length > 0 &&
            `${server.kind === 'command' ? words.variables : words.headers}: ${server.names.join(', ')} `}
          {server.folder !== undefined && (
            <>
              {words.folder} <ExactParts of={server.folder} />
            </>
          )}
        </p>
      )}
    </>
  );
}
