import type { JSONValue, ModelMessage as ProviderMessage, ToolContent } from 'ai';
import type {
  AssistantBlock,
  ResultBlock,
  ToolResultBlock,
} from '../../../../shared/agent/content.ts';
import type { ProviderKind } from '../../../../shared/agent/provider.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { Model, ModelMessage } from './model-contract.ts';
import { userPart } from './user-part.ts';

type ProviderOptions = Record<string, Record<string, JSONValue>>;
type AssistantPart = Exclude<
  Extract<ProviderMessage, { role: 'assistant' }>['content'],
  string
>[number];
type ToolPart = Extract<ToolContent[number], { type: 'tool-result' }>;
type ToolOutput = ToolPart['output'];
type UserPart = Exclude<Extract<ProviderMessage, { role: 'user' }>['content'], string>[number];
type Takes = NonNullable<Model['takes']>;
type ContentItem = Extract<ToolOutput, { type: 'content' }>['value'][number];

/** Longest note about a block that a provider does not take. */
const NOTE_LIMIT = 2000;
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * The conversation as the provider package takes it. Every call gets exactly one result, right behind it, because
 * providers refuse a conversation where it is otherwise; a result without a call becomes text.
 */
export function providerMessages(
  kind: ProviderKind,
  messages: readonly ModelMessage[],
  takes: Takes = { images: false, pdf: false },
): ProviderMessage[] {
  const converted: ProviderMessage[] = [];
  let open = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      pushLost(converted, open);
      open = new Map();
      const parts = message.content.flatMap((block) => assistantPart(kind, block));
      for (const block of message.content) {
        if (block.type === 'tool_use') open.set(block.id, block.name);
      }
      if (parts.length > 0) converted.push({ role: 'assistant', content: parts });
      continue;
    }
    const results: ToolPart[] = [];
    const said: UserPart[] = [];
    for (const block of message.content) {
      if (block.type !== 'tool_result') {
        said.push(userPart(block, takes));
        continue;
      }
      const toolName = open.get(block.tool_use_id);
      if (toolName === undefined)
        said.push({ type: 'text', text: `Result of an earlier call: ${resultText(block)}` });
      else results.push(toolResult(kind, block, toolName));
      open.delete(block.tool_use_id);
    }
    if (results.length > 0) converted.push({ role: 'tool', content: results });
    pushLost(converted, open);
    open = new Map();
    const content = said.filter((part) => part.type !== 'text' || part.text !== '');
    if (content.length > 0) converted.push({ role: 'user', content });
  }
  pushLost(converted, open);
  return converted;
}

/** Calls whose result never came. */
function pushLost(converted: ProviderMessage[], open: ReadonlyMap<string, string>): void {
  if (open.size === 0) return;
  const output: ToolOutput = {
    type: 'error-text',
    value: 'The call gave no result: it was interrupted.',
  };
  const content = [...open].map(([toolCallId, toolName]): ToolPart => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
  }));
  const last = converted.at(-1);
  if (last?.role === 'tool') last.content.push(...content);
  else converted.push({ role: 'tool', content });
}

function assistantPart(kind: ProviderKind, block: AssistantBlock): AssistantPart[] {
  const attached = providerOptions(kind, block.provider_metadata);
  switch (block.type) {
    case 'text':
      // An empty text is refused; a blank one too by Anthropic.
      return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text, ...attached }];
    case 'thinking':
      return keepsThinking(kind, block.provider_metadata)
        ? [{ type: 'reasoning', text: block.thinking, ...attached }]
        : [];
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          toolCallId: block.id,
          toolName: block.name,
          // Text that was no JSON is sent back as an object, because nothing else is taken.
          input: isJsonObject(block.input) ? block.input : { input: block.input },
          ...attached,
        },
      ];
  }
}

/** Kinds that sign what their models think, under their own name. */
const ownersOfThoughts: readonly ProviderKind[] = ['anthropic', 'openai', 'google'];

/** Thinking goes back only to the kind of provider that it came from. */
function keepsThinking(kind: ProviderKind, metadata: JsonObject | undefined): boolean {
  const owner = ownersOfThoughts.find((one) => metadata && Object.hasOwn(metadata, one));
  return owner === undefined ? kind === 'openai-compatible' : owner === kind;
}

/** Name under which the OpenAI-compatible package files what it attaches. */
export const compatibleName = 'openai-compatible';

function providerOptions(
  kind: ProviderKind,
  metadata: JsonObject | undefined,
): { providerOptions?: ProviderOptions } {
  if (!metadata) return {};
  const options: ProviderOptions = {};
  for (const [name, value] of Object.entries(metadata)) {
    if (isJsonObject(value)) options[name] = value as Record<string, JSONValue>;
  }
  const signature = options[compatibleName]?.['thoughtSignature'];
  // The package reads a thought signature under another name than it writes it.
  if (kind === 'openai-compatible' && signature !== undefined) {
    options['google'] = { thoughtSignature: signature };
  }
  return { providerOptions: options };
}

function toolResult(kind: ProviderKind, block: ToolResultBlock, toolName: string): ToolPart {
  return {
    type: 'tool-result',
    toolCallId: block.tool_use_id,
    toolName,
    output: resultOutput(kind, block),
  };
}

function resultOutput(kind: ProviderKind, block: ToolResultBlock): ToolOutput {
  if (block.is_error || block.outcome !== 'ok')
    return { type: 'error-text', value: resultText(block) };
  const taken = partsInResults[kind];
  const hasParts = block.content.some(
    (one) => (taken.images && isImage(one)) || (taken.pdf && pdfOf(one) !== undefined),
  );
  if (!hasParts) return { type: 'text', value: resultText(block) };
  return { type: 'content', value: block.content.map((one) => contentItem(one, taken)) };
}

/** What a service takes inside of the result of a tool. */
const partsInResults: Readonly<Record<ProviderKind, Takes>> = {
  offline: { images: false, pdf: false },
  anthropic: { images: true, pdf: true },
  openai: { images: true, pdf: true },
  google: { images: true, pdf: false },
  'openai-compatible': { images: false, pdf: false },
};

function contentItem(block: ResultBlock, taken: Takes): ContentItem {
  const { data, mimeType } = block;
  if (isImage(block) && typeof data === 'string' && typeof mimeType === 'string') {
    return imageItem(data, mimeType);
  }
  const pdf = taken.pdf ? pdfOf(block) : undefined;
  if (pdf !== undefined) return pdfItem(pdf);
  return textItem(blockText(block));
}

function imageItem(data: string, mediaType: string): Extract<ContentItem, { type: 'image-data' }> {
  return { type: 'image-data', data, mediaType };
}

function pdfItem(data: string): Extract<ContentItem, { type: 'file-data' }> {
  return { type: 'file-data', data, mediaType: 'application/pdf' };
}

function textItem(text: string): Extract<ContentItem, { type: 'text' }> {
  return { type: 'text', text };
}

/** The data of a PDF that a result embeds. */
function pdfOf({ type, resource }: ResultBlock): string | undefined {
  if (type !== 'resource' || !isJsonObject(resource)) return undefined;
  const { mimeType, blob } = resource;
  return mimeType === 'application/pdf' && typeof blob === 'string' ? blob : undefined;
}

function isImage(block: ResultBlock): boolean {
  const { data, mimeType } = block;
  return block.type === 'image' && typeof data === 'string' && images.has(String(mimeType));
}

function resultText(block: ToolResultBlock): string {
  const text = block.content
    .map(blockText)
    .filter((part) => part !== '')
    .join('\n');
  if (text !== '') return text;
  if (block.structured_content !== undefined) return JSON.stringify(block.structured_content);
  return '(no output)';
}

/** A block as text: text as it is, the text of a resource, and for everything else a note that says what it was. */
function blockText(block: ResultBlock): string {
  const { text, mimeType, uri, name, resource } = block;
  if (block.type === 'text') return typeof text === 'string' ? text : '';
  if (block.type === 'resource' && isJsonObject(resource)) {
    const inside = resource['text'];
    const address = `[resource ${JSON.stringify(resource['uri'] ?? '')}]`;
    return typeof inside === 'string' ? `${address}\n${inside}` : address;
  }
  const details = [mimeType, name, uri].filter((detail) => typeof detail === 'string');
  return `[${[block.type, ...details].join(' ').slice(0, NOTE_LIMIT)}]`;
}
