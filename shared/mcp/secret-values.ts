import { variablesIn } from './variables.ts';

const secretName =
  /(token|secret|passw(or)?d|passphrase|api[-_]?key|apikey|authorization|credential|cookie|private[-_]?key|access[-_]?key|(^|[-_])(pat|auth|key|dsn)$)/i;
/** Names that sound like one and are not. */
const plainName =
  /(max[-_]?tokens|token[-_]?(limit|count|budget)|(_|-)(file|path|url|uri|endpoint|id|name|dir)$)/i;
const secretValue =
  /^(?:bearer|basic|token)\s+\S{6,}$|^(?:sk|pk|rk)[-_][\w-]{12,}$|^gh[pousr]_\w{16,}$|^github_pat_\w{16,}$|^glpat-[\w-]{12,}$|^xox[abeprs]-[\w-]{8,}$|^AKIA[0-9A-Z]{12,}$|^AIza[\w-]{24,}$|^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$|^[a-z]+:\/\/[^/\s:@]+:[^/\s@]+@/i;

function looksRandom(value: string): boolean {
  return /^[A-Za-z0-9+/=_-]{32,}$/.test(value) && /\d/.test(value) && /[A-Za-z]{2}/.test(value);
}

/** True when a value of the environment or of a header should not lie about in plain text. */
export function looksLikeSecret(name: string, value: string): boolean {
  if (value.trim().length < 4 || variablesIn(value).length > 0) return false;
  if (secretValue.test(value)) return true;
  if (plainName.test(name)) return false;
  if (/^(true|false|yes|no|none|null|\d{1,5})$/i.test(value)) return false;
  return secretName.test(name) || looksRandom(value);
}

/** True for a text that has the form of a known kind of token, whatever its name. */
export function isSecretToken(text: string): boolean {
  return secretValue.test(text) && variablesIn(text).length === 0;
}
