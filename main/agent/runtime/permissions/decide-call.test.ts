import { describe, expect, it } from 'vitest';
import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import type { CallJudgement, ModeVerdict } from './call-judge.ts';
import { decideCall } from './decide-call.ts';
import type { CallAuthorities, HookVerdict, PersonVerdict } from './decide-call.ts';

/** One case: who says what. What is not named says nothing. */
interface Case {
  readonly title: string;
  readonly given: {
    readonly available?: boolean;
    readonly denyRule?: string;
    readonly askRule?: string;
    readonly mode?: PermissionMode;
    readonly allowRule?: string;
    readonly readOnlyBuiltIn?: boolean;
    readonly protectedReason?: string;
    readonly modeVerdict?: ModeVerdict;
    readonly pre?: HookVerdict;
    readonly request?: HookVerdict;
    readonly person?: PersonVerdict;
  };
  readonly outcome: 'allow' | 'deny';
  /** Who was asked, in order. */
  readonly asked?: readonly string[];
  readonly reason?: RegExp;
}

const yes: PersonVerdict = { behavior: 'allow' };
const cases: Case[] = [
  {
    title: 'an unavailable tool, whatever else',
    given: { available: false, allowRule: 'r', mode: 'bypassPermissions' },
    outcome: 'deny',
    asked: [],
    reason: /not available/,
  },
  {
    title: 'deny rule before an allowing hook',
    given: { denyRule: 'mcp__s', pre: { behavior: 'allow' } },
    outcome: 'deny',
    asked: [],
    reason: /"mcp__s"/,
  },
  {
    title: 'deny rule before bypass',
    given: { denyRule: 'r', mode: 'bypassPermissions' },
    outcome: 'deny',
    asked: [],
  },
  {
    title: 'deny rule before allow rule',
    given: { denyRule: 'r', allowRule: 'r' },
    outcome: 'deny',
    asked: [],
  },
  {
    title: 'ask rule before allow rule',
    given: { askRule: 'r', allowRule: 'r', person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'ask rule before bypass',
    given: { askRule: 'r', mode: 'bypassPermissions', person: { behavior: 'deny' } },
    outcome: 'deny',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'ask rule before an allowing hook',
    given: { askRule: 'r', pre: { behavior: 'allow' }, person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'a denying hook under an ask rule',
    given: { askRule: 'r', pre: { behavior: 'deny', reason: 'not now' } },
    outcome: 'deny',
    asked: ['pre'],
    reason: /not now/,
  },
  {
    title: 'a denying hook before bypass',
    given: { pre: { behavior: 'deny' }, mode: 'bypassPermissions' },
    outcome: 'deny',
    asked: ['pre'],
  },
  {
    title: 'an allowing hook',
    given: { pre: { behavior: 'allow' } },
    outcome: 'allow',
    asked: ['pre'],
  },
  {
    title: 'an allowing hook before plan mode',
    given: { pre: { behavior: 'allow' }, mode: 'plan' },
    outcome: 'allow',
    asked: ['pre'],
  },
  {
    title: 'an asking hook before allow rule',
    given: { pre: { behavior: 'ask' }, allowRule: 'r', person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  { title: 'bypass', given: { mode: 'bypassPermissions' }, outcome: 'allow', asked: ['pre'] },
  {
    title: 'plan mode before allow rule',
    given: { mode: 'plan', allowRule: 'r', person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'plan mode and a built-in that only reads',
    given: { mode: 'plan', readOnlyBuiltIn: true },
    outcome: 'allow',
    asked: ['pre'],
  },
  { title: 'allow rule', given: { allowRule: 'r' }, outcome: 'allow', asked: ['pre'] },
  {
    title: 'allow rule in dontAsk',
    given: { allowRule: 'r', mode: 'dontAsk' },
    outcome: 'allow',
    asked: ['pre'],
  },
  {
    title: 'a built-in that only reads',
    given: { readOnlyBuiltIn: true },
    outcome: 'allow',
    asked: ['pre'],
  },
  {
    title: 'a PermissionRequest hook that allows',
    given: { request: { behavior: 'allow' } },
    outcome: 'allow',
    asked: ['pre', 'request'],
  },
  {
    title: 'a PermissionRequest hook that denies',
    given: { request: { behavior: 'deny' }, person: yes },
    outcome: 'deny',
    asked: ['pre', 'request'],
  },
  {
    title: 'dontAsk instead of the person',
    given: { mode: 'dontAsk', person: yes },
    outcome: 'deny',
    asked: ['pre', 'request'],
    reason: /dontAsk/,
  },
  {
    title: 'the person allows',
    given: { person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'the person denies',
    given: { person: { behavior: 'deny', message: 'no!' } },
    outcome: 'deny',
    asked: ['pre', 'request', 'person'],
    reason: /no!/,
  },
  {
    title: 'acceptEdits is as default for a tool of a server',
    given: { mode: 'acceptEdits', person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'auto is as default for a tool of a server',
    given: { mode: 'auto', person: yes },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'what is protected, in bypass, without anybody to ask',
    given: { protectedReason: 'It is protected.', mode: 'bypassPermissions' },
    outcome: 'deny',
    asked: ['pre', 'request'],
    reason: /protected/,
  },
  {
    title: 'what is protected, whatever rule and hooks say: the person alone',
    given: {
      protectedReason: 'It is protected.',
      allowRule: 'r',
      pre: { behavior: 'allow' },
      request: { behavior: 'allow' },
      person: yes,
    },
    outcome: 'allow',
    asked: ['pre', 'request', 'person'],
  },
  {
    title: 'what the mode denies, before an allow rule',
    given: { modeVerdict: { behavior: 'deny', reason: 'Not while planning.' }, allowRule: 'r' },
    outcome: 'deny',
    asked: ['pre'],
    reason: /planning/,
  },
  {
    title: 'what the mode denies and a rule asks for: nobody is asked',
    given: {
      modeVerdict: { behavior: 'deny', reason: 'Not while planning.' },
      askRule: 'r',
      person: yes,
    },
    outcome: 'deny',
    asked: ['pre'],
    reason: /planning/,
  },
  {
    title: 'nobody to ask: default deny',
    given: {},
    outcome: 'deny',
    asked: ['pre', 'request'],
    reason: /Nobody can be asked/,
  },
];

const nothing: CallJudgement = {
  denyRule: undefined,
  askReason: undefined,
  protectedReason: undefined,
  mode: 'default',
  modeVerdict: undefined,
  allowRule: undefined,
  isReadOnlyBuiltIn: false,
  blockedPath: undefined,
};

/** What the modes say of a tool of a server. */
function verdictOf(mode: PermissionMode | undefined, isReading: boolean): ModeVerdict | undefined {
  if (mode === 'bypassPermissions') return { behavior: 'allow', reason: 'everything' };
  return mode === 'plan' && !isReading ? { behavior: 'ask', reason: 'plan' } : undefined;
}

function authorities(given: Case['given'], asked: string[]): CallAuthorities {
  const { pre, request, person, askRule, mode, readOnlyBuiltIn = false, available = true } = given;
  return {
    available,
    judge: async () => ({
      ...nothing,
      denyRule: given.denyRule,
      askReason: askRule,
      protectedReason: given.protectedReason,
      mode: mode ?? 'default',
      modeVerdict: given.modeVerdict ?? verdictOf(mode, readOnlyBuiltIn),
      allowRule: given.allowRule,
      isReadOnlyBuiltIn: readOnlyBuiltIn,
    }),
    preToolUse: async () => {
      asked.push('pre');
      return pre ?? {};
    },
    permissionRequest: async () => {
      asked.push('request');
      return request ?? {};
    },
    canUseTool: person
      ? async () => {
          asked.push('person');
          return person;
        }
      : undefined,
  };
}

describe('decideCall', () => {
  it.each(cases)('$outcome: $title [RT-22]', async ({ given, outcome, asked, reason }) => {
    const order: string[] = [];
    const decision = await decideCall(authorities(given, order), {});
    expect(decision.behavior).toBe(outcome);
    expect(order).toEqual(asked);
    if (reason) expect(decision.behavior === 'deny' && decision.reason).toMatch(reason);
  });

  it('hands the input that a hook or the person changed on to the next and to the call [RT-22.input]', async () => {
    const seen: unknown[] = [];
    const decision = await decideCall(
      {
        ...authorities({}, []),
        preToolUse: async (input) => ({ updatedInput: { ...input, pre: 1 } }),
        permissionRequest: async (input) => {
          seen.push(input);
          return { updatedInput: { ...input, request: 2 } };
        },
        canUseTool: async (input) => {
          seen.push(input);
          return { behavior: 'allow', updatedInput: { ...input, person: 3 } };
        },
      },
      { own: 0 },
    );
    expect(seen).toEqual([
      { own: 0, pre: 1 },
      { own: 0, pre: 1, request: 2 },
    ]);
    expect(decision).toEqual({
      behavior: 'allow',
      input: { own: 0, pre: 1, request: 2, person: 3 },
    });
  });

  it.each(['hook', 'request', 'person'])(
    'a deny rule holds for the input that the %s made [RT-22.input, SDK-14]',
    async (who) => {
      const change = { updatedInput: { path: 'forbidden' } };
      const decision = await decideCall(
        {
          available: true,
          judge: async (input) => ({
            ...nothing,
            denyRule: input['path'] === 'forbidden' ? 'Edit(forbidden)' : undefined,
          }),
          preToolUse: async () => (who === 'hook' ? { behavior: 'allow', ...change } : {}),
          permissionRequest: async () =>
            who === 'request' ? { behavior: 'allow', ...change } : {},
          canUseTool: async () => ({ behavior: 'allow', ...change }),
        },
        { path: 'free' },
      );
      expect(decision).toMatchObject({
        behavior: 'deny',
        reason: 'The rule "Edit(forbidden)" denies this tool.',
      });
    },
  );
});
