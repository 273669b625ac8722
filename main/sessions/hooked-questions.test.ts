import { describe, expect, it } from 'vitest';
import type { ElicitationAnswerFrame } from '../../shared/agent/elicitation-frames.ts';
import { ManualClock } from '../lib/testing/manual-clock.ts';
import type { ElicitationQuestion } from '../mcp/client/elicitation.ts';
import { ScriptedPeople } from '../mcp/hub/testing/scripted-people.ts';
import { HOOKS_LIMIT_MS, HookedQuestions } from './hooked-questions.ts';
import type { HookQuestion } from './hooked-questions.ts';

const form: ElicitationQuestion = {
  mode: 'form',
  message: 'Which plan?',
  requestedSchema: {
    type: 'object',
    properties: { plan: { type: 'string', minLength: 3 } },
    required: ['plan'],
  },
  params: {},
};
const owner = (...sessionIds: string[]) => ({ serverId: 's', serverName: 'linear', sessionIds });
const team = { action: 'accept', content: { plan: 'Team' } } as const;
const solo = { action: 'accept', content: { plan: 'Solo' } } as const;

type Hooks = (question: HookQuestion) => Promise<ElicitationAnswerFrame | undefined>;

function opened(hooks: Hooks) {
  const people = new ScriptedPeople();
  const clock = new ManualClock();
  const asked: HookQuestion[] = [];
  const logged: string[] = [];
  const questions = new HookedQuestions(people, {
    clock,
    log: (_level, message) => logged.push(message),
    askHooks: (question) => {
      asked.push(question);
      return hooks(question);
    },
  });
  const stop = new AbortController();
  const elicit = (sessionIds: string[] = ['one'], question = form) =>
    questions.elicit(question, owner(...sessionIds), stop.signal);
  return { people, clock, asked, logged, elicit, stop };
}
const early =
  (answer: ElicitationAnswerFrame | undefined): Hooks =>
  async ({ request }) =>
    request.answer ? undefined : answer;
const late =
  (answer: ElicitationAnswerFrame): Hooks =>
  async ({ request }) =>
    request.answer ? answer : undefined;

describe('questions that pass hooks', () => {
  it('are answered or declined by them, and the person hears nothing [UI-40.hooks]', async () => {
    for (const answer of [team, { action: 'decline' }] as const) {
      const { people, asked, elicit } = opened(early(answer));
      expect(await elicit()).toEqual(answer);
      expect(people.asked).toEqual([]);
      expect(asked).toMatchObject([
        { sessionId: 'one', serverId: 's', request: { message: 'Which plan?', mode: 'form' } },
        { request: { answer } },
      ]);
    }
  });

  it('are the person’s when hooks have no say, fail, or answer what does not fit [UI-40.hooks]', async () => {
    const failing: Hooks = () => Promise.reject(new Error('The runtime is gone.'));
    for (const hooks of [early(undefined), failing, early({ action: 'accept', content: {} })]) {
      const { people, elicit, logged } = opened(hooks);
      const answer = elicit();
      (await people.question()).answer(solo);
      expect(await answer).toEqual(solo);
      if (hooks !== failing) continue;
      expect(logged).toContain('Hooks could not be asked about a question of a server.');
    }
  });

  it('are the person’s when hooks never answer [UI-40.hooks]', async () => {
    const { people, clock, elicit } = opened((question) =>
      question.request.answer ? Promise.resolve(undefined) : new Promise(() => undefined),
    );
    const answer = elicit();
    clock.advance(HOOKS_LIMIT_MS);
    (await people.question()).answer(solo);
    expect(await answer).toEqual(solo);
  });

  it('go to no hook when they may be another session’s [UI-40.hooks, UI-40.owner]', async () => {
    for (const sessions of [[], ['one', 'two']]) {
      const { people, asked, elicit } = opened(early(team));
      const answer = elicit(sessions);
      (await people.question()).answer(solo);
      expect(await answer).toEqual(solo);
      expect(asked).toEqual([]);
    }
  });

  it('get their answer changed by hooks, and lose one that was changed wrongly [SDK-43, UI-40.hooks]', async () => {
    for (const [changed, heard] of [
      [team, team],
      [{ action: 'accept', content: {} }, { action: 'cancel' }],
    ] as const) {
      const { people, elicit } = opened(late(changed));
      const answer = elicit();
      (await people.question()).answer(solo);
      expect(await answer).toEqual(heard);
    }
  });

  it('that are withdrawn meanwhile reach nobody [UI-40.withdrawn, UI-40.hooks]', async () => {
    const { people, elicit, stop } = opened(() => new Promise(() => undefined));
    const answer = elicit();
    stop.abort(new Error('withdrawn'));
    await expect(answer).rejects.toThrow('withdrawn');
    expect(people.asked).toEqual([]);
  });
});
