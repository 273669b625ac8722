import { describe, expect, it } from 'vitest';
import { fromRfc3339, toRfc3339, zoneWords } from './zoned-time.ts';

describe('a time with its zone', () => {
  it.each([
    ['2026-06-22', '09:00', 'Europe/Zurich', '2026-06-22T09:00:00+02:00'],
    ['2026-12-22', '09:00', 'Europe/Zurich', '2026-12-22T09:00:00+01:00'],
    ['2026-06-22', '09:00:30', 'UTC', '2026-06-22T09:00:30Z'],
    ['2026-06-22', '09:00', 'Asia/Kathmandu', '2026-06-22T09:00:00+05:45'],
    ['2026-06-22', '09:00', '-03:30', '2026-06-22T09:00:00-03:30'],
    // The hour that a clock change leaves out, and the one that comes twice.
    ['2026-03-29', '03:30', 'Europe/Zurich', '2026-03-29T03:30:00+02:00'],
    ['2026-10-25', '04:00', 'Europe/Zurich', '2026-10-25T04:00:00+01:00'],
  ])('%s %s in %s is %s [UI-40.date-time]', (date, time, zone, written) => {
    expect(toRfc3339({ date, time, zone })).toBe(written);
  });

  it.each([
    ['', '09:00'],
    ['2026-06-22', ''],
    ['2026-02-31', '09:00'],
    ['12026-02-01', '09:00'],
  ])('%j %j is not whole yet', (date, time) => {
    const written = toRfc3339({ date, time, zone: 'UTC' });
    expect(written === undefined || Number.isNaN(Date.parse(written))).toBe(date !== '2026-02-31');
  });

  it.each([
    ['2026-06-22T09:00:00+02:00', { date: '2026-06-22', time: '09:00', zone: 'Europe/Zurich' }],
    ['2026-06-22T09:00:00+05:00', { date: '2026-06-22', time: '09:00', zone: '+05:00' }],
    ['2026-06-22T09:00:05.5Z', { date: '2026-06-22', time: '09:00:05', zone: 'UTC' }],
    ['tomorrow', undefined],
  ])('%s of a server is shown as %j', (text, wall) => {
    expect(fromRfc3339(text, 'Europe/Zurich')).toEqual(wall);
  });

  it('names a zone by its place and its offset on that day [UI-40.date-time]', () => {
    const day = { date: '2026-06-22', time: '09:00', zone: '' };
    expect(zoneWords('Europe/Zurich', day)).toEqual({ place: 'Zurich', offset: 'UTC+2' });
    expect(zoneWords('Asia/Kathmandu', day)).toEqual({ place: 'Kathmandu', offset: 'UTC+5:45' });
    expect(zoneWords('America/Argentina/San_Juan', day)).toEqual({
      place: 'San Juan, Argentina',
      offset: 'UTC−3',
    });
    expect(zoneWords('-03:30', day)).toEqual({ place: '', offset: 'UTC−3:30' });
  });
});
