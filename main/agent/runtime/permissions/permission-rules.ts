import { parsePermissionRule } from '../../../../shared/agent/permission-rule.ts';
import type { PermissionRule } from '../../../../shared/agent/permission-rule.ts';
import type {
  PermissionUpdate,
  RuleBehavior,
  UpdateDestination,
} from '../../../../shared/agent/permission-update.ts';

/** Where a rule comes from. What the host gave with the options can only be added to. */
export type RuleSource = UpdateDestination | 'options';

interface SourcedRule extends PermissionRule {
  readonly source: RuleSource;
}

export type RuleTexts = Readonly<Partial<Record<RuleBehavior, readonly string[]>>>;

/**
 * The rules of a session, by what they do. A text that is no rule is kept when it forbids or asks, as the name before its
 * bracket, and left out when it allows.
 */
export class PermissionRules {
  readonly #rules: Record<RuleBehavior, SourcedRule[]> = { allow: [], deny: [], ask: [] };

  constructor(options: RuleTexts = {}) {
    this.add('options', options);
  }

  /** In the order in which they were added. */
  of(behavior: RuleBehavior): readonly PermissionRule[] {
    return this.#rules[behavior];
  }

  add(source: RuleSource, texts: RuleTexts): void {
    for (const behavior of ['allow', 'deny', 'ask'] as const)
      for (const text of texts[behavior] ?? []) this.#addOne(source, behavior, text);
  }

  /** Applies a change of rules. */
  apply(update: Extract<PermissionUpdate, { behavior: RuleBehavior }>): void {
    const { behavior, destination, rules } = update;
    const own = this.#rules[behavior];
    if (update.type !== 'addRules')
      this.#rules[behavior] = own.filter(
        (rule) =>
          rule.source !== destination ||
          (update.type === 'removeRules' && !rules.includes(rule.text)),
      );
    if (update.type !== 'removeRules') this.add(destination, { [behavior]: rules });
  }

  #addOne(source: RuleSource, behavior: RuleBehavior, text: string): void {
    const own = this.#rules[behavior];
    if (own.some((rule) => rule.text === text && rule.source === source)) return;
    const parsed = parsePermissionRule(text);
    if ('rule' in parsed) own.push({ ...parsed.rule, source });
    else if (behavior !== 'allow')
      own.push({ text, tool: text.split('(')[0] ?? text, content: undefined, source });
  }
}
