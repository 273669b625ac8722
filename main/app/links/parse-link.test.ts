import { describe, expect, it } from 'vitest';
import { linksIn, parseLink } from './parse-link.ts';

const callback = 'parley://oauth/callback?code=1&state=a%20b';

describe('the arguments of a program', () => {
  it.each<[string, string[]]>([
    ['last, after the switches of the browser', ['/opt/parley', '--no-sandbox', '.', callback]],
    ['last, after two dashes', ['/opt/parley', '--secure-schemes=app', '--', callback]],
    ['first', [callback, '/opt/parley', '--no-sandbox']],
    ['between switches', ['/opt/parley', callback, '--allow-file-access-from-files']],
  ])('hold a link that stands %s [UI-60.argv]', (_where, argv) => {
    expect(linksIn(argv)).toEqual([{ kind: 'sign-in', url: callback }]);
  });

  it.each<[string, string[]]>([
    ['nothing', []],
    ['no address', ['/opt/parley', '--no-sandbox', '/work/project']],
    ['an address inside a switch', ['/opt/parley', `--open=${callback}`]],
    ['an address of another scheme', ['/opt/parley', 'https://oauth/callback?code=1']],
    ['an unknown host', ['/opt/parley', 'parley://settings/wipe']],
    ['an unknown path', ['/opt/parley', 'parley://oauth/other?code=1']],
    ['a name of every object', ['/opt/parley', 'parley://constructor']],
    ['a user before the host', ['/opt/parley', 'parley://me@oauth/callback?code=1']],
    ['a port', ['/opt/parley', 'parley://oauth:80/callback?code=1']],
    ['no slashes', ['/opt/parley', 'parley:oauth/callback?code=1']],
  ])('hold no link with %s [UI-60.argv]', (_what, argv) => {
    expect(linksIn(argv)).toEqual([]);
  });
});

describe('a link', () => {
  it('arrives byte for byte, whatever is in its query [UI-60.argv]', () => {
    const url = 'parley://mcp/install?name=x&config=eyJhIjoiYiJ9%20%26';
    expect(parseLink(url)).toEqual({ kind: 'install', url });
  });

  it('is not read when it is endless [UI-60.argv]', () => {
    expect(parseLink(`parley://mcp/install?config=${'a'.repeat(70_000)}`)).toBeUndefined();
  });
});
