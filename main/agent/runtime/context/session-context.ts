import { join } from 'node:path';
import type { ContextUsageResponse } from '../../../../shared/agent/about-frames.ts';
import type { InitializeRequest, InitializeResponse } from '../../../../shared/agent/frames.ts';
import type { SDKUserMessage } from '../../../../shared/agent/messages.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import type { BuiltInTool } from '../builtin/built-in-tool.ts';
import type { LoopDependencies } from '../loop/loop-dependencies.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import { contextUsage } from '../session/context-usage.ts';
import { defaultSystemPrompt } from '../session/system-prompt.ts';
import { TrustedFolders } from '../../../storage/trusted-folders.ts';
import { compactCommand } from './compact-command.ts';
import { compactHistory } from './compact-history.ts';
import { expandCommand } from './expand-command.ts';
import { findInstructions } from './instructions.ts';
import type { FoundInstructions } from './instructions.ts';
import { modelFacts } from '../../../../shared/agent/model-facts.ts';
import { outputCheck, outputInstructions } from './output-check.ts';
import type { OutputCheck } from './output-check.ts';
import { priceOf, readOwnPrices } from './price-table.ts';
import type { OwnPrices } from './price-table.ts';
import { loadResources } from './resource-files.ts';
import type { Resources, Skill } from './resource-files.ts';
import { skillTool } from './skill-tool.ts';
import { Spending } from './spending.ts';

/** How much of the window a request may fill before old messages are summed up; the rest is for the answer. */
const FILLED_SHARE = 0.8;

interface ContextParts {
  readonly init: InitializeRequest;
  readonly instructions: FoundInstructions;
  readonly resources: Resources;
  readonly own: Awaited<ReturnType<typeof readOwnPrices>>;
}

/** The model that is asked now. */
export interface AskedModel {
  readonly provider: ProviderConfig;
  readonly ref: { readonly id: string };
}

/**
 * What a session tells its model besides the conversation: system prompt, instructions, skills, commands, the wanted form of
 * the answer; and how much of it fits. It is read once, so that the beginning of every request stays the same (RT-21).
 */
export class SessionContext {
  readonly system: string;
  /** Tools that come with it. */
  readonly tools: readonly BuiltInTool[];
  /** What was left out, as sentences. */
  readonly notices: readonly string[];
  readonly #init: InitializeRequest;
  readonly #prices: OwnPrices;
  readonly #resources: Resources;
  readonly #output: OutputCheck | undefined;

  /** Reads the files of person and folder; those of a folder when it is trusted or named as a source. Throws `OutputSchemaError`. */
  static async load(init: InitializeRequest): Promise<SessionContext> {
    const { cwd, config_root: configRoot, setting_sources: sources } = init;
    const ofPerson = sources?.includes('user') ?? true;
    const ofFolder = sources
      ? sources.includes('project')
      : await new TrustedFolders(configRoot).has(cwd);
    const [instructions, resources, own] = await Promise.all([
      findInstructions(cwd, ofPerson ? configRoot : undefined, ofFolder),
      loadResources([
        ...(ofPerson ? [configRoot] : []),
        ...(ofFolder ? [join(cwd, '.parley')] : []),
      ]),
      readOwnPrices(configRoot),
    ]);
    return new SessionContext({ init, instructions, resources, own });
  }

  private constructor({ init, instructions, resources, own }: ContextParts) {
    this.#init = init;
    this.#prices = own.prices;
    this.#resources = resources;
    this.#output = init.output_schema && outputCheck(init.output_schema);
    const offered = offeredSkills(resources.skills, init.skills);
    this.tools = offered.found.length === 0 ? [] : [skillTool(offered.found)];
    this.notices = [
      ...instructions.problems,
      ...resources.problems,
      ...offered.problems,
      ...own.problems,
    ];
    this.system = [
      init.system_prompt ?? defaultSystemPrompt(init.cwd),
      init.append_system_prompt ?? '',
      ...instructions.files.map(({ path, text }) => `Instructions from ${path}:\n${text}`),
      init.output_schema ? outputInstructions(init.output_schema) : '',
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  }

  /** Sub-agents of files and of the host; of two with one name the host's. */
  get agents(): InitializeRequest['agents'] {
    const files = this.#resources.agents.map(
      (agent): [string, InitializeRequest['agents'][string]] => [
        agent.name,
        {
          description: agent.description,
          prompt: agent.prompt,
          ...(agent.tools ? { tools: [...agent.tools] } : {}),
          ...(agent.disallowedTools ? { disallowed_tools: [...agent.disallowedTools] } : {}),
          ...(agent.model === undefined ? {} : { model: agent.model }),
          ...(agent.maxTurns === undefined ? {} : { max_turns: agent.maxTurns }),
        },
      ],
    );
    return { ...Object.fromEntries(files), ...this.#init.agents };
  }

  /** Those of files, and the runtime's own where no file has one of that name. */
  get commands(): InitializeResponse['commands'] {
    const own = this.#resources.commands.map(({ name, description }) => ({ name, description }));
    return own.some(({ name }) => name === compactCommand.name) ? own : [...own, compactCommand];
  }

  /** What `supportedModels()` tells of the model. */
  describe({ provider, ref }: AskedModel): InitializeResponse['models'][number] {
    const { takesImages, takesPdf } = modelFacts(provider, ref.id);
    return {
      id: ref.id,
      label: ref.id,
      context_window: this.#window({ provider, ref }),
      takes_images: takesImages,
      takes_pdf: takesPdf,
      source: 'table',
    };
  }

  /** The message as the model gets it: a custom command with its prompt. */
  expand(message: SDKUserMessage['message']): SDKUserMessage['message'] {
    return expandCommand(message, this.#resources.commands);
  }

  usage(
    asked: AskedModel,
    tools: LoopDependencies['tools'],
    history: readonly ConversationMessage[],
  ): ContextUsageResponse {
    return this.#usage(asked, this.system, tools, history);
  }

  #usage(
    asked: AskedModel,
    system: string,
    tools: LoopDependencies['tools'],
    history: readonly ConversationMessage[],
  ): ContextUsageResponse {
    const contextWindow = this.#window(asked);
    const isGuess = modelFacts(asked.provider, asked.ref.id).isGuess === true;
    return contextUsage(
      { system, tools: tools.current(), history },
      {
        id: asked.ref.id,
        contextWindow,
        isWindowKnown: this.#init.context_window !== undefined || !isGuess,
        compactAt: Math.floor(contextWindow * FILLED_SHARE),
      },
    );
  }

  /** What the loop needs of it. */
  loopParts(asked: () => AskedModel): Pick<LoopDependencies, 'makeRoom' | 'output' | 'spending'> {
    return {
      output: this.#output,
      spending: new Spending(this.#init.max_budget_usd, (model) =>
        priceOf(asked().provider, model, this.#prices),
      ),
      makeRoom: async (dependencies, history, { trigger, wishes }, signal) => {
        const { provider } = asked();
        const model = dependencies.model();
        // A sub-agent may run another model of the same provider.
        const used = { provider, ref: { id: model.id } };
        const usage = this.#usage(used, dependencies.system(), dependencies.tools, history);
        if (trigger === 'auto' && usage.total_tokens <= (usage.compact_at ?? Infinity))
          return undefined;
        return compactHistory(history, {
          dependencies,
          model,
          canSummarize: provider.kind !== 'offline',
          contextWindow: this.#window(used),
          tokens: usage.total_tokens,
          trigger,
          wishes,
          signal,
        });
      },
    };
  }

  #window({ provider, ref }: AskedModel): number {
    return this.#init.context_window ?? modelFacts(provider, ref.id).contextWindow;
  }
}

function offeredSkills(
  skills: readonly Skill[],
  wanted: InitializeRequest['skills'],
): { readonly found: readonly Skill[]; readonly problems: readonly string[] } {
  if (wanted === 'all') return { found: skills, problems: [] };
  return {
    found: skills.filter((skill) => wanted.includes(skill.name)),
    problems: wanted
      .filter((name) => !skills.some((skill) => skill.name === name))
      .map((name) => `There is no skill "${name}", so it is not offered.`),
  };
}
