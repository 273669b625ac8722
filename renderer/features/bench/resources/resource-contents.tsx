import { useState, type ReactNode } from 'react';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ResourceContent } from '../viewers/content-blocks.tsx';

const words = benchTexts.resources;
/** Longer texts are not formatted. */
const LONG = 500_000;

export interface ResourceContentsProps {
  readonly contents: unknown;
  readonly source: string;
  /** Draws Markdown without loading or running anything. */
  readonly renderMarkdown: (text: string) => ReactNode;
}

/** What reading a resource gave. */
export function ResourceContents({ contents, source, renderMarkdown }: ResourceContentsProps) {
  const list = Array.isArray(contents) ? contents.filter(isJsonObject) : [];
  const [isFormatted, setFormatted] = useState(true);
  if (list.length === 0) return <p className="text-muted">{words.noContents}</p>;
  const hasMarkdown = list.some(isMarkdown);
  return (
    <div className="flex flex-col gap-2.5">
      {hasMarkdown && (
        <SegmentedControl<'formatted' | 'text'>
          label={words.shown}
          className="self-start"
          value={isFormatted ? 'formatted' : 'text'}
          onValueChange={(value) => setFormatted(value === 'formatted')}
          options={[
            { value: 'formatted', label: words.asMarkdown },
            { value: 'text', label: words.asText },
          ]}
        />
      )}
      {list.map((content, index) =>
        isFormatted && isMarkdown(content) ? (
          <div key={index} className="rounded-card border border-line bg-raised px-4 py-3">
            {renderMarkdown(content['text'])}
          </div>
        ) : (
          <ResourceContent key={index} content={content} source={source} />
        ),
      )}
    </div>
  );
}

function isMarkdown(content: JsonObject): content is JsonObject & { readonly text: string } {
  const { mimeType, text: body } = content;
  return (
    typeof body === 'string' &&
    body.length < LONG &&
    typeof mimeType === 'string' &&
    /^text\/(?:x-)?markdown\b/i.test(mimeType)
  );
}
