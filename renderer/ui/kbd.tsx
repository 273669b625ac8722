import { ArrowBigUp, Command, CornerDownLeft } from 'lucide-react';
import { Fragment } from 'react';
import { Icon } from './icon.tsx';

/** A key of a shortcut. `Mod` is Command on macOS and Ctrl elsewhere. */
export type Key = 'Mod' | 'Shift' | 'Enter' | (string & {});

/** True on macOS. */
export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

const cap =
  'inline-flex h-[18px] min-w-[18px] items-center justify-center gap-px whitespace-nowrap rounded-small px-[5px] font-sans text-micro';
const looks = {
  plain: 'bg-quiet text-muted',
  onButton: 'bg-[color-mix(in_srgb,currentColor_15%,transparent)] text-inherit',
  onPrimary:
    'bg-[color-mix(in_srgb,var(--accent),black_24%)] text-inherit group-disabled/button:bg-[color-mix(in_srgb,currentColor_15%,transparent)]',
};

export interface KbdProps {
  readonly keys: readonly Key[];
  readonly look?: keyof typeof looks;
}

/** Key caps: one cap on macOS, one for each key elsewhere. Hidden from screen readers; use aria-keyshortcuts. */
export function Kbd({ keys, look = 'plain' }: KbdProps) {
  const faces = keys.map((key) => <Fragment key={key}>{face(key)}</Fragment>);
  if (isMac) {
    return (
      <kbd aria-hidden="true" className={`${cap} ${looks[look]}`}>
        {faces}
      </kbd>
    );
  }
  return (
    <span aria-hidden="true" className="inline-flex gap-[3px] align-middle">
      {faces.map((content, index) => (
        <kbd key={keys[index]} className={`${cap} ${looks[look]}`}>
          {content}
        </kbd>
      ))}
    </span>
  );
}

function face(key: Key) {
  switch (key) {
    case 'Mod':
      return isMac ? <Icon of={Command} size={11} /> : 'Ctrl';
    case 'Shift':
      return <Icon of={ArrowBigUp} size={11} />;
    case 'Enter':
      return <Icon of={CornerDownLeft} size={11} />;
    default:
      return (isMac ? macFaces[key] : undefined) ?? faces[key] ?? key;
  }
}

const faces: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Plus: '+',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};
const macFaces: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥' };

const spokenKeys: Readonly<Record<string, string>> = {
  Mod: isMac ? 'Meta' : 'Control',
  Esc: 'Escape',
};

/** The shortcut for `aria-keyshortcuts`. */
export function ariaShortcut(keys: readonly Key[]): string {
  return keys.map((key) => spokenKeys[key] ?? key).join('+');
}
