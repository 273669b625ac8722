import { memo, useMemo, type ReactNode } from 'react';
import type { TokenKind, TokenLine } from './highlight/token-line.ts';
import { useTokenLines } from './highlight/use-token-lines.ts';

const GROUP = 50;

const colours: Record<TokenKind, string> = {
  plain: '',
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  number: 'text-code-number',
  comment: 'text-subtle',
  name: 'text-code-name',
  inserted: 'text-success-text',
  deleted: 'text-danger-text',
};

/** Code in groups of lines, so that a growing block costs only its last group; those out of view are not laid out. */
export function CodeLines({
  code,
  language,
}: {
  readonly code: string;
  readonly language: string;
}) {
  const tokens = useTokenLines(code, language);
  const groups = useMemo(() => {
    const lines = code.split('\n');
    const made: string[] = [];
    for (let at = 0; at < lines.length; at += GROUP) {
      const last = at + GROUP >= lines.length;
      made.push(lines.slice(at, at + GROUP).join('\n') + (last ? '' : '\n'));
    }
    return made;
  }, [code]);
  return groups.map((group, index) => (
    <LineGroup
      key={index}
      lines={group}
      tokens={tokens.slice(index * GROUP, index * GROUP + GROUP)}
      isLong={groups.length > 2}
    />
  ));
}

interface LineGroupProps {
  readonly lines: string;
  readonly tokens: readonly TokenLine[];
  readonly isLong: boolean;
}

const LineGroup = memo(
  function LineGroup({ lines, tokens, isLong }: LineGroupProps) {
    const parts = lines.split('\n');
    return (
      <span
        className={
          isLong ? 'block [contain-intrinsic-size:auto_900px] [content-visibility:auto]' : 'block'
        }
      >
        {parts.map((line, index) => [
          coloured(line, tokens[index]),
          index < parts.length - 1 ? '\n' : '',
        ])}
      </span>
    );
  },
  (before, after) =>
    before.lines === after.lines &&
    before.isLong === after.isLong &&
    before.tokens.length === after.tokens.length &&
    before.tokens.every((line, index) => line === after.tokens[index]),
);

/** A line whose colours are of another state of it stays plain. */
function coloured(line: string, tokens: TokenLine | undefined): ReactNode {
  const length = tokens?.reduce((sum, [part]) => sum + part, 0);
  if (tokens === undefined || length !== line.length) return line;
  let at = 0;
  return tokens.map(([part, kind], index) => {
    const piece = line.slice(at, (at += part));
    return kind === 'plain' ? (
      piece
    ) : (
      <span key={index} className={colours[kind]}>
        {piece}
      </span>
    );
  });
}
