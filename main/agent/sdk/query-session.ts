import { z } from 'zod';
import { contextUsageResponse, suggestTitleResponse } from '../../../shared/agent/about-frames.ts';
import {
  listModelsResponse,
  mcpAuthenticateResponse,
  mcpStatusResponse,
  rewindFilesResponse,
} from '../../../shared/agent/frames.ts';
import { permissionMode } from '../../../shared/agent/messages.ts';
import type {
  PermissionMode,
  SDKMessage,
  SDKUserMessageInput,
} from '../../../shared/agent/messages.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import type { ControlPayload } from '../../lib/control-channel.ts';
import { AbortError, InvalidOptionsError, issuesOf, ProtocolError } from './errors.ts';
import { HostCallbacks } from './host-callbacks.ts';
import { InProcessBindings } from './in-process-bindings.ts';
import { buildInitialize } from './initialize-request.ts';
import { ModelChoice, parseModelChange } from './model-choice.ts';
import type { ParsedOptions } from './option-schema.ts';
import type { AuthOption, ProviderOption } from './options.ts';
import { ProcessTransport } from './process-transport.ts';
import { withoutKeys } from './provider-choice.ts';
import type {
  AgentInfo,
  ContextUsage,
  InitializationResult,
  McpServerStatus,
  ModelInfo,
  Query,
  QueryEnvironment,
  RewindFilesResult,
  SlashCommand,
} from './query-contract.ts';
import type { McpOAuthResolution } from './oauth-types.ts';
import { RuntimeLink } from './runtime-link.ts';
import type { Initialized } from './runtime-link.ts';
import {
  authenticateRequest,
  callbackRequest,
  resolutionOf,
  signInBefore,
} from './sign-in-requests.ts';
import { serverStatuses } from './server-statuses.ts';
import { rewindRequest, stopTaskRequest } from './task-requests.ts';
import { consume, isAsyncIterable, parseUserMessage, singleMessage } from './user-input.ts';
import type { Prompt } from './user-input.ts';

/** A running session (see `Query`). It owns its runtime, its in-process connections and the prompt's iterator. */
export class QuerySession implements Query {
  readonly #prompt: Prompt;
  readonly #options: ParsedOptions;
  readonly #outside: QueryEnvironment;
  readonly #messages = new AsyncQueue<SDKMessage>();
  readonly #callbacks: HostCallbacks;
  readonly #bindings: InProcessBindings;
  readonly #link: RuntimeLink;
  readonly #initialized: Promise<Initialized>;
  /** Aborts when the session ends, however it ends. */
  readonly #ending = new AbortController();
  readonly #onAbort: () => void;
  readonly #model: ModelChoice;
  #pulling = false;
  #hasSent = false;
  #openInputs = 0;
  #openTurns = 0;

  constructor(prompt: Prompt, options: ParsedOptions, outside: QueryEnvironment) {
    this.#prompt = prompt;
    this.#options = options;
    this.#outside = {
      ...outside,
      environment: { ...outside.environment, ...options.env },
    };
    this.#model = new ModelChoice(options, this.#outside.environment, {
      deliver: (payload) => this.#link.deliverCredentials(payload),
      ask: (payload) => this.#ask(payload),
    });
    this.#callbacks = new HostCallbacks(options, {
      deliverMcpMessage: (name, message) => this.#bindings.deliver(name, message),
      renewCredentials: () => this.#model.renew(),
      onDiagnostic: (message) => this.#diagnose(message),
      clock: outside.clock,
    });
    this.#link = new RuntimeLink({
      transport: options.transport ?? this.#processTransport(),
      handlers: this.#callbacks.handlers,
      clock: outside.clock,
      initializeTimeoutMs: options.initializeTimeoutMs,
      onMessage: (message) => this.#take(message),
      onEnded: (reason) => this.#wind(reason),
      onDiagnostic: (message) => this.#diagnose(message),
    });
    this.#bindings = new InProcessBindings(
      options.servers,
      async (name, message) => {
        await this.#ask({ subtype: 'mcp_message', server_name: name, message });
      },
      outside.clock,
    );
    this.#onAbort = () =>
      void this.#link.end(new AbortError('The session was aborted by its AbortController.'));
    this.#initialized = this.#start();
    this.#initialized.catch(() => undefined);
  }

  #processTransport(): ProcessTransport {
    const options = this.#options;
    return new ProcessTransport({
      pathToRuntime: options.pathToRuntime,
      spawnRuntime: options.spawnRuntime,
      env: withoutKeys(this.#outside.environment, options.auth),
      closeGraceMs: options.closeGraceMs,
      clock: this.#outside.clock,
    });
  }

  async #start(): Promise<Initialized> {
    const signal = this.#options.abortController?.signal;
    if (signal?.aborted) this.#onAbort();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    return this.#link.start(
      () => this.#model.credentials(),
      buildInitialize({
        options: this.#options,
        choice: this.#model.current,
        hooks: this.#callbacks.hookRegistrations,
        environment: this.#outside.environment,
      }),
    );
  }

  // --- iteration ---

  next(): Promise<IteratorResult<SDKMessage, void>> {
    this.#pull();
    return this.#next();
  }

  async #next(): Promise<IteratorResult<SDKMessage, void>> {
    const result = await this.#messages.next();
    // The end of the iteration is the end of the process as well.
    if (result.done) await this.close();
    return result;
  }

  async return(): Promise<IteratorResult<SDKMessage, void>> {
    await this.close();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<SDKMessage, void>> {
    await this.close();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  close(): Promise<void> {
    const grace = this.#callbacks.hearsEnd ? this.#options.closeGraceMs : 0;
    return this.#link.endGently(new AbortError('The session was closed.'), grace);
  }

  // --- input ---

  async streamInput(messages: AsyncIterable<SDKUserMessageInput>): Promise<void> {
    const message = 'Expected an async iterable of user messages.';
    if (!isAsyncIterable(messages))
      throw new InvalidOptionsError([{ path: 'streamInput', message }]);
    const sent = this.#feed(messages);
    this.#pull();
    await sent;
  }

  #pull(): void {
    if (this.#pulling) return;
    this.#pulling = true;
    const source = typeof this.#prompt === 'string' ? singleMessage(this.#prompt) : this.#prompt;
    // What is wrong with the prompt is the end of the iteration; what was sent until then is not waited for.
    const onFailure = (failure: unknown): void => {
      void this.#link.end(failure instanceof Error ? failure : new Error(String(failure)));
    };
    this.#feed(source, onFailure).catch(() => undefined);
  }

  async #feed(
    source: AsyncIterable<SDKUserMessageInput>,
    onFailure?: (failure: unknown) => void,
  ): Promise<void> {
    this.#openInputs += 1;
    try {
      await this.#initialized;
      await consume(source, this.#ending.signal, (message) => this.#sendUser(message));
      if (this.#ending.signal.aborted) throw this.#ending.signal.reason as Error;
    } catch (failure) {
      onFailure?.(failure);
      throw failure;
    } finally {
      this.#openInputs -= 1;
      this.#finishWhenDone();
    }
  }

  async #sendUser(message: SDKUserMessageInput): Promise<void> {
    const frame = parseUserMessage(message);
    this.#hasSent = true;
    this.#openTurns += 1;
    try {
      await this.#link.send(frame);
    } catch (failure) {
      this.#openTurns -= 1;
      throw failure;
    }
  }

  #take(message: SDKMessage): void {
    this.#messages.push(message);
    if (message.type !== 'result') return;
    this.#openTurns = Math.max(0, this.#openTurns - 1);
    this.#finishWhenDone();
  }

  /** All input is sent and answered: nothing more can come. */
  #finishWhenDone(): void {
    if (this.#openInputs > 0 || this.#openTurns > 0 || !this.#pulling) return;
    this.#messages.end();
    void this.close();
  }

  /** Runs once, when the link has ended. */
  #wind(reason: Error): void {
    this.#options.abortController?.signal.removeEventListener('abort', this.#onAbort);
    const aborted = this.#options.abortController?.signal.aborted === true;
    // After a natural end the host still gets what it has not taken.
    if (reason instanceof AbortError && !this.#messages.ended) this.#messages.clear();
    this.#messages.end(reason instanceof AbortError && !aborted ? undefined : reason);
    this.#ending.abort(reason);
    this.#callbacks.abortAll(reason);
    void this.#bindings.close().catch((failure: unknown) => this.#diagnose(String(failure)));
  }

  // --- requests ---

  async initializationResult(): Promise<InitializationResult> {
    const { ready, response } = await this.#initialized;
    return {
      sessionId: response.session_id,
      transcriptPath: response.transcript_path,
      runtimeVersion: ready.runtime_version,
      protocolVersion: ready.protocol_version,
      capabilities: response.capabilities,
      commands: response.commands,
      models: response.models,
      agents: response.agents,
      notices: [...response.notices, ...this.#nameNotices()],
    };
  }

  async supportedCommands(): Promise<readonly SlashCommand[]> {
    return (await this.#initialized).response.commands;
  }

  async supportedModels(): Promise<readonly ModelInfo[]> {
    const { models, problem } = await this.#askFor(listModelsResponse, { subtype: 'list_models' });
    if (problem !== undefined) this.#diagnose(problem);
    return models;
  }

  async supportedAgents(): Promise<readonly AgentInfo[]> {
    return (await this.#initialized).response.agents;
  }

  async mcpServerStatus(): Promise<McpServerStatus[]> {
    const { servers } = await this.#askFor(mcpStatusResponse, { subtype: 'mcp_status' });
    return serverStatuses(servers, this.#options.servers);
  }

  async getContextUsage(): Promise<ContextUsage> {
    return this.#askFor(contextUsageResponse, { subtype: 'get_context_usage' });
  }

  async suggestTitle(): Promise<string | undefined> {
    return (await this.#askFor(suggestTitleResponse, { subtype: 'suggest_title' })).title;
  }

  async interrupt(): Promise<void> {
    await this.#initialized;
    const done = this.#ask({ subtype: 'interrupt' });
    // After the request is written, so that no answer of an aborted callback comes before it.
    this.#callbacks.abortAll(new AbortError('The turn was interrupted.'));
    await done;
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    const parsed = permissionMode.safeParse(mode);
    if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error, ['mode']));
    if (mode === 'bypassPermissions' && !this.#options.allowDangerouslySkipPermissions)
      throw new InvalidOptionsError([
        {
          path: 'mode',
          message:
            'The mode "bypassPermissions" runs every tool unasked. Start the query with `allowDangerouslySkipPermissions: true` to allow it.',
        },
      ]);
    await this.#initialized;
    await this.#ask({ subtype: 'set_permission_mode', mode });
  }

  async setModel(
    model: string,
    options: { readonly provider?: ProviderOption; readonly auth?: AuthOption } = {},
  ): Promise<void> {
    const change = parseModelChange({ model, ...options });
    await this.#initialized;
    await this.#model.change(change);
  }

  async mcpAuthenticate(serverName: string, redirectUri?: string): Promise<McpOAuthResolution> {
    const request = authenticateRequest(serverName, redirectUri);
    const ask = () => this.#askFor(mcpAuthenticateResponse, request);
    return resolutionOf(await signInBefore(this.#hasSent, ask));
  }

  async mcpSubmitOAuthCallbackUrl(serverName: string, callbackUrl: string): Promise<void> {
    const request = callbackRequest(serverName, callbackUrl);
    await signInBefore(this.#hasSent, () => this.#askFor(z.object({}), request));
  }

  async rewindFiles(
    userMessageId: string,
    options: { readonly dryRun?: boolean } = {},
  ): Promise<RewindFilesResult> {
    const request = rewindRequest(userMessageId, options);
    const { not_covered: notCovered, ...result } = await this.#askFor(rewindFilesResponse, request);
    return { ...result, notCovered };
  }

  async stopTask(taskId: string): Promise<boolean> {
    const answer = z.object({ stopped: z.boolean() });
    return (await this.#askFor(answer, stopTaskRequest(taskId))).stopped;
  }

  /** Asks the hooks of the session, which have clocks of their own, about a question of a server of the host. */
  async questionHooks(request: ControlPayload, signal: AbortSignal): Promise<unknown> {
    await this.#initialized;
    return this.#link.request(request, { signal });
  }

  #ask(payload: ControlPayload): Promise<unknown> {
    return this.#link.request(payload, { timeoutMs: this.#options.controlRequestTimeoutMs });
  }

  async #askFor<T>(schema: z.ZodType<T>, payload: ControlPayload): Promise<T> {
    await this.#initialized;
    const parsed = schema.safeParse(await this.#ask(payload));
    if (parsed.success) return parsed.data;
    const error = new ProtocolError(
      `The runtime's answer to ${payload.subtype} is not usable, so the session was closed. ${z.prettifyError(parsed.error)}`,
    );
    void this.#link.end(error);
    throw error;
  }

  #nameNotices(): string[] {
    return [...this.#options.servers].flatMap(([key, config]) =>
      config.type === 'sdk' && config.name !== key
        ? [
            `The in-process server "${config.name}" is used under the name "${key}", its key in \`mcpServers\`.`,
          ]
        : [],
    );
  }

  #diagnose(message: string): void {
    try {
      this.#options.stderr?.(message);
    } catch {
      // A broken listener of diagnostics must not break the session.
    }
  }
}
