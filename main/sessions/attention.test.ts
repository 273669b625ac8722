import { describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { OpenQuestion } from '../../shared/ipc/routes/elicitations.ts';
import type { PastItem } from '../../shared/ipc/routes/inbox.ts';
import type { PermissionPrompt } from '../../shared/ipc/routes/sessions.ts';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import { ManualClock } from '../lib/testing/manual-clock.ts';
import { Attention, type SystemNotice } from './attention.ts';
import { InboxHistory } from './inbox-history.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const prompt = (n: number, session: number): PermissionPrompt => ({
  promptId: id(n),
  sessionId: id(session),
  toolUseId: 't',
  toolName: 'mcp__db__run',
  serverToolName: 'run',
  title: 'Run with ghp_secret',
  serverName: 'post\u200bgres',
  annotations: {},
  input: { password: 'hunter2' },
  argumentsHash: 'h',
  createdAt: 1,
});
const question = (n: number): OpenQuestion => ({
  kind: 'form',
  questionId: id(n),
  serverId: id(90),
  serverName: 'linear',
  sessionIds: [],
  createdAt: 1,
  message: 'Give me your token',
  requestedSchema: {},
});
const server = (status: ServerState['status']) =>
  ({ id: id(91), name: 'sentry', status }) as ServerState;
const result = (isError: boolean, errors: string[] = []) =>
  ({
    type: 'result',
    subtype: isError ? 'error_during_execution' : 'success',
    is_error: isError,
    errors,
  }) as unknown as SDKMessage;

function attention() {
  const state = { isSeen: false, waiting: true, turns: true };
  const open = new Set<SystemNotice>();
  const all: SystemNotice[] = [];
  const badges: number[] = [];
  const made = new Attention({
    isSeen: () => state.isSeen,
    wants: () => state,
    show: (notice) => {
      all.push(notice);
      open.add(notice);
      return () => open.delete(notice);
    },
    badge: (count) => badges.push(count),
  });
  return { made, state, open, all, badges };
}

describe('a person who looks elsewhere', () => {
  it('is called once for a session, in words without title, arguments or hidden signs, and a click leads there [UI-3.call]', () => {
    const { made, open, all, badges } = attention();
    made.prompts([prompt(1, 50), prompt(2, 50), prompt(3, 51)]);
    expect(all.map(({ body, target }) => [body, target])).toEqual([
      ['run on postgres. Allow or deny it in Parley.', { itemId: id(1) }],
      ['run on postgres. Allow or deny it in Parley.', { itemId: id(3) }],
    ]);
    expect(JSON.stringify(all)).not.toMatch(/hunter2|ghp_|\u200b/);
    made.prompts([prompt(2, 50)]);
    expect([...open]).toEqual([all[0]]);
    made.prompts([]);
    expect(open.size).toBe(0);
    expect(badges).toEqual([3, 1, 0]);
  });

  it('is called for questions and for a sign-in that was lost, not for one that a server begins with [UI-3.call]', () => {
    const { made, all } = attention();
    made.questions([question(1)]);
    made.servers([server('needs-auth')]);
    expect(all.map(({ title }) => title)).toEqual(['linear asks you something']);
    made.servers([server('connected')]);
    made.servers([server('needs-auth')]);
    made.servers([server('needs-auth')]);
    expect(all.map(({ title }) => title).slice(1)).toEqual(['sentry needs a sign-in']);
    expect(JSON.stringify(all)).not.toContain('token');
  });

  it('is told that a turn ended or failed; a stop is no news [UI-3.call]', () => {
    const { made, all, open } = attention();
    made.heard(id(50), [result(false)]);
    made.heard(id(50), [result(true, ['sk-1234 is wrong'])]);
    made.heard(id(51), [{ ...result(true), subtype: 'interrupted' } as SDKMessage]);
    expect(all.map(({ title, target }) => [title, target])).toEqual([
      ['A turn has ended', { sessionId: id(50) }],
      ['A turn failed', { sessionId: id(50) }],
    ]);
    expect(open.size).toBe(1);
    expect(JSON.stringify(all)).not.toContain('sk-1234');
    made.seen();
    expect(open.size).toBe(0);
  });

  it('is not called while the window is seen or where it is turned off; the number is there all the same [UI-3.call]', () => {
    const { made, state, all, badges } = attention();
    state.isSeen = true;
    made.prompts([prompt(1, 50)]);
    state.isSeen = false;
    made.prompts([prompt(1, 50)]);
    state.waiting = false;
    state.turns = false;
    made.questions([question(1)]);
    made.heard(id(50), [result(false)]);
    expect(all).toEqual([]);
    expect(badges).toEqual([1, 2]);
  });
});

describe('what is over', () => {
  it('is kept in the order in which it ended; a good turn takes the failure of its session away [UI-3.past]', () => {
    const clock = new ManualClock(1_000);
    let told: readonly PastItem[] = [];
    const history = new InboxHistory({
      clock,
      redact: (text) => text.replaceAll('sk-1234', '…'),
      onChange: (past) => (told = past),
    });
    history.decided(prompt(1, 50), { behavior: 'allow', scope: 'session' });
    history.decided(prompt(2, 50), { behavior: 'deny' });
    history.answered(question(3), 'accept');
    history.heard(id(50), [result(true, ['sk-1234 is wrong'])]);
    history.heard(id(50), [result(true, ['again'])]);
    expect(told).toBe(history.past);
    expect(told.map((item) => ('outcome' in item ? item.outcome : item.sentence))).toEqual([
      'again',
      'answered',
      'denied',
      'session',
    ]);
    expect(JSON.stringify(told)).not.toMatch(/hunter2/);
    history.heard(id(50), [result(false)]);
    expect(told.map(({ kind }) => kind)).toEqual(['question', 'approval', 'approval']);
    history.dismiss(id(3));
    history.forget([id(50)]);
    expect(told).toEqual([]);
  });
});
