import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grant } from '../../storage/grant-store.ts';
import type { CallFacts } from './decide-permission.ts';
import { decidePermission } from './decide-permission.ts';

const server = fc.constantFrom('a', 'a_', 'a__b');
const tool = fc.constantFrom('_b', 'b', '__proto__', 'toString');
const session = fc.constantFrom('s1', 's2');
const hash = fc.constantFrom('h1', 'h2');
const trust = fc.constantFrom('t1', 't2');
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const hint = maybe(fc.boolean());

const base = {
  id: fc.uuid(),
  behavior: fc.constantFrom('allow' as const, 'deny' as const),
  serverId: server,
  serverName: fc.constant('S'),
  trustedHash: trust,
  origin: fc.constant({ kind: 'tools-table' as const }),
  createdAt: fc.constant(0),
  uses: fc.constant(0),
};
const toolCover = fc.record({ kind: fc.constant('tool' as const), tool, definitionHash: hash });
const argumentCover = fc.record({
  kind: fc.constant('arguments' as const),
  tool,
  definitionHash: hash,
  argumentsHash: fc.constantFrom('x1', 'x2'),
  preview: fc.constant(''),
});
const serverCover = fc.record({
  kind: fc.constant('server' as const),
  definitions: fc.array(fc.tuple(tool, hash)).map((pairs) => new Map(pairs)),
});
const grant: fc.Arbitrary<Grant> = fc.oneof(
  fc.record({
    ...base,
    scope: fc.constant('always' as const),
    covers: fc.oneof(toolCover, argumentCover),
  }),
  fc.record({
    ...base,
    scope: fc.constant('session' as const),
    sessionId: session,
    covers: fc.oneof(toolCover, argumentCover, serverCover),
  }),
);
const facts: fc.Arbitrary<CallFacts> = fc.record({
  serverId: server,
  tool,
  sessionId: session,
  argumentsHash: fc.constantFrom('x1', 'x2'),
  isTurnedOff: fc.boolean(),
  definitionHash: maybe(hash),
  pinnedHash: maybe(hash),
  trustedHash: maybe(trust),
  hints: fc.record({ readOnly: hint, destructive: hint, openWorld: hint }),
  trustsHints: fc.boolean(),
  grants: fc.array(grant, { maxLength: 6 }),
});

/** Every fact that speaks for a call. */
const easy: CallFacts = {
  serverId: 'a',
  tool: 'b',
  sessionId: 's1',
  argumentsHash: 'x1',
  isTurnedOff: false,
  definitionHash: 'h1',
  pinnedHash: 'h1',
  trustedHash: 't1',
  hints: {},
  trustsHints: false,
  grants: [],
};
const id = (n: number) => `33333333-3333-4333-8333-00000000000${String(n)}`;
function given(n: number, part: Partial<Grant> = {}): Grant {
  return {
    id: id(n),
    behavior: 'allow',
    scope: 'always',
    serverId: 'a',
    serverName: 'A',
    trustedHash: 't1',
    covers: { kind: 'tool', tool: 'b', definitionHash: 'h1' },
    origin: { kind: 'tools-table' },
    createdAt: 0,
    uses: 0,
    ...part,
  } as Grant;
}
const wholeServer = given(2, {
  scope: 'session',
  sessionId: 's1',
  covers: { kind: 'server', definitions: new Map([['b', 'h1']]) },
});
const byTool = { behavior: 'allow', why: 'grant', grantId: id(1) };
const byServer = { behavior: 'allow', why: 'grant', grantId: id(2) };
const ask = (why: string) => ({ behavior: 'ask', why });
const readOnly = { readOnly: true };

describe('the decision about a call', () => {
  it.each<[string, Partial<CallFacts>, object]>([
    ['asks when nothing is said', {}, ask('nothing-allows')],
    ['lets a granted tool through', { grants: [given(1)] }, byTool],
    [
      'denies a tool that is off, granted or not',
      { isTurnedOff: true, grants: [given(1)] },
      { behavior: 'deny', why: 'turned-off' },
    ],
    [
      'denies by a rule before any grant',
      { grants: [given(1), given(3, { behavior: 'deny' })] },
      { behavior: 'deny', why: 'rule', grantId: id(3) },
    ],
    [
      'denies by a rule whatever the tool became',
      { definitionHash: 'h2', trustedHash: 't2', grants: [given(3, { behavior: 'deny' })] },
      { behavior: 'deny', why: 'rule', grantId: id(3) },
    ],
    ['asks for a tool that changed', { definitionHash: 'h2', grants: [given(1)] }, ask('changed')],
    [
      'asks for a tool that is not listed',
      { definitionHash: undefined, grants: [given(1)] },
      ask('unknown-definition'),
    ],
    [
      'asks when another server definition is trusted',
      { trustedHash: 't2', grants: [given(1)] },
      ask('nothing-allows'),
    ],
    ['asks for another tool', { tool: 'c', grants: [given(1)] }, ask('nothing-allows')],
    ['asks on another server', { serverId: 'a_', grants: [given(1)] }, ask('nothing-allows')],
    [
      'takes exactly the arguments',
      {
        grants: [
          given(1, {
            covers: {
              kind: 'arguments',
              tool: 'b',
              definitionHash: 'h1',
              argumentsHash: 'x1',
              preview: '',
            },
          }),
        ],
      },
      byTool,
    ],
    [
      'asks for other arguments',
      {
        argumentsHash: 'x2',
        grants: [
          given(1, {
            covers: {
              kind: 'arguments',
              tool: 'b',
              definitionHash: 'h1',
              argumentsHash: 'x1',
              preview: '',
            },
          }),
        ],
      },
      ask('nothing-allows'),
    ],
    ['lets a whole server through in its session', { grants: [wholeServer] }, byServer],
    [
      'asks for a whole server in another session',
      { sessionId: 's2', grants: [wholeServer] },
      ask('nothing-allows'),
    ],
    [
      'asks for a tool that the server did not have then',
      { tool: 'new', pinnedHash: undefined, grants: [wholeServer] },
      ask('nothing-allows'),
    ],
    [
      'asks for a destructive tool of an allowed server',
      { hints: { destructive: true }, grants: [wholeServer] },
      ask('destructive'),
    ],
    [
      'asks for one that contradicts itself',
      { hints: { destructive: true, readOnly: true }, grants: [wholeServer] },
      ask('contradiction'),
    ],
    [
      'lets a destructive tool through that was allowed by itself',
      { hints: { destructive: true }, grants: [wholeServer, given(1)] },
      byTool,
    ],
    [
      'asks for a read-only tool whose hints are not trusted',
      { hints: readOnly },
      ask('nothing-allows'),
    ],
    [
      'lets a read-only tool through whose hints are trusted',
      { hints: readOnly, trustsHints: true },
      { behavior: 'allow', why: 'trusted-hints' },
    ],
    ['asks for a trusted tool that declares nothing', { trustsHints: true }, ask('nothing-allows')],
    [
      'asks for a trusted tool that contradicts itself',
      { hints: { readOnly: true, destructive: true }, trustsHints: true },
      ask('nothing-allows'),
    ],
    [
      'asks for a trusted tool that changed',
      { hints: readOnly, trustsHints: true, definitionHash: 'h2' },
      ask('changed'),
    ],
  ])('%s [UI-34.decision, SE-43]', (_what, part, expected) => {
    expect(decidePermission({ ...easy, ...part })).toEqual(expected);
  });

  it('never removes a question by hints that are not trusted [SE-43, UI-35.risk, RE-51]', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const untrusted = { ...given, trustsHints: false };
        const withHints = decidePermission(untrusted);
        const without = decidePermission({ ...untrusted, hints: {} });
        if (withHints.behavior === 'allow') expect(without).toEqual(withHints);
        if (without.behavior === 'deny') expect(withHints).toEqual(without);
      }),
    );
  });

  it('never lets a changed or unlisted tool through, and never weakens a denial [UI-42.pin, RE-51]', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { behavior } = decidePermission(given);
        const isSame = given.pinnedHash === undefined || given.pinnedHash === given.definitionHash;
        if (given.definitionHash === undefined || !isSame) expect(behavior).not.toBe('allow');
        if (given.isTurnedOff) expect(behavior).toBe('deny');
      }),
    );
  });

  it('takes grants of the very server, tool and session alone [SE-40, RE-51]', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const own = given.grants.filter(
          (one) =>
            one.serverId === given.serverId &&
            (one.scope === 'always' || one.sessionId === given.sessionId) &&
            (one.covers.kind === 'server' || one.covers.tool === given.tool),
        );
        expect(decidePermission({ ...given, grants: own })).toEqual(decidePermission(given));
        const trusted = own.filter(
          (one) => one.behavior === 'deny' || one.trustedHash === given.trustedHash,
        );
        expect(decidePermission({ ...given, grants: trusted })).toEqual(decidePermission(given));
      }),
    );
  });
});
