import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ModelSettings } from '../../../shared/agent/model-settings.ts';
import type { ProviderKind } from '../../../shared/agent/provider.ts';
import type { PermissionMode } from '../../../shared/agent/messages.ts';
import type { CanUseTool, Hooks, OnElicitation } from './callbacks.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import type { SpawnRuntime } from './spawned-runtime.ts';
import type { Transport } from './transport.ts';

export type { ModelSettings };

/** Which model service is asked. A name alone means that service at its own address. */
export type ProviderOption =
  | ProviderKind
  | {
      readonly kind: ProviderKind;
      /** Default: the kind. */
      readonly id?: string | undefined;
      /** Default: the id. */
      readonly label?: string | undefined;
      /** Default: the provider's own address. */
      readonly baseUrl?: string | undefined;
      /** Wishes and facts about models, by the provider's own names of them. */
      readonly modelSettings?: Readonly<Record<string, ModelSettings>> | undefined;
    };

/** The key of the model service: itself, or the name of the environment variable that holds it. */
export type AuthOption = { readonly apiKey: string } | { readonly environmentVariable: string };

/** The built-in system prompt, with more behind it. */
export interface SystemPromptPreset {
  readonly type: 'preset';
  readonly preset: 'default';
  readonly append?: string | undefined;
}

/** What the final answer must be. */
export interface OutputFormat {
  readonly type: 'json_schema';
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A kind of sub-agent. */
export interface AgentDefinition {
  /** When to use it, for the model. */
  readonly description: string;
  /** Its system prompt. */
  readonly prompt: string;
  /** Absent: those of the session. It never gets Agent and AskUser. */
  readonly tools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  /** The provider's own name of the model, or `inherit`. */
  readonly model?: string | undefined;
  /** Model requests at most. */
  readonly maxTurns?: number | undefined;
}

/** Options of `query()`. Everything may be left out; an unknown key throws `InvalidOptionsError`. */
export interface Options {
  /** Servers by the name they have in tool prefixes, status and lists. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>> | undefined;
  /** Process-type servers that may start; the others show as disabled. Absent: all; empty: none. In-process servers are not affected. */
  readonly allowedMcpServerNames?: readonly string[] | undefined;
  /**
   * Default false: servers of the settings files, of a trusted folder's `.mcp.json` and of the person's `servers.json` are added;
   * of equal names `mcpServers` wins. True: none are.
   */
  readonly strictMcpConfig?: boolean | undefined;
  /** What the model sees. Absent: everything; empty: no tools. */
  readonly tools?: readonly string[] | undefined;
  /**
   * Pre-approved: no question. Hides nothing. `Name`, `mcp__server`, `mcp__server__tool`, or with content for built-in tools:
   * `Bash(git status:*)`, `Read(src/**)`, `Edit(~/notes/*.md)`, `WebFetch(domain:example.com)`, `Agent(reviewer)`.
   */
  readonly allowedTools?: readonly string[] | undefined;
  /** Denied; wins over allow. The forms are those of `allowedTools`. */
  readonly disallowedTools?: readonly string[] | undefined;
  /** Folders besides `cwd` that built-in tools may work in. */
  readonly additionalDirectories?: readonly string[] | undefined;
  /**
   * Which settings files count: `user` (`settings.json` in the config root), `project` and `local` (`.parley/settings.json` and
   * `.parley/settings.local.json` in `cwd`). Default: `user`, and those of the folder when the person has trusted it. Naming
   * `project` or `local` says that this folder is trusted, so its hooks run and its environment holds.
   */
  readonly settingSources?: readonly ('user' | 'project' | 'local')[] | undefined;
  /** Further settings, or the path of a file with them; they come over those of the files. */
  readonly settings?: string | JsonObject | undefined;
  /**
   * Default `default`: reading inside the folders needs no question, all else does unless a rule allows it.
   * `acceptEdits`: edits inside the folders need none either.
   * `plan`: nothing is written; commands run only when they are known to read inside the folders; tools of servers are asked for.
   * `auto`: edits inside the folders, and single commands known to read inside them (`ls`, `cat`, `grep`, `git log` and the like),
   * need no question; everything else does. What a tool says about itself counts for nothing.
   * `dontAsk`: what would be asked for is denied.
   * `bypassPermissions`: everything runs, except what a rule denies or asks for, and writing to settings, server definitions,
   * hooks and start-up files, which is asked for in every mode.
   */
  readonly permissionMode?: PermissionMode | undefined;
  /** Must be true for `permissionMode: 'bypassPermissions'`. */
  readonly allowDangerouslySkipPermissions?: boolean | undefined;
  readonly canUseTool?: CanUseTool | undefined;
  readonly hooks?: Hooks | undefined;
  readonly onElicitation?: OnElicitation | undefined;
  /** Default: the provider whose usual key variable is set, Anthropic first. */
  readonly provider?: ProviderOption | undefined;
  /** Default: the provider's usual variable (`ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `GEMINI_API_KEY` or `GOOGLE_API_KEY`). */
  readonly auth?: AuthOption | undefined;
  /** The provider's own name of the model. Needed for all but `anthropic`. */
  readonly model?: string | undefined;
  /** Default: the working folder of this process; with `spawnRuntime` the one that the runtime was started in, over there. */
  readonly cwd?: string | undefined;
  /** Added to the environment of tools and of the runtime. Keys of model services do not belong here: use `auth`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** A text replaces the built-in system prompt; the preset keeps it and may add to it. */
  readonly systemPrompt?: string | SystemPromptPreset | undefined;
  /** Most model requests of a turn. */
  readonly maxTurns?: number | undefined;
  /** Sub-agents that the tool Agent can give tasks to, by name. */
  readonly agents?: Readonly<Record<string, AgentDefinition>> | undefined;
  /** Keep what files held before tools changed them, so that `rewindFiles` can bring it back. Default false. */
  readonly enableFileCheckpointing?: boolean | undefined;
  /** Most that this query may cost in dollars, by a dated table of prices. With a model of unknown price every turn fails and says so. */
  readonly maxBudgetUsd?: number | undefined;
  /** The final answer is JSON of this schema, checked, in `structured_output` of the result. */
  readonly outputFormat?: OutputFormat | undefined;
  /** Skills that the model is offered, by name. Default `all`. */
  readonly skills?: readonly string[] | 'all' | undefined;
  /** Tokens that the model takes. Default: what is known of the model. */
  readonly contextWindow?: number | undefined;
  /** Id of a stored session to go on with. */
  readonly resume?: string | undefined;
  /** Goes on with the newest session of `cwd`; begins a new one where there is none. Default false. */
  readonly continue?: boolean | undefined;
  /** With `resume` or `continue`: goes on in a copy, a new session, and leaves the other as it is. Default false. */
  readonly forkSession?: boolean | undefined;
  /** Id for a new session, a UUID. Default: a fresh one. */
  readonly sessionId?: string | undefined;
  /** False writes no transcript. Default true. */
  readonly persistSession?: boolean | undefined;
  /** `stream_event` messages while the model writes. Default false. */
  readonly includePartialMessages?: boolean | undefined;
  /** Aborting it ends the session: iteration and pending promises reject with `AbortError`. */
  readonly abortController?: AbortController | undefined;
  /** Called for each line of the runtime's stderr and for each diagnostic of the SDK. */
  readonly stderr?: ((line: string) => void) | undefined;
  /** Carries the frames instead of a process of our own. */
  readonly transport?: Transport | undefined;
  /** The runtime's bundle. Default: `PARLEY_RUNTIME_PATH`, else the one of this package. */
  readonly pathToRuntime?: string | undefined;
  /** Starts the runtime elsewhere, such as over ssh or in a container; see `runtimeElsewhere`. */
  readonly spawnRuntime?: SpawnRuntime | undefined;
  /** How long the runtime may take to end by itself on close, in ms. Default 2_000. */
  readonly closeGraceMs?: number | undefined;
  /** Limit of a control request, in ms; 0 = none. Default 60_000. */
  readonly controlRequestTimeoutMs?: number | undefined;
  /** Limit from the start of the runtime to its answer to `initialize`, in ms; 0 = none. Default 60_000. */
  readonly initializeTimeoutMs?: number | undefined;
  /** Where transcripts and settings live, beside the runtime. Default: `PARLEY_CONFIG_DIR`, else `~/.parley`. */
  readonly configRoot?: string | undefined;
}
