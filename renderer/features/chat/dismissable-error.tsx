import { X } from 'lucide-react';
import { text } from '../../../shared/texts/catalogue.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface DismissableErrorProps {
  readonly sentence: string;
  readonly details: string;
  readonly onDismiss: () => void;
}

/** What failed, until the person puts it away. */
export function DismissableError({ sentence, details, onDismiss }: DismissableErrorProps) {
  return (
    <ErrorBox
      role="alert"
      className="mb-2"
      sentence={sentence}
      details={details}
      actions={<IconButton icon={X} size="small" label={text.ui.dismiss} onClick={onDismiss} />}
    />
  );
}
