import type { PermissionRule, RuleContent } from '../../../../shared/agent/permission-rule.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { CallFacts } from '../builtin/built-in-tool.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';
import { findMatch } from '../tools/tool-patterns.ts';
import { allowsCommand, candidates, findsCommand } from './command-rules.ts';
import type { Finding } from './command-rules.ts';
import { coversTree, matchesPattern, readPattern } from './path-pattern.ts';
import type { PathPattern } from './path-pattern.ts';
import { isWithin, placesOf } from './real-path.ts';
import { loadShellGrammar } from './shell-command.ts';
import type { ShellGrammar } from './shell-command.ts';

/** Tools that look through everything below their paths. */
const SEARCHES = new Set(['Glob', 'Grep']);
/** What a rule about paths covers besides the tool that it names: `Read` every reading tool, `Edit` every writing one. */
const COVERED_KIND: Readonly<Record<string, CallFacts['kind']>> = { Read: 'read', Edit: 'write' };

/** One call, as rules see it. */
export interface JudgedCall {
  readonly tool: Pick<AvailableTool, 'serverName' | 'toolName'>;
  readonly input: JsonObject;
  /** Of the runtime's own tools. */
  readonly facts: CallFacts | undefined;
}

export interface RuleMatcherOptions {
  /** What the paths of rules are relative to: the folder that the session began in. */
  readonly base: string;
  /** What the words of a command are relative to. */
  readonly cwd: () => string;
  readonly home?: string | undefined;
  readonly loadGrammar?: () => Promise<ShellGrammar>;
}

/** Compares calls with rules. A rule that allows must cover all of a call beyond doubt; one that forbids, any part of it. */
export class RuleMatcher {
  readonly #options: RuleMatcherOptions;
  #grammar: Promise<ShellGrammar> | undefined;

  constructor(options: RuleMatcherOptions) {
    this.#options = options;
  }

  /** The shell's grammar, loaded once it is needed. */
  grammar(): Promise<ShellGrammar> {
    this.#grammar ??= (this.#options.loadGrammar ?? loadShellGrammar)();
    return this.#grammar;
  }

  /** The first rule that covers the whole call. */
  async allowing(rules: readonly PermissionRule[], call: JudgedCall): Promise<string | undefined> {
    for (const rule of rules) if (await this.#allows(rule, call)) return rule.text;
    return undefined;
  }

  /** The first rule that names a part of the call, else the first that may. */
  async naming(
    rules: readonly PermissionRule[],
    call: JudgedCall,
  ): Promise<{ readonly rule: string; readonly isSure: boolean } | undefined> {
    let unclear: string | undefined;
    for (const rule of rules) {
      const finding = await this.#names(rule, call);
      if (finding === 'found') return { rule: rule.text, isSure: true };
      if (finding === 'unclear') unclear ??= rule.text;
    }
    return unclear === undefined ? undefined : { rule: unclear, isSure: false };
  }

  async #allows(rule: PermissionRule, call: JudgedCall): Promise<boolean> {
    const { content } = rule;
    if (!content) return findMatch([rule.text], call.tool) !== undefined;
    if (!call.facts || !isAbout(rule, call)) return false;
    switch (content.kind) {
      case 'command': {
        const { command } = call.facts;
        return command !== undefined && allowsCommand(await this.grammar(), content, command);
      }
      case 'path':
        return this.#allowsPaths(content.pattern, call, call.facts.paths);
      case 'domain':
        return isHost(content, call.facts.url) === 'found';
      case 'agent':
        return agentOf(call.input) === content.agent;
    }
  }

  async #allowsPaths(text: string, call: JudgedCall, paths: readonly string[]): Promise<boolean> {
    const pattern = await this.#pattern(text);
    if (!pattern || paths.length === 0) return false;
    const isTree = SEARCHES.has(call.tool.toolName);
    for (const path of paths) {
      const places = await placesOf(path, this.#options.cwd());
      const isCovered = places?.every((place) =>
        isTree ? coversTree(pattern, place) : matchesPattern(pattern, place, { isLoose: false }),
      );
      if (isCovered !== true) return false;
    }
    return true;
  }

  async #names(rule: PermissionRule, call: JudgedCall): Promise<Finding> {
    const { content } = rule;
    if (!content) return findMatch([rule.tool], call.tool) === undefined ? undefined : 'found';
    if (!call.facts) return undefined;
    if (content.kind === 'path' && call.facts.kind === 'execute')
      return this.#mentions(content.pattern, call.facts.command ?? '');
    if (!isAbout(rule, call)) return undefined;
    switch (content.kind) {
      case 'command':
        return call.facts.command === undefined
          ? 'unclear'
          : findsCommand(await this.grammar(), content, call.facts.command);
      case 'path':
        return this.#namesPaths(content.pattern, call, call.facts.paths);
      case 'domain':
        return isHost(content, call.facts.url);
      case 'agent':
        return agentOf(call.input) === content.agent ? 'found' : undefined;
    }
  }

  async #namesPaths(text: string, call: JudgedCall, paths: readonly string[]): Promise<Finding> {
    const pattern = await this.#pattern(text);
    if (!pattern) return 'unclear';
    let finding: Finding;
    for (const path of paths) {
      const places = await placesOf(path, this.#options.cwd());
      if (!places) return 'unclear';
      for (const place of places) {
        if (matchesPattern(pattern, place, { isLoose: true })) return 'found';
        if (SEARCHES.has(call.tool.toolName) && isWithin(place, pattern.base)) finding = 'unclear';
      }
    }
    return finding;
  }

  /** Whether a command has a word that leads to the pattern; what it does there is not known. */
  async #mentions(text: string, command: string): Promise<Finding> {
    const pattern = await this.#pattern(text);
    if (!pattern) return 'unclear';
    for (const word of (await this.grammar()).commandsIn(command).mentions.flatMap(candidates)) {
      const places = (await placesOf(word, this.#options.cwd())) ?? [];
      if (places.some((place) => matchesPattern(pattern, place, { isLoose: true })))
        return 'unclear';
    }
    return undefined;
  }

  #pattern(text: string): Promise<PathPattern | undefined> {
    return readPattern(text, this.#options.base, this.#options.home);
  }
}

function isAbout(rule: PermissionRule, { tool, facts }: JudgedCall): boolean {
  if (tool.serverName !== undefined) return false;
  return tool.toolName === rule.tool || COVERED_KIND[rule.tool] === facts?.kind;
}

/** Whether the address is of the domain. One that cannot be read is unclear. */
function isHost(
  { domain }: Extract<RuleContent, { kind: 'domain' }>,
  url: string | undefined,
): Finding {
  if (url === undefined || !URL.canParse(url)) return 'unclear';
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol)) return 'unclear';
  const host = parsed.hostname.toLowerCase().replace(/\.$/, '');
  const isBelow = domain.startsWith('*.') && host.endsWith(domain.slice(1));
  return isBelow || host === domain ? 'found' : undefined;
}

function agentOf(input: JsonObject): unknown {
  return input['agent'] ?? input['subagent_type'];
}
