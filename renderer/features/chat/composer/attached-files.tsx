import { FileText, X } from 'lucide-react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { base64Bytes, formatBytes } from '../../../lib/format-size.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Attached } from './use-attachments.ts';

function bytesOf(attachment: Attached['attachments'][number]): number {
  if (attachment.data !== undefined) return base64Bytes(attachment.data);
  return 'text' in attachment ? new Blob([attachment.text ?? '']).size : 0;
}

/** What goes with the next message: each with its picture or kind, and a way to take it off. */
export function AttachedFiles({
  of: { attachments, reasons, remove, dismiss },
}: {
  readonly of: Attached;
}) {
  return (
    <>
      {reasons.length > 0 && (
        <ErrorBox
          role="alert"
          tone="warning"
          className="m-2 mb-0"
          sentence={reasons.join(' ')}
          actions={<IconButton icon={X} size="small" label={text.ui.dismiss} onClick={dismiss} />}
        />
      )}
      {attachments.length > 0 && (
        <ul aria-label={words.attached} className="flex flex-wrap gap-1.5 px-2.5 pt-2.5">
          {attachments.map((attachment, index) => {
            const name =
              attachment.name ??
              (attachment.type === 'image' ? text.chat.unnamedImage : text.chat.unnamedFile);
            return (
              <li
                key={`${String(index)} ${name}`}
                className="inline-flex h-9 max-w-56 items-center gap-2 rounded-control border border-line bg-quiet pr-1 pl-1.5 text-small"
              >
                {attachment.type === 'image' ? (
                  <img
                    alt=""
                    src={`data:${attachment.media_type};base64,${attachment.data}`}
                    className="size-6 flex-none rounded-control object-cover"
                  />
                ) : (
                  <Icon of={FileText} size={14} className="text-muted" />
                )}
                <bdi className="min-w-0 truncate" title={name}>
                  {name}
                </bdi>
                <span className="flex-none text-subtle">{formatBytes(bytesOf(attachment))}</span>
                <IconButton
                  icon={X}
                  size="small"
                  tooltipSide="top"
                  label={words.removeAttachment(name)}
                  onClick={() => remove(index)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
