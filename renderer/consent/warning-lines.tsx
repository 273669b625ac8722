import { Pin } from 'lucide-react';
import type { ConsentRequest, ConsentWarning } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { ExactParts } from './exact-parts.tsx';

type RequestOf<K extends ConsentRequest['kind']> = Extract<ConsentRequest, { kind: K }>;

export interface WarningLine {
  readonly text: string;
  /** `pin`: good to know, not alarming. */
  readonly look: 'warning' | 'plain' | 'pin';
}

const words = consentTexts.warnings;

/** One sentence for each argument that is warned about; an argument with two faults gets one sentence for both. */
export function commandWarningLines(request: RequestOf<'run-command'>): readonly WarningLine[] {
  const at = (code: ConsentWarning): readonly (number | undefined)[] =>
    request.warnings.filter((warning) => warning.code === code).map((warning) => warning.argument);
  const hidden = at('hidden-characters');
  const shell = at('shell-text');
  const lines: WarningLine[] = [];
  if (hidden.includes(undefined)) lines.push({ text: words.hiddenInCommand, look: 'warning' });
  for (const position of request.args.map((_, index) => index + 1)) {
    const hides = hidden.includes(position);
    const isShell = shell.includes(position);
    if (hides && isShell) lines.push({ text: words.hiddenAndShell(position), look: 'warning' });
    else if (hides) lines.push({ text: words.hiddenInArgument(position), look: 'warning' });
    else if (isShell) lines.push({ text: words.shellText(position), look: 'warning' });
  }
  for (const position of at('unpinned-package')) {
    const name = position === undefined ? undefined : request.args[position - 1]?.text;
    if (name !== undefined) lines.push({ text: words.unpinnedPackage(name), look: 'pin' });
  }
  return lines;
}

/** One sentence for each warning about an address. */
export function addressWarningLines(
  request: Pick<RequestOf<'open-link'>, 'warnings'>,
): readonly WarningLine[] {
  return request.warnings.flatMap(({ code }): WarningLine[] => {
    switch (code) {
      case 'hidden-characters':
        return [{ text: words.hiddenInAddress, look: 'warning' }];
      case 'plain-http':
        return [{ text: words.plainHttp, look: 'warning' }];
      case 'userinfo':
        return [{ text: words.userInfo, look: 'warning' }];
      case 'private-address':
        return [{ text: words.privateAddress, look: 'plain' }];
      case 'variable-address':
        return [{ text: words.variableAddress, look: 'warning' }];
      case 'shell-text':
      case 'unpinned-package':
        return [];
    }
  });
}

export function WarningLines({ lines }: { readonly lines: readonly WarningLine[] }) {
  return lines.map((line) =>
    line.look === 'pin' ? (
      <div key={line.text} className="flex gap-2 rounded-control bg-quiet px-2.5 py-2">
        <Icon of={Pin} size={14} className="mt-[3px] text-muted" />
        <span className="min-w-0 flex-1">
          <ExactParts of={line.text} />
        </span>
      </div>
    ) : (
      <Notice key={line.text} tone={line.look}>
        <ExactParts of={line.text} />
      </Notice>
    ),
  );
}
