import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { AssistantBlock, ToolOutcome } from './content.ts';
import type { SDKMessage } from './messages.ts';
import type { ToolCallItem, TranscriptState } from './transcript.ts';
import {
  blockItemId,
  emptyTranscript,
  itemOf,
  reduceTranscript,
  transcriptFrom,
} from './transcript.ts';

const session = '00000000-0000-4000-8000-000000000000';
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const identity = (n: number) => ({ uuid: id(n), session_id: session });

const user = (n: number, text: string): SDKMessage => ({
  type: 'user',
  ...identity(n),
  parent_tool_use_id: null,
  message: { role: 'user', content: text },
});
const assistant = (
  n: number,
  content: AssistantBlock[],
  stop: 'end_turn' | 'tool_use' | 'interrupted' = 'end_turn',
): SDKMessage => ({
  type: 'assistant',
  ...identity(n),
  parent_tool_use_id: null,
  message: { role: 'assistant', model: 'm', content, stop_reason: stop, usage: {} },
});
const exited = (n: number): SDKMessage => ({
  type: 'system',
  ...identity(n),
  subtype: 'runtime_exited',
  reason: 'It was killed.',
  stderr: [],
});
const delta = (n: number, message: number, text: string, index = 0): SDKMessage => ({
  type: 'stream_event',
  ...identity(n),
  parent_tool_use_id: null,
  event: { type: 'text_delta', message_uuid: id(message), index, text },
});
const toolUse = (toolId: string): AssistantBlock => ({
  type: 'tool_use',
  id: toolId,
  name: `mcp__notes__${toolId}`,
  tool_name: toolId,
  server_name: 'notes',
  title: 'A tool',
  input: { a: 1 },
  annotations: { readOnly: true },
});
const toolResult = (n: number, toolId: string, outcome: ToolOutcome = 'ok'): SDKMessage => ({
  type: 'user',
  ...identity(n),
  parent_tool_use_id: null,
  message: {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: toolId,
        content: [{ type: 'text', text: 'out' }],
        is_error: outcome === 'error',
        outcome,
        duration_ms: 12,
      },
    ],
  },
});
const result = (
  n: number,
  subtype: 'success' | 'error_during_execution' = 'success',
): SDKMessage => ({
  type: 'result',
  ...identity(n),
  subtype,
  is_error: subtype !== 'success',
  errors: subtype === 'success' ? [] : ['The provider answered 401.'],
  stop_reason: null,
  duration_ms: 1,
  duration_api_ms: 1,
  num_turns: 1,
  usage: {},
  model_usage: {},
  total_cost_usd: null,
  permission_denials: [],
});
const progress = (n: number, toolId: string, value: number): SDKMessage => ({
  type: 'system',
  ...identity(n),
  subtype: 'tool_progress',
  tool_use_id: toolId,
  progress: value,
  total: 4,
  elapsed_ms: 30,
});
const runtimeExited = (n: number): SDKMessage => ({
  type: 'system',
  ...identity(n),
  subtype: 'runtime_exited',
  reason: 'It was killed.',
  stderr: [],
});

const call = (state: TranscriptState, toolId: string) => state.items[toolId] as ToolCallItem;

describe('transcript', () => {
  it('grows streamed text and ends it with the whole message [UI-12]', () => {
    let state = transcriptFrom([user(1, 'hi'), delta(2, 9, 'Hel'), delta(3, 9, 'lo')]);
    const item = blockItemId(id(9), 0);
    expect(itemOf(state, item)).toMatchObject({ text: 'Hello', streaming: true });
    const { items } = state;
    state = reduceTranscript(state, delta(4, 9, '!'));
    // What grows costs no copy of what does not.
    expect(state.items).toBe(items);
    expect(state.turn).toBe('running');
    const before = state.order;
    state = reduceTranscript(state, assistant(9, [{ type: 'text', text: 'Hello!' }]));
    expect(state.items[item]).toMatchObject({ text: 'Hello!', streaming: false });
    expect(state.order).toBe(before);
    expect(reduceTranscript(state, delta(4, 9, ' late'))).toBe(state);
  });

  it('follows a tool call from pending over running to its outcome [UI-13]', () => {
    let state = transcriptFrom([user(1, 'go'), assistant(2, [toolUse('read')], 'tool_use')]);
    expect(call(state, 'read').state).toBe('pending');
    state = reduceTranscript(state, progress(3, 'read', 2));
    expect(call(state, 'read')).toMatchObject({
      state: 'running',
      progress: { value: 2, total: 4, elapsedMs: 30 },
    });
    state = reduceTranscript(state, toolResult(4, 'read', 'error'));
    expect(call(state, 'read')).toMatchObject({
      state: 'error',
      durationMs: 12,
      progress: undefined,
    });
    expect(reduceTranscript(state, progress(5, 'read', 3))).toBe(state);
  });

  it('shows what was sent where the person changed it, live and replayed [SE-40.edited, UI-13]', () => {
    const asked = [user(1, 'go'), assistant(2, [toolUse('read')], 'tool_use')];
    const running = { ...progress(3, 'read', 0), sent_input: { a: 2 } } as SDKMessage;
    expect(call(transcriptFrom([...asked, running]), 'read')).toMatchObject({
      input: { a: 2 },
      isEdited: true,
    });
    const done = toolResult(4, 'read');
    const [block] = done.type === 'user' ? done.message.content : [];
    const sent = {
      ...done,
      message: { role: 'user', content: [{ ...(block as object), sent_input: { a: 2 } }] },
    } as SDKMessage;
    expect(call(transcriptFrom([...asked, sent]), 'read').input).toEqual({ a: 2 });
    expect(call(transcriptFrom([...asked, progress(3, 'read', 0), done]), 'read')).toMatchObject({
      input: { a: 1 },
      isEdited: false,
    });
  });

  it('leaves nothing running when the runtime dies or the turn fails [UI-13]', () => {
    const open = [user(1, 'go'), assistant(2, [toolUse('read')], 'tool_use'), delta(3, 7, 'par')];
    const died = transcriptFrom([...open, runtimeExited(4)]);
    expect(died.turn).toBe('idle');
    expect(call(died, 'read').state).toBe('interrupted');
    expect(died.items[blockItemId(id(7), 0)]).toMatchObject({
      streaming: false,
      interrupted: true,
    });
    expect(died.items[id(4)]).toMatchObject({ kind: 'notice' });
    const failed = transcriptFrom([...open, result(5, 'error_during_execution')]);
    expect(failed.items[id(5)]).toMatchObject({ kind: 'turn-end' });
    expect(failed.turn).toBe('idle');
  });

  it('shows no line for a turn that simply succeeded', () => {
    const state = transcriptFrom([user(1, 'go'), result(2)]);
    expect(state.order).toEqual([id(1)]);
    expect(state.lastResult?.subtype).toBe('success');
  });

  it('changes nothing for messages that are not drawn', () => {
    const status: SDKMessage = {
      type: 'system',
      ...identity(3),
      subtype: 'status',
      status: 'idle',
    };
    expect(reduceTranscript(emptyTranscript, status)).toBe(emptyTranscript);
  });

  /** A conversation as it streams, and the same as a transcript keeps it. */
  const turn = fc.record({
    prompt: fc.string({ minLength: 1 }),
    pieces: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
    outcome: fc.constantFrom<ToolOutcome>('ok', 'error', 'denied', 'interrupted'),
    withTool: fc.boolean(),
    failed: fc.boolean(),
  });
  const conversation = fc.array(turn, { maxLength: 6 }).map((turns) => {
    const live: SDKMessage[] = [];
    const kept: SDKMessage[] = [];
    let n = 1;
    const both = (message: SDKMessage) => {
      live.push(message);
      kept.push(message);
    };
    for (const one of turns) {
      both(user(n++, one.prompt));
      const answer = n++;
      for (const piece of one.pieces) live.push(delta(n++, answer, piece));
      const toolId = `tool${String(answer)}`;
      const blocks: AssistantBlock[] = [{ type: 'text', text: one.pieces.join('') }];
      if (one.withTool) blocks.push(toolUse(toolId));
      both(assistant(answer, blocks, one.withTool ? 'tool_use' : 'end_turn'));
      if (one.withTool) {
        live.push(progress(n++, toolId, 1));
        both(toolResult(n++, toolId, one.outcome));
      }
      both(result(n++, one.failed ? 'error_during_execution' : 'success'));
    }
    return { live, kept };
  });

  it('gives the same state replayed from the transcript as it was live [RT-23]', () => {
    fc.assert(
      fc.property(conversation, ({ live, kept }) => {
        expect(transcriptFrom(kept)).toEqual(transcriptFrom(live));
      }),
    );
  });

  it('takes a repeated message of user, assistant or the last result without a change', () => {
    fc.assert(
      fc.property(conversation, fc.nat(), ({ kept }, seed) => {
        const state = transcriptFrom(kept);
        const candidates = kept.filter(
          (message) => message.type !== 'result' || message === kept.at(-1),
        );
        const repeated = candidates[seed % Math.max(1, candidates.length)];
        if (repeated !== undefined) expect(reduceTranscript(state, repeated)).toEqual(state);
      }),
    );
  });

  it('never changes a state it was given', () => {
    fc.assert(
      fc.property(conversation, ({ live }) => {
        let state = emptyTranscript;
        for (const message of live) {
          Object.freeze(state);
          Object.freeze(state.items);
          Object.freeze(state.order);
          state = reduceTranscript(state, message);
        }
      }),
    );
  });

  it('puts what a sub-agent does below the call that it works for [RT-26, UI-13.nested]', () => {
    const own = { parent_tool_use_id: 'agent' };
    const before = transcriptFrom([user(1, 'go'), assistant(2, [toolUse('agent')], 'tool_use')]);
    const child = [
      { ...user(5, 'its task'), ...own },
      { ...delta(3, 4, 'growing'), ...own },
      { ...assistant(4, [{ type: 'text', text: 'words' }, toolUse('inner')], 'tool_use'), ...own },
      { ...toolResult(6, 'inner'), ...own },
    ] as SDKMessage[];
    const state = child.reduce((now, message) => reduceTranscript(now, message), before);
    expect(state.order).toEqual(before.order);
    expect(call(state, 'agent').children).toEqual([blockItemId(id(4), 0), 'inner']);
    expect(itemOf(state, blockItemId(id(4), 0))).toMatchObject({ text: 'words' });
    expect(call(state, 'inner')).toMatchObject({ state: 'ok' });
    expect(call(reduceTranscript(state, exited(7)), 'agent').state).toBe('interrupted');
    // A request of it that broke off is made again under the same uuid.
    const again = [
      { ...delta(8, 9, 'lost'), ...own },
      {
        type: 'stream_event',
        ...identity(10),
        ...own,
        event: { type: 'message_start', message_uuid: id(9) },
      },
      { ...delta(11, 9, 'said'), ...own },
    ] as SDKMessage[];
    const retried = again.reduce((now, message) => reduceTranscript(now, message), state);
    expect(call(retried, 'agent').children).toEqual([
      blockItemId(id(4), 0),
      'inner',
      blockItemId(id(9), 0),
    ]);
    expect(itemOf(retried, blockItemId(id(9), 0))).toMatchObject({ text: 'said' });
    const stray = { ...assistant(8, [{ type: 'text', text: 'x' }]), parent_tool_use_id: 'unknown' };
    expect(reduceTranscript(state, stray as SDKMessage).order).toBe(state.order);
  });

  it('tells what a sub-agent or a command in the background does and how it ended [UI-13.nested]', () => {
    const task = { task_id: 't', tool_use_id: 'agent' };
    const said = (n: number, part: object) =>
      ({ type: 'system', ...identity(n), ...task, ...part }) as SDKMessage;
    const state = transcriptFrom([
      assistant(2, [toolUse('agent')], 'tool_use'),
      said(3, { subtype: 'task_started', kind: 'agent', description: 'Look around' }),
      said(4, { subtype: 'task_progress', message: 'Reading a.ts', elapsed_ms: 5 }),
    ]);
    expect(call(state, 'agent').task).toEqual({
      kind: 'agent',
      description: 'Look around',
      status: 'running',
      message: 'Reading a.ts',
    });
    const end = said(5, {
      subtype: 'task_ended',
      status: 'failed',
      summary: 'It broke.',
      duration_ms: 9,
    });
    expect(call(reduceTranscript(state, end), 'agent').task).toMatchObject({
      status: 'failed',
      message: 'It broke.',
    });
  });

  it('shows images and files of a message, also of one without words [UI-13.attachments]', () => {
    const image = { type: 'image', media_type: 'image/png', data: 'AAAA', name: 'a.png' } as const;
    const file = { type: 'file', media_type: 'text/plain', text: 'x', name: 'b.txt' } as const;
    const sent = (n: number, content: object[]) =>
      ({ ...user(n, ''), message: { role: 'user', content } }) as SDKMessage;
    const state = transcriptFrom([
      sent(1, [{ type: 'text', text: 'Look' }, image]),
      sent(2, [file]),
    ]);
    expect(state.items[id(1)]).toMatchObject({ text: 'Look', attachments: [image] });
    expect(state.items[id(2)]).toMatchObject({ text: '', attachments: [file] });
  });

  it('knows how long thoughts took that it saw, until the answer begins [UI-12.thoughts]', () => {
    const thought = (n: number, text: string): SDKMessage => ({
      type: 'stream_event',
      ...identity(n),
      parent_tool_use_id: null,
      event: { type: 'thinking_delta', message_uuid: id(9), index: 0, text },
    });
    const item = blockItemId(id(9), 0);
    let state = reduceTranscript(emptyTranscript, thought(2, 'Hm'), 1_000);
    state = reduceTranscript(state, thought(3, 'm'), 2_500);
    expect(itemOf(state, item)).toMatchObject({ text: 'Hmm', streaming: true, startedAt: 1_000 });
    state = reduceTranscript(state, delta(4, 9, 'So', 1), 4_000);
    expect(itemOf(state, item)).toMatchObject({ streaming: false, durationMs: 3_000 });
    const whole = assistant(9, [
      { type: 'thinking', thinking: 'Hmm.' },
      { type: 'text', text: 'So.' },
    ]);
    state = reduceTranscript(state, whole, 9_000);
    expect(itemOf(state, item)).toMatchObject({ text: 'Hmm.', durationMs: 3_000 });
    expect(itemOf(transcriptFrom([whole]), item)).toMatchObject({ durationMs: undefined });
  });
});
