import { Maximize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';

/** Longer texts are shown in part, and in whole in a viewer. */
const LONG = 6_000;
/** Longer lines of the viewer are cut into rows of this many characters. */
const LONG_LINE = 2_000;
/** From this many lines on, only those near the view are mounted. */
const MANY_LINES = 200;

/** A text as it is; a long one with a viewer over the page. */
export function LongText({ value, title }: { readonly value: string; readonly title: string }) {
  const [isOpen, setOpen] = useState(false);
  if (value.length <= LONG) return <CodeBlock exact value={value} />;
  return (
    <div className="flex flex-col gap-1.5">
      <CodeBlock exact value={`${value.slice(0, LONG)}…`} />
      <div className="flex items-center gap-2 text-small text-subtle">
        <Button size="small" icon={<Icon of={Maximize2} size={14} />} onClick={() => setOpen(true)}>
          {text.chat.openViewer}
        </Button>
        {text.ui.moreCharacters(value.length - LONG)}
      </div>
      {isOpen && <Viewer value={value} title={title} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface ViewerProps {
  readonly value: string;
  readonly title: string;
  readonly onClose: () => void;
}

function Viewer({ value, title, onClose }: ViewerProps) {
  const rows = useMemo(() => rowsOf(value), [value]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      aside={text.chat.lines(rows.length)}
      width="import"
      foot={
        <>
          <CopyButton look="text" value={value} />
          <span className="flex-1" />
          <Button autoFocus onClick={onClose}>
            {text.chat.closeViewer}
          </Button>
        </>
      }
    >
      <div dir="ltr" className="font-mono text-code [overflow-wrap:anywhere] whitespace-pre-wrap">
        <VirtualRows
          rows={rows}
          from={MANY_LINES}
          keyOf={(row) => String(row.index)}
          render={(row) => (
            <div key={row.index} className="min-h-[18px]">
              <ExactText value={row.line} />
            </div>
          )}
        />
      </div>
    </Dialog>
  );
}

function rowsOf(value: string): { readonly index: number; readonly line: string }[] {
  const lines = value.split('\n').flatMap((line) => {
    if (line.length <= LONG_LINE) return [line];
    const parts: string[] = [];
    for (let at = 0; at < line.length; at += LONG_LINE) parts.push(line.slice(at, at + LONG_LINE));
    return parts;
  });
  return lines.map((line, index) => ({ index, line }));
}
