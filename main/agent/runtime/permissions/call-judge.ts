import type { PermissionMode } from '../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { CallFacts } from '../builtin/built-in-tool.ts';
import type { AvailableTool } from '../tools/tool-registry.ts';
import { protectedInCommand } from './command-rules.ts';
import type { PermissionRules } from './permission-rules.ts';
import type { ProtectedPaths } from './protected-paths.ts';
import { isReadOnlyCommand } from './read-only-commands.ts';
import { isWithin, realPathOf } from './real-path.ts';
import type { JudgedCall, RuleMatcher } from './rule-matcher.ts';

/** What rules, mode and the file system say about one call with certain arguments. */
export interface CallJudgement {
  readonly denyRule: string | undefined;
  /** A sentence: a rule wants the call to be asked for, or cannot be compared with it. */
  readonly askReason: string | undefined;
  /** A sentence: only a prompt of its own can allow the call, whatever rule, hook or mode there is (SE-34). */
  readonly protectedReason: string | undefined;
  readonly mode: PermissionMode;
  /** What the mode says; `undefined`: nothing. */
  readonly modeVerdict: ModeVerdict | undefined;
  readonly allowRule: string | undefined;
  /** A built-in that only reads, inside the allowed folders. Never true for a tool of a server, whatever it declares. */
  readonly isReadOnlyBuiltIn: boolean;
  /** The first path outside of the allowed folders. */
  readonly blockedPath: string | undefined;
}

export interface ModeVerdict {
  readonly behavior: 'allow' | 'deny' | 'ask';
  readonly reason: string;
}

export interface CallJudgeOptions {
  readonly rules: PermissionRules;
  readonly matcher: RuleMatcher;
  readonly paths: ProtectedPaths;
  readonly mode: () => PermissionMode;
  readonly cwd: () => string;
  /** The working folder and what was added to it. */
  readonly folders: () => readonly string[];
}

/** Looks at calls for whoever decides about them. Changes nothing and asks nobody. */
export class CallJudge {
  readonly #options: CallJudgeOptions;

  constructor(options: CallJudgeOptions) {
    this.#options = options;
  }

  async judge(
    tool: Pick<AvailableTool, 'serverName' | 'toolName' | 'facts'>,
    input: JsonObject,
  ): Promise<CallJudgement> {
    const { rules, matcher } = this.#options;
    const facts = await tool.facts?.(input);
    const call: JudgedCall = { tool, input, facts };
    const denied = await matcher.naming(rules.of('deny'), call);
    const asked = await matcher.naming(rules.of('ask'), call);
    const blockedPath = await this.#firstOutside(facts);
    const mode = this.#options.mode();
    return {
      denyRule: denied?.isSure === true ? denied.rule : undefined,
      askReason: askReason(denied, asked),
      protectedReason: await this.#protectedReason(facts),
      mode,
      modeVerdict: await this.#modeVerdict(mode, facts, blockedPath),
      allowRule: await matcher.allowing(rules.of('allow'), call),
      isReadOnlyBuiltIn:
        facts?.kind === 'none' || (facts?.kind === 'read' && blockedPath === undefined),
      blockedPath,
    };
  }

  async #firstOutside(facts: CallFacts | undefined): Promise<string | undefined> {
    if (!facts || facts.paths.length === 0) return undefined;
    const folders = await this.#realFolders();
    for (const path of facts.paths) {
      const real = await realPathOf(path, this.#options.cwd());
      if (real === undefined || !folders.some((folder) => isWithin(folder, real))) return path;
    }
    return undefined;
  }

  async #realFolders(): Promise<string[]> {
    const { cwd, folders } = this.#options;
    const real = await Promise.all(folders().map((folder) => realPathOf(folder, cwd())));
    return real.filter((folder) => folder !== undefined);
  }

  async #protectedReason(facts: CallFacts | undefined): Promise<string | undefined> {
    const { paths, matcher } = this.#options;
    if (facts?.kind === 'write')
      for (const path of facts.paths) {
        const reason = await paths.reasonFor(path);
        if (reason !== undefined) return ownPrompt(`${path} belongs to ${reason}`);
      }
    if (facts?.kind !== 'execute' || facts.command === undefined) return undefined;
    if (await this.#isReadOnlyCommand(facts.command)) return undefined;
    const reason = await protectedInCommand(await matcher.grammar(), paths, facts.command);
    return reason === undefined ? undefined : ownPrompt(`The command names ${reason}`);
  }

  async #isReadOnlyCommand(command: string): Promise<boolean> {
    const { matcher, cwd } = this.#options;
    return isReadOnlyCommand(await matcher.grammar(), command, cwd(), await this.#realFolders());
  }

  async #modeVerdict(
    mode: PermissionMode,
    facts: CallFacts | undefined,
    blockedPath: string | undefined,
  ): Promise<ModeVerdict | undefined> {
    if (mode === 'bypassPermissions')
      return { behavior: 'allow', reason: 'The mode allows everything.' };
    const isEdit = facts?.kind === 'write';
    const isInside = isEdit && facts.paths.length > 0 && blockedPath === undefined;
    if (isInside && (mode === 'acceptEdits' || mode === 'auto'))
      return { behavior: 'allow', reason: 'The mode allows edits inside the folders.' };
    if (mode !== 'plan' && mode !== 'auto') return undefined;
    const isReading =
      facts?.kind === 'execute' &&
      facts.command !== undefined &&
      (await this.#isReadOnlyCommand(facts.command));
    if (isReading) return { behavior: 'allow', reason: 'The command only reads.' };
    return mode === 'plan' ? inPlan(facts) : undefined;
  }
}

/** Nothing is written while a plan is made; what a tool of a server does cannot be told. */
function inPlan(facts: CallFacts | undefined): ModeVerdict | undefined {
  if (facts?.kind === 'write')
    return { behavior: 'deny', reason: 'In plan mode nothing is written.' };
  if (facts?.kind === 'execute')
    return {
      behavior: 'deny',
      reason: 'In plan mode only commands run that are known to read inside the folders.',
    };
  return facts === undefined
    ? { behavior: 'ask', reason: 'In plan mode tools of servers are asked for.' }
    : undefined;
}

function askReason(
  denied: { readonly rule: string; readonly isSure: boolean } | undefined,
  asked: { readonly rule: string; readonly isSure: boolean } | undefined,
): string | undefined {
  if (asked?.isSure === true) return `The rule "${asked.rule}" wants this tool to be asked for.`;
  const unclear = denied?.isSure === false ? denied : asked;
  return unclear === undefined
    ? undefined
    : `It cannot be told whether the rule "${unclear.rule}" is about this call.`;
}

function ownPrompt(what: string): string {
  return `${what}, so it needs a decision of its own.`;
}
