import { text } from '../../shared/texts/catalogue.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** How long ago, for meta in rows: "12 s", "3 min" under an hour, then the clock, the weekday, the date. Epoch ms. */
export function formatAgo(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < SECOND) return text.time.now;
  if (age < MINUTE) return text.time.seconds(Math.floor(age / SECOND));
  if (age < HOUR) return text.time.minutes(Math.floor(age / MINUTE));
  return formatMoment(at, now);
}

/** A moment: the clock today, "Yest.", the weekday within a week, then the date. Epoch ms. */
export function formatMoment(at: number, now: number): string {
  // Rounded: a day of a clock change has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return text.time.clock(at);
  if (days === 1) return text.time.yesterday;
  if (days < 7) return text.time.weekday(at);
  return new Date(at).getFullYear() === new Date(now).getFullYear()
    ? text.time.day(at)
    : text.time.dayOfYear(at);
}

/** A running clock: "0:14", "1:02:09". Milliseconds. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${String(minutes)}:${two(seconds % 60)}`
    : `${String(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A duration in words of one or two units: "40 ms", "0.3 s", "12 s", "2 h 10 min", "3 days". Milliseconds. */
export function formatDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < 100) return text.time.milliseconds(Math.round(span));
  if (span < 10 * SECOND) return text.time.tenths(span / SECOND);
  if (span < MINUTE) return text.time.seconds(Math.floor(span / SECOND));
  if (span < HOUR) return text.time.minutes(Math.floor(span / MINUTE));
  if (span >= 2 * DAY) return text.time.days(Math.floor(span / DAY));
  const minutes = Math.floor((span % HOUR) / MINUTE);
  const hours = Math.floor(span / HOUR);
  return minutes === 0 ? text.time.hours(hours) : text.time.hoursMinutes(hours, minutes);
}
