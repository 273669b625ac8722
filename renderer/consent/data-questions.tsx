import { ArchiveRestore, Trash2 } from 'lucide-react';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import type { GiveAnswer } from './consent-question.tsx';
import { ExactParts } from './exact-parts.tsx';
import { Facts } from './facts.tsx';
import { QuestionFrame } from './question-frame.tsx';

interface QuestionProps<Kind extends ConsentRequest['kind']> {
  readonly request: Extract<ConsentRequest, { kind: Kind }>;
  readonly onAnswer: GiveAnswer;
}

/** May what a backup holds come to what is here? */
export function BackupQuestion({ request, onAnswer }: QuestionProps<'restore-backup'>) {
  const words = consentTexts.restoreBackup;
  const when = new Intl.DateTimeFormat(text.app.dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(request.createdAt);
  return (
    <QuestionFrame
      icon={ArchiveRestore}
      title={words.title}
      why={words.why}
      note={words.note}
      acceptLabel={words.accept}
      onAnswer={onAnswer}
    >
      <Facts
        of={[
          { name: words.file, value: <ExactParts of={request.file} /> },
          { name: words.made, value: words.madeWith(when, request.appVersion.text) },
          { name: words.sessions, value: number(request.sessions) },
          { name: words.servers, texts: request.servers },
          { name: words.addresses, texts: request.addresses },
        ]}
      />
    </QuestionFrame>
  );
}

/** May this be deleted for good? */
export function DeletionQuestion({ request, onAnswer }: QuestionProps<'delete-data'>) {
  const words = consentTexts.deleteData;
  const { what } = request;
  const isAll = what === 'everything';
  return (
    <QuestionFrame
      icon={Trash2}
      tone="danger"
      title={words.titles[what]}
      why={words.why}
      note={words.notes[what]}
      acceptLabel={words.accepts[what]}
      onAnswer={onAnswer}
    >
      <Facts
        of={[
          ...(what === 'trash' ? [] : [{ name: words.sessions, value: number(request.sessions) }]),
          { name: words.trashed, value: number(request.trashed) },
          ...(isAll
            ? [
                { name: words.servers, value: number(request.servers) },
                { name: words.secrets, value: number(request.secrets) },
                { name: words.folder, value: <ExactParts of={request.folder} /> },
              ]
            : []),
        ]}
      />
    </QuestionFrame>
  );
}

function number(value: number): string {
  return new Intl.NumberFormat(text.app.locale).format(value);
}
