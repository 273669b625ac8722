import { UsageError } from './command-errors.ts';

const LEAST = 4;

/** The one whose id is this, or begins with it where no other does. Throws `UsageError`. */
export function sessionNamed<T>(
  sessions: readonly T[],
  idOf: (session: T) => string,
  start: string,
): T {
  const small = start.toLowerCase();
  const found = small.length < LEAST ? [] : sessions.filter((one) => idOf(one).startsWith(small));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  throw new UsageError(
    first === undefined
      ? `There is no session ${start}. See parley sessions list --archived.`
      : `Several sessions begin with ${start}. Give more of the id.`,
  );
}
