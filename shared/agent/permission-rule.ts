/** A rule as it is written in options and settings: `Name`, or `Name(content)` for built-in tools (SDK-13, SDK-14). */
export interface PermissionRule {
  /** As it was written. */
  readonly text: string;
  /** Name of a built-in tool, or of a tool or server: `mcp__server__tool`, `mcp__server`, `mcp__server__*`. */
  readonly tool: string;
  /** What stood in the brackets. */
  readonly content: RuleContent | undefined;
}

export type RuleContent =
  /** `isPrefix`: written with `:*` at its end, so that more words may follow. */
  | { readonly kind: 'command'; readonly command: string; readonly isPrefix: boolean }
  /** Relative to the working folder, absolute, or below `~`; `*` inside of a name, `**` across folders. */
  | { readonly kind: 'path'; readonly pattern: string }
  /** `*.` in front covers the domains below it. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** The name of a sub-agent. */
  | { readonly kind: 'agent'; readonly agent: string };

/** What rules may hold in brackets, by the tool. */
const CONTENT_OF: Readonly<Record<string, RuleContent['kind']>> = {
  Bash: 'command',
  Read: 'path',
  Write: 'path',
  Edit: 'path',
  Glob: 'path',
  Grep: 'path',
  WebFetch: 'domain',
  Agent: 'agent',
};

const SERVER_PREFIX = 'mcp__';
/** What the shell reads as more than the words of one command. */
const COMPOSING = Array.from(';&|<>()$`\n\r\0');

/** Reads one rule. What cannot be read comes back as a sentence about it. */
export function parsePermissionRule(
  text: string,
): { readonly rule: PermissionRule } | { readonly problem: string } {
  if (text.startsWith(SERVER_PREFIX)) return serverRule(text);
  const open = text.indexOf('(');
  const tool = open < 0 ? text : text.slice(0, open);
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(tool))
    return {
      problem: `"${text}" is no rule. Write the name of a tool, such as "Read", or "mcp__server__tool".`,
    };
  if (open < 0) return { rule: { text, tool, content: undefined } };
  if (!text.endsWith(')')) return { problem: `The rule "${text}" lacks its closing bracket.` };
  const inner = text.slice(open + 1, -1);
  if (inner.trim() === '')
    return {
      problem: `The brackets of the rule "${text}" are empty. Leave them out to mean every call of ${tool}.`,
    };
  const content = readContent(tool, inner, text);
  return 'problem' in content ? content : { rule: { text, tool, content } };
}

function serverRule(text: string): { rule: PermissionRule } | { problem: string } {
  if (text.length === SERVER_PREFIX.length)
    return { problem: `The rule "${text}" names no server. Write "mcp__server".` };
  return { rule: { text, tool: text, content: undefined } };
}

function readContent(
  tool: string,
  inner: string,
  text: string,
): RuleContent | { readonly problem: string } {
  switch (CONTENT_OF[tool]) {
    case 'command':
      return readCommand(inner, text);
    case 'path':
      return inner.includes('\0')
        ? { problem: `The path of the rule "${text}" holds a character that no path can have.` }
        : { kind: 'path', pattern: inner };
    case 'domain':
      return readDomain(inner, text);
    case 'agent':
      return { kind: 'agent', agent: inner };
    default:
      return {
        problem: `Rules for "${tool}" take nothing in brackets, as in "${text}". Only those for ${Object.keys(CONTENT_OF).join(', ')} do.`,
      };
  }
}

function readCommand(inner: string, text: string): RuleContent | { readonly problem: string } {
  const isPrefix = inner.endsWith(':*');
  const command = (isPrefix ? inner.slice(0, -2) : inner).trim();
  if (command === '')
    return { problem: `The rule "${text}" names no command. Write "Bash" to mean every command.` };
  if (COMPOSING.some((character) => command.includes(character)))
    return {
      problem: `The rule "${text}" is not one plain command: it must hold no ; & | < > ( ) $ or backtick.`,
    };
  if (command.includes('*'))
    return {
      problem: `In the rule "${text}" a star may only stand at the end, as ":*". Write for example "Bash(git status:*)".`,
    };
  return { kind: 'command', command, isPrefix };
}

function readDomain(inner: string, text: string): RuleContent | { readonly problem: string } {
  const domain = inner.startsWith('domain:') ? inner.slice('domain:'.length).toLowerCase() : '';
  if (/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(domain)) return { kind: 'domain', domain };
  return {
    problem: `The rule "${text}" names no domain. Write for example "WebFetch(domain:example.com)" or "WebFetch(domain:*.example.com)".`,
  };
}
