import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { copyMessage } from './copy-selection.ts';

/** Copies an answer as its own text and as HTML; seen when the pointer or the focus is on the answer. */
export function CopyMessage({ text: words }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const onClick = ({ currentTarget }: MouseEvent) => {
    const drawn = currentTarget.closest('article')?.firstElementChild;
    if (!drawn) return;
    copyMessage(words, drawn).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      size="small"
      label={copied ? text.ui.copied : text.chat.copyMessage}
      onClick={onClick}
      className="opacity-0 group-focus-within/answer:opacity-100 group-hover/answer:opacity-100"
    />
  );
}
