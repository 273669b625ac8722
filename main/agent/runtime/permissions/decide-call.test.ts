import { describe, expect, it } from 'vitest';
import { decideCall } from './decide-call.ts';
import type { CallAuthorities, HookVerdict, PersonVerdict } from './decide-call.ts';

/** One case: who says what. What is not named says nothing. */
interface Case {
  readonly title: string;
  readonly given: Partial<
    Pick<
      CallAuthorities,
      'available' | 'denyRule' | 'askRule' | 'mode' | 'allowRule' | 'readOnlyBuiltIn'
    >
  > & {
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
    title: 'nobody to ask: default deny',
    given: {},
    outcome: 'deny',
    asked: ['pre', 'request'],
    reason: /Nobody can be asked/,
  },
];

function authorities(given: Case['given'], asked: string[]): CallAuthorities {
  const { pre, request, person, ...facts } = given;
  return {
    available: true,
    denyRule: undefined,
    askRule: undefined,
    mode: 'default',
    allowRule: undefined,
    readOnlyBuiltIn: false,
    ...facts,
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
});
