import { expect, it } from 'vitest';
import { isResourceOf } from './discovery.ts';

it.each([
  ['https://one.example/mcp', 'https://one.example', true],
  ['https://one.example/mcp#part', 'https://one.example/mcp', true],
  ['https://one.example/mcp?tenant=a', 'https://one.example/mcp', true],
  ['https://one.example/mcp?tenant=a', 'https://one.example/mcp?tenant=a', true],
  ['https://one.example/mcp?tenant=b', 'https://one.example/mcp?tenant=a', false],
  ['https://one.example/mcp', 'https://one.example/mcp?tenant=a', false],
  ['https://one.example/mcp', 'https://one.example/other', false],
  ['https://one.example/mcp', 'https://two.example/mcp', false],
  ['https://one.example/mcp', 'no address', false],
])('%s may have a token of %s: %s [OA-5.resource]', (serverUrl, resource, isIts) => {
  expect(isResourceOf(serverUrl, resource)).toBe(isIts);
});
