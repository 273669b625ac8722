import { Terminal } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { variablesIn } from '../../shared/mcp/variables.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { Notice } from '../ui/notice.tsx';
import { CommandLines } from './command-lines.tsx';
import type { GiveAnswer } from './consent-question.tsx';
import { diffNames } from './definition-diff.ts';
import { ExactParts } from './exact-parts.tsx';
import { Facts, NameBadges } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';
import { commandWarningLines, WarningLines } from './warning-lines.tsx';

export type CommandRequest = Extract<ConsentRequest, { kind: 'run-command' }>;

const words = consentTexts.runCommand;

/** May this command run on this computer? */
export function CommandQuestion({
  request,
  onAnswer,
}: {
  readonly request: CommandRequest;
  readonly onAnswer: GiveAnswer;
}) {
  const isChanged = request.occasion === 'changed';
  const { previous } = request;
  const title = isChanged ? words.titleChanged : words.title;
  return (
    <QuestionFrame
      icon={Terminal}
      title={<ExactParts of={title(request.serverName)} />}
      why={isChanged ? words.whyChanged : words.why}
      note={consentTexts.asksAgain}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <CommandLines request={request} />
      <Facts
        of={[
          {
            name: words.folder,
            value: (
              <>
                <ExactParts of={request.folder} />
                {previous && previous.folder !== request.folder && (
                  <span className="block text-small text-subtle">
                    <ExactParts of={words.previousFolder(previous.folder)} />
                  </span>
                )}
              </>
            ),
          },
          { name: consentTexts.from.name, texts: request.from ?? [] },
          {
            name: words.environment,
            value: (
              <NameBadges
                names={diffNames(request.environmentNames, previous?.environmentNames)}
                note={words.environmentNote}
                none={words.none}
              />
            ),
          },
        ]}
      />
      <WarningLines lines={commandWarningLines(request)} />
      {request.resolvedPath === null && <Whereabouts request={request} />}
      {previous && isSameCommand(request) && <Notice>{consentTexts.onlyValuesChanged}</Notice>}
    </QuestionFrame>
  );
}

/** Why the command has no place: it is not there, or a variable says where only when it starts. */
function Whereabouts({ request }: { readonly request: CommandRequest }) {
  const command = (request.expandedCommand ?? request.command).text;
  const open = variablesIn(command).map((variable) => variable.text);
  if (open.length > 0) {
    return (
      <Notice>
        <ExactParts of={words.lookedUpLater(open.join(', '))} />
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      <ExactParts of={words.notFound(command)} />
    </Notice>
  );
}

function isSameCommand({ previous, ...request }: CommandRequest): boolean {
  if (!previous) return false;
  const now = [
    request.command.text,
    request.folder,
    request.args.map((argument) => argument.text),
    request.environmentNames.toSorted(),
  ];
  const before = [
    previous.command,
    previous.folder,
    previous.args,
    previous.environmentNames.toSorted(),
  ];
  return JSON.stringify(now) === JSON.stringify(before);
}
