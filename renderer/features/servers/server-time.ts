import { formatDuration, formatWhen } from '../../lib/format.ts';
import { text } from '../../../shared/texts/catalogue.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The age of an exchange: to the second within the first minute, since it shows that a server lives. Epoch ms. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  return age >= SECOND && age < MINUTE
    ? text.servers.time.seconds(Math.floor(age / SECOND))
    : formatWhen(at, now);
}

/** How long a state lasts, in one or two units: "40 s", "12 min", "2 h 10 min", "3 days". Milliseconds. */
export function formatSpan(milliseconds: number): string {
  const words = text.servers.time;
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return words.seconds(Math.floor(span / SECOND));
  if (span < HOUR) return words.minutes(Math.floor(span / MINUTE));
  if (span >= 2 * DAY) return words.days(Math.floor(span / DAY));
  const hours = Math.floor(span / HOUR);
  const minutes = Math.floor((span % HOUR) / MINUTE);
  return minutes === 0 ? words.hours(hours) : words.hoursMinutes(hours, minutes);
}

/** How long an exchange took: milliseconds while seconds would say 0.0. */
export function formatTook(milliseconds: number): string {
  return milliseconds < 100
    ? text.servers.time.milliseconds(Math.round(milliseconds))
    : formatDuration(milliseconds);
}
