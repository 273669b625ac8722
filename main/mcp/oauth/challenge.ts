/** One scheme of a `WWW-Authenticate` header with its parameters; names are in lower case. */
export interface AuthChallenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** What the challenges of an answer ask for. */
export interface ServerDemand {
  /** Where the protected resource metadata is. */
  readonly metadataUrl?: string | undefined;
  readonly scope?: string | undefined;
  readonly error?: string | undefined;
  /** The server takes tokens with a proof of possession. */
  readonly dpop: boolean;
}

const token = /[!#$%&'*+.^_`|~\dA-Za-z-]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const MAX_HEADER = 16_384;

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) return undefined;
    this.at = pattern.lastIndex;
    return match;
  }

  skip(pattern: RegExp): void {
    this.take(pattern);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }
}

const separators = /[\s,]*/y;
const blanks = /[ \t]*/y;
const equals = /[ \t]*=[ \t]*/y;
/** `token68` credentials, which carry no parameters. */
const token68 = /[\w.~+/-]+=*(?=[ \t]*(?:,|$))/y;

/** Reads a header that may hold several challenges, in any order and quoting (RFC 9110). Never throws. */
export function parseChallenges(header: string): AuthChallenge[] {
  const reader = new Reader(header.slice(0, MAX_HEADER));
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  while (!reader.isAtEnd) {
    reader.skip(separators);
    const name = reader.take(token)?.[0].toLowerCase();
    if (name === undefined) {
      reader.at += 1;
      continue;
    }
    const current = challenges.at(-1);
    if (current && reader.take(equals)) {
      const value = reader.take(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? reader.take(token)?.[0];
      // The first one counts: a repeated parameter must not override it.
      if (value !== undefined && !current.parameters.has(name)) current.parameters.set(name, value);
    } else {
      challenges.push({ scheme: name, parameters: new Map() });
      reader.skip(blanks);
      const start = reader.at;
      if (reader.take(token68) && reader.text[reader.at - 1] !== '=') reader.at = start;
    }
  }
  return challenges;
}

/** What an answer with status 401 or 403 asks for; empty when it says nothing that we understand. */
export function readDemand(response: { readonly headers: Headers }): ServerDemand {
  const challenges = parseChallenges(response.headers.get('www-authenticate') ?? '');
  const ours = challenges.filter(({ scheme }) => scheme === 'bearer' || scheme === 'dpop');
  const first = (name: string): string | undefined =>
    ours.map(({ parameters }) => parameters.get(name)).find((value) => value !== undefined);
  return {
    metadataUrl: first('resource_metadata'),
    scope: first('scope')?.trim() || undefined,
    error: first('error'),
    dpop: ours.some(({ scheme }) => scheme === 'dpop'),
  };
}
