import { describe, expect, it } from 'vitest';
import { redact } from '../lib/redact.ts';
import { Notices } from './notices.ts';

const clock = { now: () => 7, after: () => () => undefined };

describe('notices', () => {
  it('are told once, without secrets, until dismissed [SE-51.notices]', () => {
    const notices = new Notices(clock, redact);
    const heard: number[] = [];
    notices.onChange((list) => heard.push(list.length));
    notices.add('main-error', 'Authorization: Bearer c4n4ry-abcdefgh');
    notices.add('main-error', 'Authorization: Bearer c4n4ry-abcdefgh');
    notices.add('settings-corrupt', 'x');
    expect(JSON.stringify(notices.list())).not.toContain('c4n4ry');
    expect(notices.list().map((notice) => notice.kind)).toEqual(['main-error', 'settings-corrupt']);
    notices.dismiss(notices.list()[0]?.id ?? '');
    notices.dismiss('unknown');
    expect(heard).toEqual([1, 2, 1]);
  });

  it('do not pile up', () => {
    const notices = new Notices(clock, redact);
    for (let index = 0; index < 60; index += 1) notices.add('main-error', String(index));
    expect(notices.list()).toHaveLength(50);
    expect(notices.list().at(-1)?.details).toBe('59');
  });
});
