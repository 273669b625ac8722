import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface CopyButtonProps {
  readonly value: string;
  /** Accessible name, and the word on the button when `look` is text. */
  readonly label?: string;
  readonly look?: 'icon' | 'text';
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ value, label = text.ui.copy, look = 'icon' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const name = copied ? text.ui.copied : label;
  return look === 'icon' ? (
    <IconButton icon={copied ? Check : Copy} label={name} size="small" onClick={copy} />
  ) : (
    <Button
      tone="quiet"
      size="small"
      icon={<Icon of={copied ? Check : Copy} size={14} />}
      onClick={copy}
    >
      {name}
    </Button>
  );
}
