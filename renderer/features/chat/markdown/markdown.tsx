import clsx from 'clsx';
import { memo, useRef } from 'react';
import { createBlockSplitter, type MarkdownBlock } from './split-blocks.ts';
import { renderNodes } from './render-nodes.tsx';
import { tokenTree } from './token-tree.ts';

export interface MarkdownProps {
  readonly text: string;
  /** The text still grows: open marks are mended and a caret blinks at the end. */
  readonly streaming?: boolean;
}

/** Untrusted Markdown as React elements: no HTML, no loading, no navigation. */
export function Markdown({ text, streaming = false }: MarkdownProps) {
  const splitter = useRef<ReturnType<typeof createBlockSplitter>>(null);
  splitter.current ??= createBlockSplitter();
  const blocks = splitter.current(text, streaming);
  return (
    <div className="flex flex-col text-read [overflow-wrap:anywhere] [text-wrap:pretty]">
      {blocks.map((block, index) => (
        <Block key={block.key} block={block} caret={streaming && index === blocks.length - 1} />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly block: MarkdownBlock;
  readonly caret: boolean;
}

const Block = memo(
  function Block({ block, caret }: BlockProps) {
    return (
      <div
        className={clsx(
          'flex flex-col gap-2',
          block.continues ? '[&:not(:first-child)]:mt-0.5' : '[&:not(:first-child)]:mt-2',
          caret && 'caret-at-end',
        )}
      >
        {renderNodes(tokenTree(block.tokens))}
      </div>
    );
  },
  (before, after) =>
    before.block.tokens === after.block.tokens &&
    before.block.continues === after.block.continues &&
    before.caret === after.caret,
);
