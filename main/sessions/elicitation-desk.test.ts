import { describe, expect, it } from 'vitest';
import type { ResolvedProvider } from './session-service-contract.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { OpenQuestion } from '../../shared/ipc/routes/elicitations.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { ElicitationQuestion } from '../mcp/client/elicitation.ts';
import { AddressDismissed, ElicitationDesk } from './elicitation-desk.ts';
import type { ElicitationDeskDeps } from './elicitation-desk.ts';
import type { SamplingPrompt } from './sampling.ts';
import { SAMPLING_LIMIT_MS, sampleModel } from './sampling.ts';
import { ManualClock } from '../lib/testing/manual-clock.ts';

const session = (name: string, folder: string | null = null): SessionSummary => ({
  id: `00000000-0000-4000-8000-00000000000${name}`,
  title: name,
  folder,
  model: { provider_id: 'anthropic', id: `model-${name}` },
  state: 'running',
  createdAt: 0,
  updatedAt: 0,
});
const sessions = [session('1', '/work/harbor'), session('2', '/work/docs'), session('3')];
const [one = session('1'), two = session('2')] = sessions;
const owner = (...sessionIds: string[]) => ({
  serverId: '00000000-0000-4000-8000-0000000000aa',
  serverName: 'linear',
  sessionIds,
  toolName: 'release',
});
const form = (properties: JsonObject, more: JsonObject = {}): ElicitationQuestion => ({
  mode: 'form',
  message: 'A plan?',
  requestedSchema: { type: 'object', properties, ...more },
  params: {},
});
const address = (url: string, more: object = {}): ElicitationQuestion => ({
  mode: 'url',
  message: 'Connect.',
  url,
  elicitationId: 'e1',
  params: {},
  ...more,
});
const never = new AbortController().signal;

function openDesk(deps: Partial<ElicitationDeskDeps> = {}) {
  const clock = new ManualClock(10_000);
  const told: (readonly OpenQuestion[])[] = [];
  const opened: string[] = [];
  const desk = new ElicitationDesk({
    clock,
    sessions: () => sessions,
    defaultModel: () => ({ provider_id: 'p', id: 'default' }),
    reviewAddress: () => Promise.resolve(true),
    openAddress: (url) => {
      opened.push(url);
      return Promise.resolve();
    },
    askModel: () => Promise.reject(new Error('no model')),
    onChange: (questions) => told.push(questions),
    ...deps,
  });
  const only = (): OpenQuestion => {
    const [question] = desk.questions;
    if (!question) throw new Error('Nothing is open.');
    return question;
  };
  /** Answers the oldest question as a person who has just pressed a key. */
  const answer = (given: Parameters<ElicitationDesk['answer']>[1]) => {
    desk.answer(only().questionId, given, clock.now());
  };
  return { desk, clock, told, opened, only, answer };
}
const codeOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (failure) {
    return failure instanceof Error && 'code' in failure ? failure.code : failure;
  }
  return 'nothing was thrown';
};

describe('questions of servers', () => {
  const name = { name: { type: 'string', minLength: 3 } };

  it('wait in one queue over all sessions and are told with their owner, oldest first [UI-40.queue]', async () => {
    const { desk, told, answer, only } = openDesk();
    const first = desk.elicit(form(name), owner(one.id), never);
    const second = desk.elicit(form(name), owner(two.id), never);
    expect(told.at(-1)).toMatchObject([
      { kind: 'form', serverName: 'linear', sessionIds: [one.id], toolName: 'release' },
      { sessionIds: [two.id], createdAt: 10_000 },
    ]);
    answer({ action: 'accept', content: { name: 'Harbor' } });
    expect(only().sessionIds).toEqual([two.id]);
    answer({ action: 'decline' });
    expect(await first).toEqual({ action: 'accept', content: { name: 'Harbor' } });
    expect(await second).toEqual({ action: 'decline' });
    expect(told.at(-1)).toEqual([]);
  });

  it('are checked once more here: what does not fit stays open and is not sent [UI-40.checked, MC-31]', async () => {
    const { desk, answer, only } = openDesk();
    const schema = form(
      { ...name, tag: { type: 'string', pattern: '^v\\d+$', default: 'v1' } },
      { required: ['name', 'tag'] },
    );
    const asked = desk.elicit(schema, owner(), never);
    for (const content of [
      {},
      { name: 'ab' },
      { name: 3 },
      { name: 'Harbor', other: 'x' },
      { name: 'Harbor', tag: 'one' },
      { name: 'Harbor', tag: null },
    ])
      expect(codeOf(() => answer({ action: 'accept', content }))).toBe('question.invalid');
    expect(codeOf(() => answer({ action: 'done' }))).toBe('question.invalid');
    expect(only().kind).toBe('form');
    answer({ action: 'accept', content: { name: 'Harbor' } });
    expect(await asked).toMatchObject({ action: 'accept' });
  });

  it('count only with their id and right after a press; saying no needs none [UI-40.checked, SE-5]', async () => {
    const { desk, clock, only, answer } = openDesk();
    const asked = desk.elicit(form(name), owner(), never);
    const accept = { action: 'accept', content: {} } as const;
    const id = only().questionId;
    expect(codeOf(() => desk.answer(crypto.randomUUID(), accept, clock.now()))).toBe(
      'session.no-prompt',
    );
    expect(codeOf(() => desk.answer(id, accept, clock.now() - 1_001))).toBe('session.no-gesture');
    expect(codeOf(() => desk.answer(id, accept, 0))).toBe('session.no-gesture');
    desk.answer(id, { action: 'cancel' }, 0);
    expect(await asked).toEqual({ action: 'cancel' });
    expect(codeOf(() => answer(accept))).not.toBe('nothing was thrown');
    expect(codeOf(() => desk.answer(id, accept, clock.now()))).toBe('session.no-prompt');
  });

  it('are never answered by themselves: time passes, the app ends, and nobody said no [UI-40.waits]', async () => {
    const { desk, clock, told } = openDesk();
    const asked = desk.elicit(form(name), owner(), never);
    clock.advance(86_400_000);
    expect(desk.questions).toHaveLength(1);
    desk.dispose();
    await expect(asked).rejects.toThrow('closing');
    expect(told.at(-1)).toEqual([]);
  });

  it('are withdrawn when the server takes them back, and before they are shown [UI-40.withdrawn]', async () => {
    const { desk, told } = openDesk();
    const call = new AbortController();
    const asked = desk.elicit(form(name), owner(one.id), call.signal);
    const other = desk.elicit(form(name), owner(two.id), never);
    call.abort(new Error('The server cancelled.'));
    await expect(asked).rejects.toThrow('The server cancelled.');
    expect(told.at(-1)).toMatchObject([{ sessionIds: [two.id] }]);
    await expect(desk.elicit(form(name), owner(), call.signal)).rejects.toThrow('cancelled');
    expect(desk.questions).toHaveLength(1);
    desk.dispose();
    await expect(other).rejects.toThrow();
  });

  it('of one server cannot flood the queue or the window', async () => {
    const { desk } = openDesk();
    const waiting = Array.from({ length: 20 }, () =>
      desk.elicit(form(name), owner(), new AbortController().signal),
    );
    await expect(desk.elicit(form(name), owner(), never)).rejects.toThrow('Too many');
    expect(desk.questions).toHaveLength(20);
    const huge = form({ name: { type: 'string', description: 'x'.repeat(600_000) } });
    await expect(desk.elicit(huge, owner(), never)).rejects.toThrow('larger');
    desk.dispose();
    await Promise.allSettled(waiting);
  });
});

describe('addresses', () => {
  const url = 'https://auth.linear.example/connect?e=1';

  it('are opened only when the person agreed, as they are written out again [UI-41, SE-10.elicitation]', async () => {
    const shown: unknown[] = [];
    const { desk, opened, only } = openDesk({
      reviewAddress: (question) => {
        shown.push(question.url);
        expect(opened).toEqual([]);
        return Promise.resolve(true);
      },
    });
    const asked = desk.elicit(address('https://AUTH.linear.example/a|b'), owner(one.id), never);
    expect(opened).toEqual([]);
    expect(await desk.openUrl(only().questionId, never)).toEqual({ outcome: 'opened' });
    expect(shown).toEqual(['https://auth.linear.example/a%7Cb']);
    expect(opened).toEqual(shown);
    expect(await asked).toEqual({ action: 'accept' });
  });

  it.each([
    'http://linear.example/',
    'https://me:pw@linear.example/',
    'https://@linear.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:x',
    'https://linear.example/\u202egpj',
  ])('%j is shown with the reason and never opened [UI-41, SE-10.elicitation]', async (refused) => {
    const { desk, opened, only, answer } = openDesk();
    const asked = desk.elicit(address(refused), owner(), never);
    expect(only()).toMatchObject({ url: refused, refusal: expect.any(String) });
    await expect(desk.openUrl(only().questionId, never)).rejects.toMatchObject({
      code: 'question.invalid',
    });
    expect(codeOf(() => answer({ action: 'done' }))).toBe('question.invalid');
    expect(opened).toEqual([]);
    answer({ action: 'decline' });
    expect(await asked).toEqual({ action: 'decline' });
  });

  it('that were declined are not opened, and one that was closed stays open [UI-41]', async () => {
    const answers = [() => Promise.reject(new AddressDismissed()), () => Promise.resolve(false)];
    const { desk, opened, only } = openDesk({
      reviewAddress: () => answers.shift()?.() ?? Promise.resolve(true),
    });
    const asked = desk.elicit(address(url), owner(), never);
    const id = only().questionId;
    expect(await desk.openUrl(id, never)).toEqual({ outcome: 'dismissed' });
    expect(only()).toMatchObject({ phase: 'asked' });
    expect(await desk.openUrl(id, never)).toEqual({ outcome: 'declined' });
    expect(await asked).toEqual({ action: 'decline' });
    expect(opened).toEqual([]);
  });

  it('after which the call is made again wait for “I am done”, with no notice of the server [UI-41.done]', async () => {
    for (const more of [{ isRetried: true }, { elicitationId: undefined }]) {
      const { desk, only, answer } = openDesk();
      let isAnswered = false;
      const asked = desk.elicit(address(url, more), owner(), never).finally(() => {
        isAnswered = true;
      });
      expect(codeOf(() => answer({ action: 'done' }))).toBe('question.invalid');
      await desk.openUrl(only().questionId, never);
      expect(only()).toMatchObject({ phase: 'opened', isRetried: true });
      expect(isAnswered).toBe(false);
      answer({ action: 'done' });
      expect(await asked).toEqual({ action: 'accept' });
      expect(desk.questions).toEqual([]);
    }
  });

  it('are over when the server says so, and only what it opened of its own [UI-41.done, MC-32]', async () => {
    const { desk, only } = openDesk();
    const asked = desk.elicit(address(url, { isRetried: true }), owner(), never);
    const { serverId, questionId } = only();
    desk.completed('e1', serverId);
    expect(desk.questions).toHaveLength(1);
    await desk.openUrl(questionId, never);
    desk.completed('e2', serverId);
    desk.completed('e1', crypto.randomUUID());
    expect(desk.questions).toHaveLength(1);
    desk.completed('e1', serverId);
    expect(desk.questions).toEqual([]);
    expect(await asked).toEqual({ action: 'accept' });
  });

  it('that are withdrawn close main’s question and are not opened [UI-40.withdrawn]', async () => {
    const { desk, opened, only } = openDesk({
      reviewAddress: (_question, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const call = new AbortController();
    const asked = desk.elicit(address(url), owner(), call.signal);
    const opening = desk.openUrl(only().questionId, never);
    await expect(desk.openUrl(only().questionId, never)).rejects.toMatchObject({
      code: 'consent.busy',
    });
    call.abort(new Error('gone'));
    await expect(opening).rejects.toMatchObject({ code: 'session.no-prompt' });
    await expect(asked).rejects.toThrow('gone');
    expect(opened).toEqual([]);
  });

  it('that the system cannot open are said so and stay', async () => {
    const { desk, only } = openDesk({
      openAddress: () => Promise.reject(new Error('No browser.')),
    });
    const asked = desk.elicit(address(url), owner(), never);
    await expect(desk.openUrl(only().questionId, never)).rejects.toMatchObject({
      code: 'link.not-opened',
      message: 'No browser.',
    });
    expect(only()).toMatchObject({ phase: 'asked' });
    desk.dispose();
    await expect(asked).rejects.toThrow();
  });
});

describe('sampling and roots', () => {
  const params = {
    systemPrompt: 'Be brief.',
    maxTokens: 100,
    messages: [
      { role: 'user', content: { type: 'text', text: 'Summarise\u200b this' } },
      { role: 'user', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } },
    ],
  };

  it('shows the whole prompt and the model, and sends what the person made of it [UI-43]', async () => {
    const sent: unknown[] = [];
    const { desk, only, answer } = openDesk({
      askModel: (model, prompt) => {
        sent.push(model, prompt);
        return Promise.resolve({ role: 'assistant' });
      },
    });
    const asked = desk.sample(params, owner(two.id), never);
    expect(only()).toMatchObject({
      kind: 'sampling',
      model: 'model-2',
      providerId: 'anthropic',
      systemPrompt: 'Be brief.',
      maxTokens: 100,
      messages: [
        { role: 'user', text: 'Summarise\u200b this', pictures: [] },
        { role: 'user', text: '', pictures: ['image/png'] },
      ],
    });
    const tooFew = ['one'];
    expect(codeOf(() => answer({ action: 'allow', systemPrompt: '', texts: tooFew }))).toBe(
      'question.invalid',
    );
    expect(sent).toEqual([]);
    answer({ action: 'allow', systemPrompt: 'Be kind.', texts: ['Summarise that', ''] });
    expect(await asked).toEqual({ role: 'assistant' });
    expect(sent).toMatchObject([
      { id: 'model-2' },
      {
        systemPrompt: 'Be kind.',
        messages: [{ text: 'Summarise that' }, { pictures: [{ data: 'aGk=' }] }],
      },
    ]);
  });

  it('is refused with an error when the person says no, and never before [UI-43]', async () => {
    const { desk, answer } = openDesk();
    const asked = desk.sample(params, owner(), never);
    answer({ action: 'decline' });
    await expect(asked).rejects.toMatchObject({ code: -1 });
  });

  it.each([
    [{ messages: [] }],
    [{ messages: [{ role: 'system', content: { type: 'text', text: 'x' } }] }],
    [{ messages: [{ role: 'user', content: { type: 'audio', data: '' } }] }],
  ])('%j is no request of it [UI-43]', async (odd) => {
    const { desk } = openDesk();
    await expect(desk.sample(odd, owner(), never)).rejects.toMatchObject({ code: -32602 });
    expect(desk.questions).toEqual([]);
  });

  it('roots are the folders of the sessions in question [UI-43.roots]', () => {
    const { desk } = openDesk();
    expect(desk.roots(owner(one.id))).toEqual([{ uri: 'file:///work/harbor', name: 'harbor' }]);
    expect(desk.roots(owner(sessions[2]?.id ?? ''))).toEqual([]);
    expect(desk.roots(owner())).toEqual([]);
  });
});

describe('the model that answers a server', () => {
  const prompt: SamplingPrompt = {
    systemPrompt: 'Be brief.',
    messages: [
      { role: 'user', text: 'Hello', pictures: [{ data: 'aGk=', mimeType: 'image/png' }] },
    ],
    maxTokens: 5,
    temperature: 0.5,
    stopSequences: ['END'],
  };
  const provider = (kind: 'anthropic' | 'openai-compatible' | 'offline'): ResolvedProvider => ({
    config: { id: 'p', kind, label: 'P', base_url: 'https://model.example/v1' },
    apiKey: 'k3y',
  });
  const ask = (
    kind: 'anthropic' | 'openai-compatible' | 'offline',
    respond: (url: string, init: RequestInit) => Promise<Response>,
    clock = new ManualClock(0),
  ) =>
    sampleModel(provider(kind), 'm1', prompt, never, {
      clock,
      fetch: (url, init) => respond(url as string, init ?? {}),
    });

  it.each([
    [
      'anthropic' as const,
      'https://model.example/v1/messages',
      { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'max_tokens', model: 'm1-full' },
      {
        model: 'm1',
        system: 'Be brief.',
        max_tokens: 5,
        temperature: 0.5,
        stop_sequences: ['END'],
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
              },
              { type: 'text', text: 'Hello' },
            ],
          },
        ],
      },
    ],
    [
      'openai-compatible' as const,
      'https://model.example/v1/chat/completions',
      { choices: [{ message: { content: 'Hi' }, finish_reason: 'length' }], model: 'm1-full' },
      {
        model: 'm1',
        max_tokens: 5,
        temperature: 0.5,
        stop: ['END'],
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hello' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
            ],
          },
        ],
      },
    ],
  ])('%s is asked in its own protocol [UI-43]', async (kind, where, reply, body) => {
    const result = await ask(kind, (url, init) => {
      expect(url).toBe(where);
      expect(JSON.parse(init.body as string)).toEqual(body);
      return Promise.resolve(Response.json(reply));
    });
    expect(result).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Hi' },
      model: 'm1-full',
      stopReason: 'maxTokens',
    });
  });

  it('gives the server no words of the provider when it fails [UI-43]', async () => {
    const failing = ask('anthropic', () =>
      Promise.resolve(new Response('key k3y is wrong', { status: 401 })),
    );
    await expect(failing).rejects.toMatchObject({ code: -32603 });
    await expect(failing).rejects.toThrow(/^The model service answered 401/);
    const unreachable = ask('anthropic', () => Promise.reject(new Error('k3y')));
    await expect(unreachable).rejects.toThrow('could not be reached');
    await expect(ask('anthropic', () => Promise.resolve(Response.json({})))).rejects.toThrow(
      'no usable answer',
    );
    await expect(ask('offline', () => Promise.reject(new Error()))).rejects.toThrow('no language');
  });

  it('ends after its limit', async () => {
    const clock = new ManualClock(0);
    const asked = ask(
      'anthropic',
      (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      clock,
    );
    clock.advance(SAMPLING_LIMIT_MS);
    await expect(asked).rejects.toThrow('did not answer in time');
  });
});
