/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

const secretName =
  '[\\w.-]{0,60}(?:api[_-]?key|token(?!s\\b)|secret|passw(?:or)?d|authorization|credential|cookie|private[_-]?key|access[_-]?key)[\\w.-]{0,60}';
/** A value in quotes, in quotes inside a quoted text, or bare. */
const value =
  '\\\\"(?:[^"\\\\]|\\\\[^"])*\\\\"|"(?:[^"\\\\]|\\\\.)*"|\'[^\'\\n]*\'|[^\\s,;&"\'}\\]\\\\]+';

/** Each rule keeps its first group; of the second only the quotes stay. All repetitions are bounded or cannot overlap. */
const rules: readonly RegExp[] = [
  // Header values, by their scheme.
  /(\b(?:bearer|basic)\s{1,4})([\w.~+/=-]{8,})/gi,
  // Keys of well-known services, by their prefix.
  /()\b((?:sk|pk|rk)-[\w-]{16,})/g,
  /()\b(gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,})/g,
  // JSON Web Tokens.
  /()\b(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g,
  /()(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?-----END [A-Z ]{0,30}PRIVATE KEY-----)/g,
  // User name and password of an address.
  /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#@"']{1,500})(?=@)/gi,
  // "apiKey": "…", TOKEN=…, password: …
  new RegExp(
    `((?:\\\\"|["'])?\\b${secretName}(?:\\\\"|["'])?\\s{0,4}[:=]\\s{0,4})(${value})`,
    'gi',
  ),
];

/**
 * Takes what looks like a secret out of a text (SE-51). JSON stays JSON when the secrets in it are texts. A second line of
 * defence: callers pass no secrets all the same.
 */
export function redact(text: string): string {
  return rules.reduce(
    (rest, rule) =>
      rest.replace(rule, (_whole, kept: string, secret: string) => {
        const quote = /^\\?["']/.exec(secret)?.[0] ?? '';
        return `${kept}${quote}${REDACTED}${quote}`;
      }),
    text,
  );
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
