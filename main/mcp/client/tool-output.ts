import type { JSONValue, ToolResultPart } from 'ai';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { shownJson } from './shown-json.ts';

type Output = ToolResultPart['output'];
/** Without the spelling that the package is about to drop. */
type Part = Exclude<Extract<Output, { type: 'content' }>['value'][number], { type: 'media' }>;

function filePart(data: unknown, mediaType: unknown): Part | undefined {
  if (typeof data !== 'string' || typeof mediaType !== 'string') return undefined;
  return mediaType.startsWith('image/')
    ? { type: 'image-data', data, mediaType }
    : { type: 'file-data', data, mediaType };
}

function part(block: JsonObject): Part {
  const text: Part = { type: 'text', text: shownJson(block) };
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? { type: 'text', text: block['text'] } : text;
    case 'image':
    case 'audio':
      return filePart(block['data'], block['mimeType']) ?? text;
    case 'resource': {
      const { resource } = block;
      if (!isJsonObject(resource)) return text;
      return filePart(resource['blob'], resource['mimeType']) ?? text;
    }
    default:
      return text;
  }
}

/** What a model gets to see of a tool's output: a result block by block, anything else as JSON. */
export function toolOutput(output: JSONValue | CallToolResult): Output {
  const result: unknown = output;
  if (!isJsonObject(result) || !Array.isArray(result['content']))
    return { type: 'json', value: (output ?? null) as JSONValue };
  const blocks = (result['content'] as unknown[]).filter(isJsonObject).map(part);
  const { structuredContent } = result;
  if (blocks.length === 0 && structuredContent !== undefined)
    blocks.push({ type: 'text', text: shownJson(structuredContent) });
  if (result['isError'] !== true) return { type: 'content', value: blocks };
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : undefined));
  if (texts.includes(undefined)) return { type: 'content', value: blocks };
  return { type: 'error-text', value: texts.join('\n') };
}
