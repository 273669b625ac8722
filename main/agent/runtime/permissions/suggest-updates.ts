import { dirname } from 'node:path';
import { parsePermissionRule } from '../../../../shared/agent/permission-rule.ts';
import type { PermissionUpdate } from '../../../../shared/agent/permission-update.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { CallFacts } from '../builtin/built-in-tool.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';
import type { CallJudgement } from './call-judge.ts';
import type { RuleMatcher } from './rule-matcher.ts';
import type { ShellGrammar } from './shell-command.ts';

/**
 * Changes that would make the question unnecessary next time, the narrowest first; each is checked to do so. None for what is
 * protected, or asked for by a rule or a hook: there no rule helps.
 */
export async function suggestUpdates(
  tool: AvailableTool,
  input: JsonObject,
  judgement: CallJudgement,
  matcher: RuleMatcher,
): Promise<PermissionUpdate[]> {
  if (judgement.protectedReason !== undefined || judgement.askReason !== undefined) return [];
  const facts = await tool.facts?.(input);
  if (!facts) return [allow(tool.name)];
  const texts = await ruleTexts(tool, facts, matcher);
  const updates: PermissionUpdate[] = [];
  for (const text of texts) {
    const parsed = parsePermissionRule(text);
    if (!('rule' in parsed)) continue;
    const helps = await matcher.allowing([parsed.rule], { tool, input, facts });
    if (helps !== undefined) updates.push(allow(text));
  }
  if (facts.kind === 'write' && judgement.blockedPath === undefined)
    updates.push({ type: 'setMode', mode: 'acceptEdits', destination: 'session' });
  return updates;
}

async function ruleTexts(
  tool: AvailableTool,
  facts: CallFacts,
  matcher: RuleMatcher,
): Promise<string[]> {
  const [path] = facts.paths;
  switch (facts.kind) {
    case 'execute':
      return facts.command === undefined
        ? []
        : commandTexts(await matcher.grammar(), facts.command);
    case 'network':
      return facts.url !== undefined && URL.canParse(facts.url)
        ? [`WebFetch(domain:${new URL(facts.url).hostname})`]
        : [];
    case 'read':
    case 'write': {
      if (path === undefined) return [];
      const name = facts.kind === 'read' ? 'Read' : 'Edit';
      return [`${tool.name}(${path})`, `${name}(${dirname(path)}/**)`, `${name}(${path}/**)`];
    }
    case 'none':
      return [];
  }
}

/** The command itself, and its program with the subcommand. */
function commandTexts(grammar: ShellGrammar, command: string): string[] {
  const reading = grammar.read(command);
  if (reading.kind === 'other') return [];
  const [program = '', second] = reading.words;
  const isSubcommand = second !== undefined && /^[a-z][a-z0-9-]*$/.test(second);
  return [
    `Bash(${command.trim()})`,
    isSubcommand ? `Bash(${program} ${second}:*)` : `Bash(${program}:*)`,
  ];
}

function allow(rule: string): PermissionUpdate {
  return { type: 'addRules', behavior: 'allow', rules: [rule], destination: 'session' };
}
