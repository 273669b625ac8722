import { isJsonObject } from '../../../../shared/lib/json.ts';
import { looksLikeSecret } from '../../../../shared/mcp/secret-values.ts';

/** What stands in place of a value that looks like a secret. Left as it is, the stored value stays. */
export const MASK = '••••••••';

/** A value with what looks like a secret masked, however deep. */
export function maskValues(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return looksLikeSecret(name, value) ? MASK : value;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => {
      const flag: unknown = value[index - 1];
      const before = typeof flag === 'string' ? /^--?([\w-]+)$/.exec(flag)?.[1] : undefined;
      return maskValues(item, before ?? '');
    });
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, maskValues(item, key)]),
  );
}

/** A mask without a stored value: its place, as keys and positions. */
export type LostMask = readonly (string | number)[];

/** Puts the stored values back where their masks stand. Masks elsewhere are told in `lost`. */
export function unmaskValues(
  edited: unknown,
  stored: unknown,
  lost: LostMask[],
  path: LostMask = [],
): unknown {
  if (typeof edited === 'string') {
    if (!edited.includes(MASK)) return edited;
    if (edited === MASK && typeof stored === 'string') return stored;
    lost.push(path);
    return edited;
  }
  if (Array.isArray(edited)) {
    const old: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return edited.map((item, index) => unmaskValues(item, old[index], lost, [...path, index]));
  }
  if (!isJsonObject(edited)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, item]) => {
      const old = isJsonObject(stored) && Object.hasOwn(stored, key) ? stored[key] : undefined;
      return [key, unmaskValues(item, old, lost, [...path, key])];
    }),
  );
}
