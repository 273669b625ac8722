import type { AssistantBlock } from '../../../../shared/agent/content.ts';
import type { StreamEvent } from '../../../../shared/agent/messages.ts';
import { assertNever } from '../../../../shared/lib/assert-never.ts';
import type { ModelEvent } from '../model/model-contract.ts';
import type { ToolSet } from '../tools/tool-registry.ts';

type FinishEvent = Extract<ModelEvent, { type: 'finish' }>;
type Metadata = { provider_metadata?: Record<string, unknown> };

/** Puts the events of one request together to the blocks of one message. A tool call whose input never came whole is left out. */
export class MessageAssembler {
  readonly #messageUuid: string;
  readonly #tools: ToolSet;
  readonly #blocks: (AssistantBlock | { readonly type: 'unfinished'; readonly id: string })[] = [];
  #open: 'text' | 'thinking' | undefined;
  #finish: FinishEvent | undefined;

  constructor(messageUuid: string, tools: ToolSet) {
    this.#messageUuid = messageUuid;
    this.#tools = tools;
  }

  get finish(): FinishEvent | undefined {
    return this.#finish;
  }

  /** Takes one event; gives what a watcher of the growing message is told. */
  add(event: ModelEvent): StreamEvent | undefined {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        return event.text === '' ? undefined : this.#addText(event);
      case 'text-end':
      case 'thinking-end':
        this.#close(event.providerMetadata);
        return undefined;
      case 'tool-input-start':
        this.#open = undefined;
        this.#blocks.push({ type: 'unfinished', id: event.id });
        return this.#inputDelta(event.id, event.name, '');
      case 'tool-input-delta':
        return this.#inputDelta(event.id, '', event.text);
      case 'tool-call':
        this.#addCall(event);
        return undefined;
      case 'finish':
        this.#finish = event;
        return undefined;
      default:
        return assertNever(event, 'model event');
    }
  }

  /** The blocks so far; `withCalls` false: the message was cut short and its calls will not run. */
  content(withCalls = true): AssistantBlock[] {
    return this.#blocks
      .filter((block) => block.type !== 'unfinished')
      .filter((block) => withCalls || block.type !== 'tool_use');
  }

  #addText(event: Extract<ModelEvent, { type: 'text-delta' | 'thinking-delta' }>): StreamEvent {
    const kind = event.type === 'text-delta' ? 'text' : 'thinking';
    const last = this.#blocks.at(-1);
    if (this.#open === kind && last?.type === 'text') last.text += event.text;
    else if (this.#open === kind && last?.type === 'thinking') last.thinking += event.text;
    else if (kind === 'text') this.#blocks.push({ type: 'text', text: event.text });
    else this.#blocks.push({ type: 'thinking', thinking: event.text });
    this.#open = kind;
    return {
      type: kind === 'text' ? 'text_delta' : 'thinking_delta',
      message_uuid: this.#messageUuid,
      index: this.#blocks.length - 1,
      text: event.text,
    };
  }

  #close(metadata: Record<string, unknown> | undefined): void {
    const last = this.#blocks.at(-1);
    const isOpen = this.#open !== undefined && (last?.type === 'text' || last?.type === 'thinking');
    // A signature may come for thinking that the provider keeps to itself.
    if (isOpen && metadata) last.provider_metadata = metadata;
    else if (metadata && !isOpen)
      this.#blocks.push({ type: 'thinking', thinking: '', provider_metadata: metadata });
    this.#open = undefined;
  }

  #inputDelta(id: string, name: string, text: string): StreamEvent | undefined {
    const index = this.#blocks.findIndex((block) => block.type === 'unfinished' && block.id === id);
    if (index === -1) return undefined;
    return {
      type: 'tool_input_delta',
      message_uuid: this.#messageUuid,
      index,
      tool_use_id: id,
      name: this.#tools.find(name)?.name ?? name,
      partial_json: text,
    };
  }

  #addCall(event: Extract<ModelEvent, { type: 'tool-call' }>): void {
    this.#open = undefined;
    const tool = this.#tools.find(event.name);
    const metadata: Metadata = event.providerMetadata
      ? { provider_metadata: event.providerMetadata }
      : {};
    const block: AssistantBlock = {
      type: 'tool_use',
      id: event.id,
      name: tool?.name ?? event.name,
      input: event.input,
      ...(tool ? { tool_name: tool.toolName } : {}),
      ...(tool?.serverName === undefined ? {} : { server_name: tool.serverName }),
      ...(tool?.title === undefined ? {} : { title: tool.title }),
      ...(tool ? { annotations: tool.annotations } : {}),
      ...metadata,
    };
    const index = this.#blocks.findIndex(
      (known) => known.type === 'unfinished' && known.id === event.id,
    );
    if (index === -1) this.#blocks.push(block);
    else this.#blocks[index] = block;
  }
}
