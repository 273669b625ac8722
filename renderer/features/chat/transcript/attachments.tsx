import { FileText } from 'lucide-react';
import type { UserItem } from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Images and files of a message, from their own data. */
export function Attachments({ of }: { readonly of: UserItem['attachments'] }) {
  if (of.length === 0) return null;
  return (
    <div className="flex max-w-[86%] flex-wrap justify-end gap-1.5">
      {of.map((attachment, index) =>
        attachment.type === 'image' ? (
          <img
            key={index}
            src={`data:${attachment.media_type};base64,${attachment.data}`}
            alt={attachment.name ?? text.chat.unnamedImage}
            className="max-h-48 max-w-full rounded-card border border-line"
          />
        ) : (
          <span
            key={index}
            className="inline-flex max-w-full items-center gap-1.5 rounded-control bg-quiet px-2 py-1 text-small"
          >
            <Icon of={FileText} size={14} className="text-muted" />
            <span className="min-w-0 truncate">
              <ExactText
                value={text.chat.fileOf(attachment.name ?? '', attachment.media_type)}
                className="!whitespace-pre"
              />
            </span>
          </span>
        ),
      )}
    </div>
  );
}
