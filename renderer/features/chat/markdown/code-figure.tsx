import { WrapText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CodeLines } from './code-lines.tsx';

const Diagram = lazy(() =>
  import('./diagram/diagram.tsx').then((part) => ({ default: part.Diagram })),
);

export interface CodeFigureProps {
  readonly language: string;
  readonly code: string;
  /** More of it may come. */
  readonly isOpen: boolean;
}

/** A block of code with its language, copy and wrap; a finished diagram is drawn. */
export function CodeFigure({ language, code, isOpen }: CodeFigureProps) {
  const [wraps, setWraps] = useState(false);
  const [isSource, setSource] = useState(false);
  const isDiagram = language === 'mermaid' && !isOpen;
  return (
    <figure
      dir="ltr"
      className="overflow-hidden rounded-card border border-line bg-inset text-left"
    >
      <figcaption className="flex h-7.5 items-center gap-1 pr-1 pl-3 text-small text-muted select-none">
        <span className="min-w-0 flex-1 truncate font-mono">{language}</span>
        {isDiagram && (
          <button
            type="button"
            aria-pressed={isSource}
            onClick={() => setSource(!isSource)}
            className="rounded-control px-1.5 py-0.5 hover:bg-hover hover:text-text"
          >
            {isSource ? text.chat.showDiagram : text.chat.showSource}
          </button>
        )}
        <IconButton
          icon={WrapText}
          size="small"
          label={text.chat.wrapLines}
          pressed={wraps}
          onClick={() => setWraps(!wraps)}
        />
        <CopyButton value={code} label={text.chat.copyCode} />
      </figcaption>
      {isDiagram && !isSource ? (
        <Suspense fallback={<p className="px-3 pb-2.5 text-subtle">{text.chat.diagramDrawing}</p>}>
          <Diagram source={code} />
        </Suspense>
      ) : (
        <pre
          tabIndex={0}
          className={`thin-scroll overflow-x-auto px-3 pb-2.5 text-code ${wraps ? '[overflow-wrap:anywhere] whitespace-pre-wrap' : ''}`}
        >
          <code>
            <CodeLines code={code} language={language} />
          </code>
        </pre>
      )}
    </figure>
  );
}
