import { text } from '../../shared/texts/catalogue.ts';
import { once } from './once.ts';

const formats = once(() => {
  const { locale, dateLocale } = text.app;
  const dayAndMonth = { day: 'numeric', month: 'short' } as const;
  return {
    clock: new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'short' }),
    dayAndMonth: new Intl.DateTimeFormat(dateLocale, dayAndMonth),
    withYear: new Intl.DateTimeFormat(dateLocale, { ...dayAndMonth, year: 'numeric' }),
  };
});
const DAY = 86_400_000;

/** How long something took: `12 ms`, `0.3 s`, `60.0 s`, `4:05`. Milliseconds. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `${String(Math.round(milliseconds))} ms`;
  return milliseconds < 100_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : formatElapsed(milliseconds);
}

/** A running clock: `0:24`, `3:12`, `1:02:03`. Milliseconds. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${String(hours)}:${two(minutes)}:${two(seconds % 60)}`
    : `${String(minutes)}:${two(seconds % 60)}`;
}

/** When something was: minutes within the hour, the clock today, then the day. Epoch ms. */
export function formatWhen(at: number, now: number): string {
  const { clock, weekday, dayAndMonth, withYear } = formats();
  const ago = now - at;
  if (ago < 60_000) return text.app.justNow;
  if (ago < 3_600_000) return text.app.minutesAgo(Math.floor(ago / 60_000));
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  // Rounded: a day of a clock change has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return clock.format(at);
  if (days === 1) return text.app.yesterday;
  if (days < 7) return weekday.format(at);
  return new Date(at).getFullYear() === new Date(now).getFullYear()
    ? dayAndMonth.format(at)
    : withYear.format(at);
}
