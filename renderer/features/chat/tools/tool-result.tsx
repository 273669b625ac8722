import type { ResultBlock } from '../../../../shared/agent/content.ts';
import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { exactJson } from './exact-json.ts';

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

const imageTypes = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

function ResultPart({ block, tool }: { readonly block: ResultBlock; readonly tool: string }) {
  if (block.type === 'text' && typeof block['text'] === 'string') {
    return <CodeBlock exact value={plainText(block['text'])} />;
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
