import { describe, expect, it } from 'vitest';
import { expandTemplate, templateVariables } from './uri-template.ts';

const values = { topic: 'a b/ü', id: '7', path: '/x/y z', empty: '' };

describe('a template of addresses', () => {
  it.each([
    ['note://{topic}/{id}', 'note://a%20b%2F%C3%BC/7', ['topic', 'id']],
    ['file://{+path}', 'file:///x/y%20z', ['path']],
    ['db://t{/topic,id}', 'db://t/a%20b%2F%C3%BC/7', ['topic', 'id']],
    ['q:{?id,missing,topic}', 'q:?id=7&topic=a%20b%2F%C3%BC', ['id', 'missing', 'topic']],
    ['q:?a=1{&id}', 'q:?a=1&id=7', ['id']],
    ['doc{#id}', 'doc#7', ['id']],
    ['x{.id}', 'x.7', ['id']],
    ['x{;id}', 'x;id=7', ['id']],
    ['{topic:1}', 'a', ['topic']],
    ['{id}{id*}', '77', ['id']],
    ['nothing {', 'nothing {', []],
    ['{missing}{empty}{__proto__}', '', ['missing', 'empty', '__proto__']],
  ])('%s is %s [UI-38.resources]', (template, address, variables) => {
    expect(expandTemplate(template, values)).toBe(address);
    expect(templateVariables(template)).toEqual(variables);
  });
});
