/** Makes a missing case of a union a compile error; at run time it throws with the unexpected value. */
export function assertNever(value: never, what = 'value'): never {
  throw new Error(`Unexpected ${what}: ${JSON.stringify(value)}`);
}
