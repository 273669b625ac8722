import type { z } from 'zod';
import type {
  InitializeRequest,
  InitializeResponse,
  mcpStatusResponse,
} from '../../../../shared/agent/frames.ts';
import type {
  inputUserMessage,
  PermissionMode,
  SDKMessage,
  SDKResultMessage,
  SDKUserMessage,
} from '../../../../shared/agent/messages.ts';
import type { ModelRef, ProviderConfig } from '../../../../shared/agent/provider.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { BuiltIns } from '../builtin/built-ins.ts';
import { SessionContext } from '../context/session-context.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import { runSessionEnd, sessionHooks } from '../hooks/session-hooks.ts';
import { TurnInterrupted } from '../loop/interruption.ts';
import type { LoopDependencies } from '../loop/loop-dependencies.ts';
import { conversationOf, danglingCalls, interruptedResult } from '../loop/model-history.ts';
import type { ConversationMessage } from '../loop/model-history.ts';
import { runTurn } from '../loop/run-turn.ts';
import { failedTurn } from '../loop/turn-tally.ts';
import { SessionPermissions } from '../permissions/session-permissions.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { loadSettings, withSettings } from '../settings/load-settings.ts';
import type { SessionSettings } from '../settings/load-settings.ts';
import { chooseSession } from '../transcript/choose-session.ts';
import { openTranscript } from '../transcript/open-transcript.ts';
import type { OpenTranscript } from '../transcript/open-transcript.ts';
import { discardingSink } from '../transcript/transcript-writer.ts';
import { Announcements } from './announcements.ts';
import { linkStatus } from './link-status.ts';
import { CurrentModel } from './current-model.ts';
import type { RenewedKey } from './current-model.ts';
import { SessionAbout } from './session-about.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import { makeServers, withAdded } from './session-servers.ts';
import type { SessionServers } from './session-servers.ts';
import { spillResult } from './spill-result.ts';

type InputUserMessage = z.infer<typeof inputUserMessage>;

/** A message that has, or waits for, its turn. */
interface Turn {
  readonly message: SDKUserMessage;
  /** Aborts with `TurnInterrupted`. */
  readonly stop: AbortController;
}

/**
 * One session of the runtime: its servers, transcript, model, rules and the turns that run one after the other.
 * Whoever opened it closes it.
 */
export class Session {
  readonly #init: InitializeRequest;
  readonly #dependencies: SessionDependencies;
  readonly #transcript: OpenTranscript | undefined;
  readonly #builtIns: BuiltIns;
  readonly #servers: SessionServers;
  readonly #model: CurrentModel;
  readonly #settings: SessionSettings;
  readonly #context: SessionContext;
  readonly #hooks: HookRunner;
  readonly #permissions: SessionPermissions;
  readonly #loop: LoopDependencies;
  readonly about: SessionAbout;
  readonly #announcements: Announcements;
  readonly #history: ConversationMessage[];
  readonly #waiting: Turn[] = [];
  #mode: PermissionMode;
  #turn: Turn | undefined;
  #working: Promise<void> = Promise.resolve();
  #lastResult: SDKResultMessage | undefined;
  #closing: Promise<void> | undefined;
  readonly #ending = new AbortController();

  /** Opens transcript and model. Rejects with their errors; then nothing stays open. No server is started and nothing is emitted. */
  static async open(given: InitializeRequest, dependencies: SessionDependencies): Promise<Session> {
    const { modelKey } = dependencies.credentials;
    const model = await CurrentModel.create(
      dependencies.createModel,
      given.provider,
      given.model,
      modelKey,
    );
    const chosen = await chooseSession(given, dependencies.clock);
    const settings = await loadSettings(chosen);
    const context = await SessionContext.load(chosen);
    const init = {
      ...chosen,
      env: { ...settings.env, ...chosen.env },
      servers: withAdded(chosen, settings.servers),
      agents: context.agents,
    };
    const transcript = init.persist_session
      ? await openTranscript({
          configRoot: init.config_root,
          cwd: init.cwd,
          sessionId: init.session_id,
          resume: init.resume,
          model: init.model,
          appVersion: RUNTIME_VERSION,
          program: dependencies.program,
          clock: dependencies.clock,
        })
      : undefined;
    const outside = withSettings(dependencies, settings);
    return new Session(init, outside, settings, context, model, transcript);
  }

  private constructor(
    init: InitializeRequest,
    dependencies: SessionDependencies,
    settings: SessionSettings,
    context: SessionContext,
    model: CurrentModel,
    transcript: OpenTranscript | undefined,
  ) {
    this.#init = init;
    this.#dependencies = dependencies;
    this.#model = model;
    this.#transcript = transcript;
    this.#mode = init.permission_mode;
    this.#history = conversationOf(transcript?.messages ?? []);
    this.#builtIns = this.#makeBuiltIns();
    this.#context = context;
    const tools = [...this.#builtIns.tools, ...context.tools];
    const [kind, hooks] = [() => this.#model.kind, () => this.#hooks];
    this.#servers = makeServers(init, dependencies, kind, tools, hooks);
    this.#announcements = new Announcements({
      sessionId: init.session_id,
      cwd: init.cwd,
      registry: this.#servers.registry,
      agents: this.#builtIns.agents.map((agent) => agent.name),
      commands: context.commands.map((command) => command.name),
      model: () => this.#model.ref.id,
      mode: () => this.#mode,
      emit: dependencies.emit,
    });
    this.#settings = settings;
    const own = { init, settings, mode: () => this.#mode, cwd: () => this.#builtIns.cwd };
    this.#hooks = sessionHooks({
      ...own,
      dependencies,
      transcriptPath: transcript?.path ?? null,
    });
    this.#permissions = new SessionPermissions({
      ...own,
      hooks: this.#hooks,
      setMode: (mode) => this.setMode(mode),
      askHost: init.has_can_use_tool
        ? (request, signal) => dependencies.ask(request, { signal })
        : undefined,
      onDiagnostic: (message) => dependencies.log('warn', message),
    });
    this.#loop = this.#makeLoop();
    this.about = new SessionAbout({
      context,
      model,
      history: this.#history,
      loop: () => this.#loop,
      stored: transcript?.messages ?? [],
      clock: dependencies.clock,
    });
  }

  get response(): InitializeResponse {
    return {
      session_id: this.#init.session_id,
      transcript_path: this.#transcript?.path ?? null,
      capabilities: [],
      commands: this.#context.commands,
      models: [this.#context.describe(this.#model)],
      agents: [...this.#builtIns.agents],
      notices: [
        ...this.#settings.notices,
        ...this.#context.notices,
        ...(this.#transcript?.losses.map((loss) => loss.what) ?? []),
      ],
    };
  }

  /** How the last turn ended. */
  get lastResult(): SDKResultMessage | undefined {
    return this.#lastResult;
  }

  /** After initialize was answered: servers begin to connect, and what was found in the transcript is told. */
  start(): void {
    this.#servers.registry.start();
    this.#work(() => this.#tellRepairs());
    this.#work(() =>
      this.#runSessionHook('SessionStart', { source: this.#init.resume ? 'resume' : 'startup' }),
    );
  }

  /** Queues a message; turns run one after the other. */
  push(message: InputUserMessage): void {
    const { clock } = this.#dependencies;
    this.signIns.stop();
    this.#waiting.push({
      message: {
        ...message,
        message: this.#context.expand(message.message),
        uuid: message.uuid ?? crypto.randomUUID(),
        session_id: this.#init.session_id,
        timestamp: new Date(clock.now()).toISOString(),
      },
      stop: new AbortController(),
    });
    this.#work(() => this.#runNext());
  }

  /** Stops the running turn, or the one that is about to; the session takes the next message (RT-25). True when there was one. */
  interrupt(): boolean {
    const turn = this.#turn ?? this.#waiting[0];
    turn?.stop.abort(new TurnInterrupted());
    return turn !== undefined;
  }

  setMode(mode: PermissionMode): void {
    this.#mode = mode;
  }

  /** From the next request on. `renewed` is the key that came for this change. Rejects and changes nothing when it cannot be. */
  setModel(
    provider: ProviderConfig,
    model: ModelRef,
    renewed: RenewedKey | undefined,
  ): Promise<void> {
    return this.#model.change(provider, model, renewed);
  }

  /** From live state, also while a turn runs (SDK-31). */
  mcpStatus(): z.input<typeof mcpStatusResponse> {
    return { servers: this.#servers.registry.links.map(linkStatus) };
  }

  /** Background tasks and checkpoints of files. */
  get builtIns(): Pick<BuiltIns, 'tasks' | 'rewind'> {
    return this.#builtIns;
  }

  get hooks(): Pick<HookRunner, 'run'> {
    return this.#hooks;
  }

  get signIns(): SessionServers['signIns'] {
    return this.#servers.signIns;
  }

  /** Takes a message of an in-process server; false when there is none of this name. */
  receiveMcp(serverName: string, message: JsonObject): boolean {
    const server = this.#servers.hosted.get(serverName);
    server?.receive(message);
    return server !== undefined;
  }

  /** Resolves when every message that was pushed has had its turn. */
  async idle(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#working;
      await seen;
    } while (seen !== this.#working);
  }

  /** Ends turn, servers and transcript. May be repeated; rejects when the transcript could not be written to its end. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#waiting.length = 0;
    this.interrupt();
    this.#ending.abort(new Error('The session ends.'));
    await Promise.all([this.idle(), this.#builtIns.close()]);
    await runSessionEnd(this.#hooks, this.#dependencies.clock, 'close');
    await this.#servers.registry.close();
    await this.#transcript?.close();
  }

  #work(step: () => Promise<void>): void {
    this.#working = this.#working.then(step).catch((error: unknown) => {
      this.#dependencies.log('error', `A step of the session failed: ${messageOf(error)}`);
    });
  }

  async #runNext(): Promise<void> {
    const turn = this.#waiting.shift();
    if (!turn) return;
    this.#turn = turn;
    const { message, stop } = turn;
    try {
      await this.#builtIns.beginTurn(message.uuid);
      this.#lastResult = await runTurn(this.#loop, this.#history, message, stop.signal);
      this.about.count(this.#lastResult);
    } catch (error) {
      // Nothing of the kind is foreseen, and whoever waits for the end of the turn must not wait for ever.
      this.#lastResult = failedTurn(this.#init.session_id, this.#dependencies.clock.now(), error);
      this.#dependencies.emit(this.#lastResult);
    } finally {
      this.#turn = undefined;
    }
  }

  #makeBuiltIns(): BuiltIns {
    const { clock, emit, ask, log } = this.#dependencies;
    return new BuiltIns({
      init: this.#init,
      clock,
      emit,
      ask: (request, signal) => ask(request, { signal }),
      folders: () => this.#permissions.folders,
      loop: () => this.#loop,
      modelNamed: (id) => this.#model.named(id),
      onDiagnostic: (message) => log('warn', message),
    });
  }

  #makeLoop(): LoopDependencies {
    const { clock, emit } = this.#dependencies;
    const init = this.#init;
    const context = this.#context;
    return {
      sessionId: init.session_id,
      model: () => this.#model.model,
      system: () => context.system,
      ...context.loopParts(() => this.#model),
      tools: this.#servers.registry,
      permissions: this.#permissions.gate,
      hooks: this.#hooks,
      clock,
      emit,
      transcript: this.#transcript?.writer ?? discardingSink,
      includePartialMessages: init.include_partial_messages,
      maxTurns: init.max_turns,
      serverWaitMs: init.server_wait_ms,
      announce: (isTurnStart) => {
        if (isTurnStart) this.#announcements.beginTurn();
        else this.#announcements.tellChanges();
      },
      interrupt: () => {
        this.interrupt();
      },
      spill: (...result) => spillResult(init.config_root, init.session_id, ...result),
    };
  }

  async #runSessionHook(event: 'SessionStart', input: JsonObject): Promise<void> {
    const answer = await this.#hooks.run(event, input, {
      matchValue: String(input['source']),
      signal: this.#ending.signal,
    });
    if (answer.additionalContext.length === 0) return;
    // Without a time: it is not in the transcript.
    const message = this.#ownMessage(answer.additionalContext.join('\n'));
    this.#history.push({ ...message, timestamp: undefined });
  }

  /** Damage is told once and saved; calls that a crash left without a result get one, so that providers accept the history (RT-42). */
  async #tellRepairs(): Promise<void> {
    for (const loss of this.#transcript?.losses ?? [])
      await this.#tell({
        type: 'system',
        subtype: 'transcript_repaired',
        uuid: crypto.randomUUID(),
        session_id: this.#init.session_id,
        what: loss.what,
        ...(loss.keptIn === undefined ? {} : { kept_in: loss.keptIn }),
        lost_bytes: loss.lostBytes,
      });
    const dangling = danglingCalls(this.#history);
    if (dangling.length === 0) return;
    const message = this.#ownMessage(dangling.map((call) => interruptedResult(call.id)));
    this.#history.push(message);
    await this.#tell(message);
  }

  async #tell(message: SDKMessage): Promise<void> {
    await this.#transcript?.writer.append(message, { sync: true });
    this.#dependencies.emit(message);
  }

  #ownMessage(content: SDKUserMessage['message']['content']): SDKUserMessage {
    return {
      type: 'user',
      uuid: crypto.randomUUID(),
      session_id: this.#init.session_id,
      parent_tool_use_id: null,
      timestamp: new Date(this.#dependencies.clock.now()).toISOString(),
      message: { role: 'user', content },
    };
  }
}
