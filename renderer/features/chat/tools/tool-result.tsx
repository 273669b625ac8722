import type { ResultBlock } from '../../../../shared/agent/content.ts';
import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { MarkdownLink } from '../markdown/markdown-link.tsx';
import { safeUrl } from '../markdown/safe-url.ts';
import { exactJson } from './exact-json.ts';
import { LongText } from './long-text.tsx';

/** What a tool returned: texts, images from data alone, anything else as JSON. */
export function ToolResult({ call }: { readonly call: ToolCallItem }) {
  const isEmpty = call.content.length === 0 && call.structuredContent === undefined;
  if (isEmpty) return <p className="text-small text-subtle">{text.chat.noResult}</p>;
  return (
    <>
      {call.content.map((block, index) => (
        <ResultPart key={index} block={block} tool={call.title ?? call.toolName} />
      ))}
      {call.structuredContent !== undefined && (
        <CodeBlock exact title={text.chat.structured} value={exactJson(call.structuredContent)} />
      )}
    </>
  );
}

/** Something elsewhere that a tool names; web addresses go through main's question. */
function ResourceLink({ block }: { readonly block: ResultBlock }) {
  const { uri, name, title } = block as { uri?: unknown; name?: unknown; title?: unknown };
  const address = typeof uri === 'string' ? uri : '';
  const label = [title, name, address].find(isName);
  const url = safeUrl(address);
  return (
    <p className="flex items-baseline gap-2 rounded-control border border-line bg-inset px-2.5 py-1.5 [overflow-wrap:anywhere]">
      <span className="font-medium">
        <ExactText value={label ?? text.chat.unnamedFile} />
      </span>
      <span className="min-w-0 font-mono text-code text-subtle">
        {url === undefined ? (
          <ExactText value={address} />
        ) : (
          <MarkdownLink url={url}>{url}</MarkdownLink>
        )}
      </span>
    </p>
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

const imageTypes = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

function ResultPart({ block, tool }: { readonly block: ResultBlock; readonly tool: string }) {
  if (block.type === 'text' && typeof block['text'] === 'string') {
    return <LongText value={plainText(block['text'])} title={text.chat.viewerTitle(tool)} />;
  }
  if (block.type === 'resource_link') return <ResourceLink block={block} />;
  if (block.type === 'resource') {
    const { resource } = block as { resource?: unknown };
    if (isJsonObject(resource) && typeof resource['text'] === 'string') {
      const uri = resource['uri'];
      return (
        <CodeBlock
          exact
          title={<ExactText value={typeof uri === 'string' ? uri : text.chat.unnamedFile} />}
          value={resource['text']}
        />
      );
    }
  }
  if (block.type === 'image') {
    const { data, mimeType } = block as { data?: unknown; mimeType?: unknown };
    // SVG is left out: it is a document, not a picture.
    if (
      typeof data === 'string' &&
      typeof mimeType === 'string' &&
      imageTypes.test(mimeType) &&
      /^[A-Za-z0-9+/=\s]+$/.test(data)
    ) {
      return (
        <img
          src={`data:${mimeType};base64,${data}`}
          alt={text.chat.imageOf(tool)}
          className="max-h-80 max-w-full self-start rounded-control border border-line"
        />
      );
    }
    return <CodeBlock exact title={text.chat.imageRefused} value={exactJson(shorten(block))} />;
  }
  return (
    <CodeBlock
      exact
      title={text.chat.unknownContent(block.type)}
      value={exactJson(shorten(block))}
    />
  );
}

/** Colour codes of terminals say nothing here. */
function plainText(value: string): string {
  return value.replace(/\u001b\[[0-9;:]*m/g, '');
}

/** Base64 is no reading matter. */
function shorten(block: ResultBlock): unknown {
  return JSON.parse(
    JSON.stringify(block, (key, value: unknown) =>
      (key === 'data' || key === 'blob') && typeof value === 'string' && value.length > 200
        ? `${value.slice(0, 60)}… (${String(value.length)})`
        : value,
    ),
  ) as unknown;
}
