import type {
  ToolResultBlock,
  ToolUseBlock,
  UserBlock,
} from '../../../../../shared/agent/content.ts';
import type { ModelMessage } from '../model-contract.ts';

/** A call of the current turn and what came of it. */
export interface DoneCall {
  readonly use: ToolUseBlock;
  /** Absent when no result came. */
  readonly result: ToolResultBlock | undefined;
}

/** The conversation as the rules look at it. */
export interface TurnHistory {
  /** Text of the last message of the person. */
  readonly prompt: string;
  /** Calls made since, in order. */
  readonly done: readonly DoneCall[];
  /** The turn before, when there was one. */
  readonly before: TurnHistory | undefined;
}

/** What can be read of a block without eyes. */
function userText(block: Exclude<UserBlock, ToolResultBlock>): string {
  if (block.type === 'text') return block.text;
  return block.type === 'file' ? (block.text ?? '') : '';
}

/** Cuts the conversation into turns; undefined when the person has said nothing. */
export function turnHistory(messages: readonly ModelMessage[]): TurnHistory | undefined {
  const results = new Map<string, ToolResultBlock>();
  let turn: { prompt: string; uses: ToolUseBlock[]; before: TurnHistory | undefined } | undefined;
  const finished = (): TurnHistory | undefined =>
    turn && {
      prompt: turn.prompt,
      before: turn.before,
      done: turn.uses.map((use) => ({ use, result: results.get(use.id) })),
    };
  for (const message of messages) {
    if (message.role === 'assistant') {
      turn?.uses.push(...message.content.filter((block) => block.type === 'tool_use'));
      continue;
    }
    const texts: string[] = [];
    for (const block of message.content) {
      if (block.type === 'tool_result') results.set(block.tool_use_id, block);
      else texts.push(userText(block));
    }
    if (texts.some((text) => text.trim() !== '')) {
      turn = { prompt: texts.join('\n'), uses: [], before: finished() };
    }
  }
  return finished();
}
