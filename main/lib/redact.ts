/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

const secretName =
  '[\\w.-]*(?:api[_-]?key|apikey|token|secret|password|passwd|authorization|credential|cookie|private[_-]?key|access[_-]?key)[\\w.-]*';

/** Each rule keeps its first group and replaces the rest. */
const rules: readonly RegExp[] = [
  // Whole values of the schemes that carry secrets in headers.
  /(\b(?:bearer|basic|token|digest)\s+)[\w.~+/=-]{8,}/gi,
  // Keys of well-known services, by their prefix.
  /()\b(?:sk|pk|rk)-[\w-]{16,}/g,
  /()\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,})/g,
  // JSON Web Tokens.
  /()\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  // User name and password of an address.
  /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"']+@/gi,
  // "apiKey": "…", TOKEN=…, password: …; also in JSON that stands inside a JSON string.
  new RegExp(
    `((?:"|\\\\")?\\b${secretName}(?:"|\\\\")?\\s*[:=]\\s*)(?:\\\\?"(?:[^"\\\\]|\\\\[^"])*\\\\?"|'[^']*'|[^\\s,;&"'}\\]]+)`,
    'gi',
  ),
];

/** Takes what looks like a secret out of a text (SE-51). A second line of defence: callers pass no secrets all the same. */
export function redact(text: string): string {
  return rules.reduce((rest, rule) => rest.replace(rule, `$1${REDACTED}`), text);
}

/** Redacts by shape and also takes out exact values that are known to be secret. */
export interface Redactor {
  readonly redact: (text: string) => string;
  /** Values shorter than six characters are not learned: they would take ordinary words with them. */
  readonly learn: (secret: string) => void;
}

export function createRedactor(): Redactor {
  const known = new Set<string>();
  return {
    learn: (secret) => {
      if (secret.length < 6) return;
      known.add(secret);
      // As it stands inside JSON text and inside an address.
      known.add(JSON.stringify(secret).slice(1, -1));
      known.add(encodeURIComponent(secret));
    },
    redact: (text) => {
      let rest = text;
      for (const secret of known) rest = rest.replaceAll(secret, REDACTED);
      return redact(rest);
    },
  };
}
