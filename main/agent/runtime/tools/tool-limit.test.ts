import { describe, expect, it } from 'vitest';
import { withinLimit } from './tool-limit.ts';

const of = (serverName: string | undefined, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: `${serverName ?? 'own'} ${String(n)}`,
    serverName,
    toolName: String(n),
    n,
  }));
const sentOf = (sent: readonly { serverName: string | undefined; n: number }[], name?: string) =>
  sent.filter(({ serverName }) => serverName === name).map(({ n }) => n);
const first = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('more tools than a provider takes', () => {
  it('are the own ones, all of a small server, and the first of each large one [RT-28.limit]', () => {
    const tools = [
      ...of('huge', 300),
      ...of('small', 3),
      ...of('large', 200),
      ...of(undefined, 25),
    ];
    const { sent, over } = withinLimit('openai-compatible', tools);
    expect(sent).toHaveLength(128);
    expect(sentOf(sent)).toEqual(first(25));
    expect(sentOf(sent, 'small')).toEqual(first(3));
    expect(sentOf(sent, 'huge')).toEqual(first(50));
    expect(sentOf(sent, 'large')).toEqual(first(50));
    expect(over).toHaveLength(400);
    expect(over.find(({ name }) => name === 'huge 50')?.reason).toBe(
      'This provider takes at most 128 tools in a request, and there are 528, 300 of them of "huge". Servers share the room evenly, each with the first tools of its list. Turn off tools of "huge" that are not needed, and this one takes their place.',
    );
  });

  it('are all sent up to the limit, and where there is none [RT-28.limit]', () => {
    expect(withinLimit('openai-compatible', of('huge', 128)).over).toEqual([]);
    expect(withinLimit('anthropic', of('huge', 300))).toMatchObject({ over: [] });
  });
});
