import { memo, useMemo } from 'react';

const GROUP = 50;

/** Code in groups of lines, so that a growing block costs only its last group. */
export function CodeLines({ code }: { readonly code: string }) {
  const groups = useMemo(() => {
    const lines = code.split('\n');
    const made: string[] = [];
    for (let at = 0; at < lines.length; at += GROUP) {
      const last = at + GROUP >= lines.length;
      made.push(lines.slice(at, at + GROUP).join('\n') + (last ? '' : '\n'));
    }
    return made;
  }, [code]);
  return groups.map((group, index) => <LineGroup key={index} lines={group} />);
}

const LineGroup = memo(function LineGroup({ lines }: { readonly lines: string }) {
  return <span>{lines}</span>;
});
