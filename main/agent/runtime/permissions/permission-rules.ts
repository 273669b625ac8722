import type { ToolAddress } from '../tools/tool-names.ts';
import { findMatch } from '../tools/tool-patterns.ts';

type RuleBehavior = 'allow' | 'deny' | 'ask';

/** The rules of a session. They grow by what a person allows for the session; they are never stored. */
export class PermissionRules {
  readonly #rules: Record<RuleBehavior, string[]>;

  constructor(rules: Readonly<Record<RuleBehavior, readonly string[]>>) {
    this.#rules = { allow: [...rules.allow], deny: [...rules.deny], ask: [...rules.ask] };
  }

  /** The first rule of the kind that names the tool. */
  match(behavior: RuleBehavior, tool: ToolAddress): string | undefined {
    return findMatch(this.#rules[behavior], tool);
  }

  add(behavior: RuleBehavior, rules: readonly string[]): void {
    for (const rule of rules)
      if (!this.#rules[behavior].includes(rule)) this.#rules[behavior].push(rule);
  }
}
