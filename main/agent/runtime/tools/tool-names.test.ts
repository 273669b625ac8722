import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legalName, modelNames } from './tool-names.ts';
import { findMatch } from './tool-patterns.ts';

const legal = /^[A-Za-z0-9_-]{1,64}$/;

describe('modelNames', () => {
  it('gives every tool a legal name of its own, the same in every session [RT-28]', () => {
    const address = fc.record({
      serverName: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
      toolName: fc.string({ unit: 'binary', minLength: 1, maxLength: 90 }),
    });
    const addresses = fc.uniqueArray(address, {
      selector: (one) => `${one.serverName}\0${one.toolName}`,
      maxLength: 20,
    });
    fc.assert(
      fc.property(addresses, (tools) => {
        const names = modelNames(tools);
        expect(new Set(names.values()).size).toBe(tools.length);
        for (const name of names.values()) expect(name).toMatch(legal);
        expect([...modelNames(tools).values()]).toEqual([...names.values()]);
      }),
    );
  });

  it('keeps a full name that fits and parts two that would be equal [RT-28.equal]', () => {
    const tools = [
      { serverName: 'a', toolName: 'b' },
      { serverName: 'x__y', toolName: 'z' },
      { serverName: 'x', toolName: 'y__z' },
    ];
    const names = [...modelNames(tools).values()];
    expect(names[0]).toBe('mcp__a__b');
    expect(names[1]).not.toBe(names[2]);
  });

  it.each([
    ['a long server and a long tool', 's'.repeat(40), 't'.repeat(60)],
    [
      'a gateway that puts prefixes before prefixes',
      'mcp-router',
      `mcp__mcp-router__${'n'.repeat(50)}`,
    ],
    ['a server of other letters alone', '数据库', 'query'],
  ])(
    'shortens %s to a name that is the same at each start [RT-28]',
    (_what, serverName, toolName) => {
      const [name] = modelNames([{ serverName, toolName }]).values();
      const [again] = modelNames([{ serverName, toolName }]).values();
      expect(name).toMatch(legal);
      expect(again).toBe(name);
    },
  );

  it('tells “a” with “_b” from “a_” with “b”, and two servers of other letters [RT-28.equal]', () => {
    const names = modelNames([
      { serverName: 'a', toolName: '_b' },
      { serverName: 'a_', toolName: 'b' },
      { serverName: '数据库', toolName: 'query' },
      { serverName: '知识库', toolName: 'query' },
    ]);
    expect(new Set(names.values()).size).toBe(4);
  });

  it('makes the name of a tool that is gone fit for a provider', () => {
    expect(legalName('Read')).toBe('Read');
    expect(legalName(`mcp__${'long'.repeat(30)}`)).toMatch(legal);
  });
});

describe('patterns of tools', () => {
  const tool = { serverName: 'files', toolName: 'read' };
  it.each([
    ['mcp__files__read', true],
    ['mcp__files', true],
    ['mcp__files__*', true],
    ['mcp__file', false],
    ['mcp__files__re', false],
    ['mcp__files__r*', false],
    ['*', false],
    ['read', false],
  ])('%s names the tool: %s [SDK-13.patterns]', (pattern, matches) => {
    expect(findMatch([pattern], tool)).toBe(matches ? pattern : undefined);
  });
});
