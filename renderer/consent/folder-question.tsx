import { FolderCheck } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';

const words = folderTexts.question;

/** May what this folder brings be used? */
export function FolderQuestion({
  request,
  onAnswer,
}: {
  readonly request: Extract<ConsentRequest, { kind: 'trust-folder' }>;
  readonly onAnswer: GiveAnswer;
}) {
  const { folder, files, commands } = request;
  return (
    <QuestionFrame
      icon={FolderCheck}
      title={words.title}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <Facts
        of={[
          { name: words.folder, value: <ExactParts of={folder} /> },
          { name: words.brings, texts: files },
          { name: words.runs, texts: commands },
        ]}
      />
    </QuestionFrame>
  );
}
