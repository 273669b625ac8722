import clsx from 'clsx';
import { Fragment, useMemo, type ReactNode } from 'react';
import { splitHiddenCharacters } from '../../../../shared/lib/hidden-characters.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { ExactText } from '../../../ui/exact-text.tsx';

/** What stands in place of a secret. */
const REDACTED = '[redacted]';
const token =
  /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;
/** Longer texts are shown without colours. */
const LONG = 100_000;

/** JSON text, indented and coloured; what is redacted in it is a chip. What is no whole JSON is shown as it is. */
export function JsonCode({ value, label }: { readonly value: string; readonly label: string }) {
  const written = useMemo(() => indented(value), [value]);
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className="thin-scroll max-h-[60vh] overflow-auto rounded-card border border-line bg-inset px-3 py-2 font-mono text-code [overflow-wrap:anywhere] whitespace-pre-wrap"
    >
      {written.length > LONG ? <ExactText value={written} /> : coloured(written)}
    </pre>
  );
}

function indented(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    return value;
  }
}

function coloured(written: string): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of written.matchAll(token)) {
    const [whole, string, colon] = match;
    parts.push(written.slice(end, match.index));
    end = match.index + whole.length;
    const tone =
      string === undefined
        ? match[3] === undefined
          ? 'text-code-keyword'
          : 'text-code-number'
        : colon === undefined
          ? 'text-code-string'
          : 'text-code-name';
    parts.push(
      string === `"${REDACTED}"` && colon === undefined ? (
        <RedactedChip />
      ) : (
        <>
          <span className={tone}>{exact(string ?? whole)}</span>
          {colon}
        </>
      ),
    );
  }
  parts.push(written.slice(end));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

/** Hidden characters as codes, secrets as chips. */
function exact(value: string): ReactNode {
  if (value.includes(REDACTED))
    return value.split(REDACTED).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <RedactedChip />}
        {part}
      </Fragment>
    ));
  return splitHiddenCharacters(value).some((part) => part.hidden) ? (
    <ExactText value={value} />
  ) : (
    value
  );
}

function RedactedChip() {
  return (
    <span
      data-redacted="true"
      className={clsx('inline-flex rounded-small bg-quiet px-1.5 font-sans text-micro text-text')}
    >
      {benchTexts.traffic.redactedValue}
    </span>
  );
}
