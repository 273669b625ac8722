import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HookEvent, RuntimeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { CommandHookSetting } from '../settings/settings-file.ts';
import { HookRunner } from './hook-runner.ts';
import { hookCommands } from './run-hook-command.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-hooks-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

type Answer = (
  request: Extract<RuntimeRequest, { subtype: 'hook_callback' }>,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number | undefined },
) => unknown;

interface Setup {
  readonly callbacks?: readonly { matcher?: string; timeout_ms?: number; answer: Answer }[];
  readonly commands?: readonly (Partial<CommandHookSetting> & { command: string })[];
  readonly event?: HookEvent;
  readonly clock?: Clock;
}

function made({ callbacks = [], commands = [], event = 'PreToolUse', clock = systemClock }: Setup) {
  const told: SDKMessage[] = [];
  const diagnostics: string[] = [];
  const env = { OWN: 'from settings' };
  const runner = new HookRunner({
    registrations: callbacks.map(({ matcher, timeout_ms }, n) => ({
      event,
      callback_ids: [String(n)],
      ...(matcher === undefined ? {} : { matcher }),
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
    })),
    commands: commands.map((setting) => ({
      event,
      matcher: undefined,
      setting: { type: 'command', ...setting },
      origin: 'settings.json',
    })),
    runCommand: hookCommands({ cwd: () => root, env, base: process.env, clock }),
    ask: async (request, options) => {
      if (request.subtype !== 'hook_callback') throw new Error(request.subtype);
      return callbacks[Number(request.callback_id)]?.answer(request, options);
    },
    common: () => ({
      session_id: '11111111-1111-4111-8111-111111111111',
      transcript_path: null,
      cwd: root,
      permission_mode: 'default',
    }),
    clock,
    emit: (message) => told.push(message),
    onDiagnostic: (message) => diagnostics.push(message),
  });
  const signal = new AbortController().signal;
  const call = { matchValue: 'Bash', toolUseId: 'call', signal };
  const run = (input: JsonObject = { tool_name: 'Bash' }) => runner.run(event, input, call);
  return { runner, run, told, diagnostics, call };
}
const outcomes = (told: readonly SDKMessage[]) =>
  told.flatMap((one) =>
    one.type === 'system' && one.subtype === 'hook_response' ? [one.outcome] : [],
  );

describe('hooks of one event', () => {
  it('run side by side and are merged by strength and in the order of registration [SDK-19.merge]', async () => {
    let started = 0;
    let letAll = (): void => undefined;
    const all = new Promise<void>((resolve) => (letAll = resolve));
    const together = async (answer: JsonObject): Promise<JsonObject> => {
      started += 1;
      if (started === 3) letAll();
      await all;
      return answer;
    };
    const { run, told } = made({
      callbacks: [
        { answer: () => together({ permissionDecision: 'allow', updatedInput: { n: 1 } }) },
        {
          answer: () =>
            together({
              hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' },
              additionalContext: 'first',
            }),
        },
        {
          answer: () =>
            together({ permissionDecision: 'ask', updatedInput: { n: 2 }, additionalContext: 'b' }),
        },
      ],
    });
    expect(await run()).toMatchObject({
      permission: 'deny',
      reason: 'no',
      updatedInput: { n: 1 },
      additionalContext: ['first', 'b'],
      failures: [],
    });
    expect(outcomes(told)).toEqual(['success', 'success', 'success']);
    expect(told.filter((one) => 'subtype' in one && one.subtype === 'hook_started')).toHaveLength(
      3,
    );
  });

  it.each([
    [undefined, true],
    ['*', true],
    ['Bash', true],
    ['Edit|Bash', true],
    ['B.*', true],
    ['Bas', false],
    ['Edit', false],
  ])('with the matcher %s [SDK-19.matcher]', async (matcher, isCalled) => {
    let count = 0;
    const { run } = made({
      callbacks: [
        { ...(matcher === undefined ? {} : { matcher }), answer: () => ((count += 1), {}) },
      ],
    });
    await run();
    expect(count).toBe(isCalled ? 1 : 0);
  });

  it('that throw, answer nonsense or hang are told, and make a call asked for [SDK-19.failure]', async () => {
    const failing: Answer[] = [
      () => {
        throw new Error('broken');
      },
      () => ({ permissionDecision: 'perhaps' }),
      () => 7,
    ];
    for (const answer of failing) {
      const { runner, diagnostics, told, call } = made({
        callbacks: [{ answer }, { answer: () => ({ permissionDecision: 'allow' }) }],
      });
      expect(await runner.verdict('PreToolUse', {}, call)).toMatchObject({ behavior: 'ask' });
      expect(diagnostics).toEqual([expect.stringContaining('A hook for PreToolUse failed')]);
      expect(outcomes(told)).toContain('failed');
    }
    const limits: (number | undefined)[] = [];
    const { run } = made({
      callbacks: [
        { answer: (_request, { timeoutMs }) => void limits.push(timeoutMs) },
        { timeout_ms: 5, answer: (_request, { timeoutMs }) => void limits.push(timeoutMs) },
      ],
    });
    await run();
    expect(limits).toEqual([60_000, 5]);
  });

  it('may stop the turn and answer in the form of canUseTool [SDK-19.merge]', async () => {
    const { run, runner, call } = made({
      callbacks: [
        {
          answer: () => ({
            hookSpecificOutput: { decision: { behavior: 'deny', message: 'no', interrupt: true } },
          }),
        },
      ],
    });
    expect(await run()).toMatchObject({ permission: 'deny', reason: 'no', stop: 'no' });
    expect(await runner.verdict('PreToolUse', {}, call)).toMatchObject({
      behavior: 'deny',
      interrupt: true,
    });
  });

  it('may answer an elicitation [SDK-43.hooks]', async () => {
    const { run } = made({
      event: 'Elicitation',
      callbacks: [{ answer: () => ({ action: 'accept', content: { name: 'x' } }) }],
    });
    expect(await run()).toMatchObject({
      elicitation: { action: 'accept', content: { name: 'x' } },
    });
  });
});

describe('a hook that is a command', () => {
  it('gets the input on stdin, the environment of the settings and the folder [SDK-19.command]', async () => {
    const { run, diagnostics } = made({
      commands: [{ command: 'cat > seen.json; printf %s "$OWN $PARLEY_PROJECT_DIR" > seen.txt' }],
    });
    await run({ tool_name: 'Bash', tool_input: { command: 'ls\u2028"' } });
    expect(diagnostics).toEqual([]);
    expect(JSON.parse(await readFile(join(root, 'seen.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'PreToolUse',
      session_id: '11111111-1111-4111-8111-111111111111',
      cwd: root,
      permission_mode: 'default',
      tool_input: { command: 'ls\u2028"' },
    });
    expect(await readFile(join(root, 'seen.txt'), 'utf8')).toBe(`from settings ${root}`);
  });

  it.each([
    ['exit 0', {}, 'success'],
    ['echo \'{"permissionDecision":"deny"}\'', { permission: 'deny' }, 'success'],
    ['echo why >&2; exit 2', { blocked: true, reason: 'why' }, 'blocked'],
    ['echo words', { additionalContext: [] }, 'success'],
    ['echo why >&2; exit 3', { blocked: false, failures: [/exit code 3: why/] }, 'failed'],
    ["echo '{nonsense'", { failures: [/no JSON/] }, 'failed'],
    ['kill -9 $$', { failures: [/SIGKILL|exit code 137/] }, 'failed'],
    ['head -c 2000000 /dev/zero', { failures: [/wrote more than/] }, 'failed'],
  ])('%s [SDK-19.command]', async (command, answer, outcome) => {
    const { run, told } = made({ commands: [{ command }] });
    const got = await run();
    const { failures = [], ...rest } = answer as { failures?: RegExp[] };
    expect(got).toMatchObject(rest);
    expect(got.failures).toHaveLength(failures.length);
    failures.forEach((pattern, n) => {
      expect(got.failures[n]).toMatch(pattern);
    });
    expect(outcomes(told)).toEqual([outcome]);
  });

  it('with arguments is started without a shell, and a missing one is told [SDK-19.command]', async () => {
    const { run } = made({ commands: [{ command: 'sh', args: ['-c', 'exit 2', '$(x)'] }] });
    expect(await run()).toMatchObject({ blocked: true });
    const missing = made({ commands: [{ command: 'no-such-program', args: [] }] });
    expect((await missing.run()).failures[0]).toContain('was not found');
  });

  it('tells the model what it prints where the event says so [SDK-19.command]', async () => {
    const { run } = made({ event: 'UserPromptSubmit', commands: [{ command: 'echo it rains' }] });
    expect(await run({ prompt: 'x' })).toMatchObject({ additionalContext: ['it rains'] });
  });

  it('is killed with everything that it started when its time is over [SDK-19.timeout]', async () => {
    const clock = new ManualClock();
    const { run, diagnostics } = made({
      clock,
      commands: [{ command: 'sleep 300 & echo $! > child; wait', timeout: 1_000 }],
    });
    const answer = run();
    const child = await pidIn(join(root, 'child'));
    clock.advance(1_000);
    expect((await answer).failures[0]).toContain('did not end within 1000 ms');
    expect(diagnostics).toHaveLength(1);
    await expect.poll(() => isGone(child), { timeout: 5_000 }).toBe(true);
  });

  it('is killed when the turn is stopped [SDK-19.timeout]', async () => {
    const stop = new AbortController();
    const { runner, told } = made({
      commands: [{ command: 'echo $$ > stopped; sleep 300' }],
    });
    const answer = runner.run('PreToolUse', {}, { matchValue: '', signal: stop.signal });
    const pid = await pidIn(join(root, 'stopped'));
    stop.abort(new Error('stopped'));
    await expect(answer).rejects.toThrow('stopped');
    expect(outcomes(told)).toEqual(['cancelled']);
    await expect.poll(() => isGone(pid), { timeout: 5_000 }).toBe(true);
  });
});

async function pidIn(path: string): Promise<number> {
  await expect
    .poll(
      () =>
        readFile(path, 'utf8').then(
          (text) => text.endsWith('\n'),
          () => false,
        ),
      {
        timeout: 5_000,
      },
    )
    .toBe(true);
  await access(path);
  return Number(await readFile(path, 'utf8'));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
