const FIXED = /^[+-]\d{2}:\d{2}$/;
const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** A date and a time on the wall, and the zone whose wall it is: a name such as Europe/Zurich, or a fixed offset such as +02:00. */
export interface WallTime {
  readonly date: string;
  readonly time: string;
  readonly zone: string;
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})/.exec(offset) ?? [];
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -total : total;
}

/** Making one costs more than all that it then does. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, made);
  return made;
}

/** Offset of a zone at an instant, in minutes east of UTC. */
function offsetAt(zone: string, instant: number): number {
  if (FIXED.test(zone)) return minutesOf(zone);
  const parts = formatterOf(zone).formatToParts(instant);
  return minutesOf(parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3) ?? '');
}

function instantOf({ date, time, zone }: WallTime): number {
  const wall = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wall)) return Number.NaN;
  // The offset counts at the instant that is looked for: the second guess is right, clock changes apart.
  const guess = wall - offsetAt(zone, wall) * 60_000;
  return wall - offsetAt(zone, guess) * 60_000;
}

function written(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The RFC 3339 text of a time on the wall; undefined while something is missing. */
export function toRfc3339(wall: WallTime): string | undefined {
  const { date, time, zone } = wall;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return undefined;
  const instant = instantOf(wall);
  if (Number.isNaN(instant)) return undefined;
  const offset = zone === 'UTC' ? 'Z' : written(offsetAt(zone, instant));
  return `${date}T${time.length === 5 ? `${time}:00` : time}${offset}`;
}

/** The time on the wall that an RFC 3339 text shows, in the person's zone where that had this offset then. */
export function fromRfc3339(text: string, ownZone: string): WallTime | undefined {
  const [, date, time, seconds = ':00', offset] = RFC_3339.exec(text) ?? [];
  const instant = Date.parse(text);
  if (date === undefined || time === undefined || Number.isNaN(instant)) return undefined;
  const isUtc = offset?.toUpperCase() === 'Z';
  const isOwn = offsetAt(ownZone, instant) === (isUtc ? 0 : minutesOf(offset ?? ''));
  const zone = isOwn ? ownZone : isUtc ? 'UTC' : (offset ?? 'UTC');
  return { date, time: seconds === ':00' ? time : `${time}${seconds}`, zone };
}

/** The zone of this computer. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

let known: readonly string[] | undefined;

/** All zones that can be chosen. */
export function allZones(): readonly string[] {
  known ??= [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
  return known;
}

/** A zone as people call it: its place, and its offset at that time, such as "Zurich" and "UTC+2". */
export function zoneWords(
  zone: string,
  wall: WallTime,
): { readonly place: string; readonly offset: string } {
  const instant = instantOf({ ...wall, zone });
  const minutes = offsetAt(zone, Number.isNaN(instant) ? Date.now() : instant);
  const size = Math.abs(minutes);
  const hours = `${minutes < 0 ? '−' : '+'}${String(Math.floor(size / 60))}`;
  const offset =
    minutes === 0
      ? 'UTC'
      : `UTC${hours}${size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`}`;
  const place = zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ');
  return { place: FIXED.test(zone) ? '' : place || zone, offset };
}
