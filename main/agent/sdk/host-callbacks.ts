import { z } from 'zod';
import { permissionResult, runtimeRequest } from '../../../shared/agent/frames.ts';
import type {
  PermissionResult,
  RuntimeRequest,
  hookRegistration,
} from '../../../shared/agent/frames.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import { ControlRequestError } from '../../lib/control-channel.ts';
import type { ControlHandler } from '../../lib/control-channel.ts';
import { runBounded } from './bounded-call.ts';
import type { ElicitationResult, HookCallback, HookInput } from './callbacks.ts';
import type { RpcMessage } from '../../lib/rpc-message.ts';
import type { ParsedOptions } from './option-schema.ts';

type RequestOf<Subtype extends RuntimeRequest['subtype']> = Extract<
  RuntimeRequest,
  { subtype: Subtype }
>;

export interface HostServices {
  /** Hands one message to an in-process server; rejects when there is none. */
  readonly deliverMcpMessage: (serverName: string, message: RpcMessage) => Promise<void>;
  /** Sends the credentials again; resolves to the file that holds them, if the side channel is files. */
  readonly renewCredentials: () => Promise<string | undefined>;
  readonly onDiagnostic: (message: string) => void;
  readonly clock: Clock;
}

const elicitationResult = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});

/** Answers what the runtime asks of the host (RT-7) with the callbacks of the options. */
export class HostCallbacks {
  readonly #options: ParsedOptions;
  readonly #services: HostServices;
  readonly #hooks = new Map<string, HookCallback>();
  readonly #running = new Set<AbortController>();
  /** What `initialize` says about hooks. */
  readonly hookRegistrations: z.input<typeof hookRegistration>[] = [];

  constructor(options: ParsedOptions, services: HostServices) {
    this.#options = options;
    this.#services = services;
    this.#registerHooks();
  }

  /** By subtype, for the control channel. */
  get handlers(): Readonly<Record<string, ControlHandler>> {
    return {
      can_use_tool: this.#handler('can_use_tool', (request, signal) =>
        this.#canUseTool(request, signal),
      ),
      hook_callback: this.#handler('hook_callback', (request, signal) =>
        this.#runHook(request, signal),
      ),
      elicitation: this.#handler('elicitation', (request, signal) => this.#elicit(request, signal)),
      mcp_message: this.#handler('mcp_message', async (request) => {
        await this.#services.deliverMcpMessage(request.server_name, request.message);
        return {};
      }),
      get_credential: this.#handler('get_credential', async () => {
        const file = await this.#services.renewCredentials();
        return file === undefined ? {} : { credential_file: file };
      }),
    };
  }

  /** Whether a callback wants to hear that the session ends. */
  get hearsEnd(): boolean {
    return this.hookRegistrations.some(({ event }) => event === 'SessionEnd');
  }

  /** Aborts the signal of every callback that has not answered yet. */
  abortAll(reason: Error): void {
    for (const controller of [...this.#running]) controller.abort(reason);
  }

  #registerHooks(): void {
    for (const [event, matchers] of Object.entries(this.#options.hooks)) {
      for (const { matcher, hooks, timeout } of matchers ?? []) {
        const ids = hooks.map((hook) => {
          const id = `hook-${String(this.#hooks.size + 1)}`;
          this.#hooks.set(id, hook);
          return id;
        });
        this.hookRegistrations.push({
          event: event as keyof ParsedOptions['hooks'],
          ...(matcher === undefined ? {} : { matcher }),
          callback_ids: ids,
          ...(timeout === undefined ? {} : { timeout_ms: timeout }),
        });
      }
    }
  }

  #handler<Subtype extends RuntimeRequest['subtype']>(
    subtype: Subtype,
    answer: (request: RequestOf<Subtype>, signal: AbortSignal) => Promise<unknown>,
  ): ControlHandler {
    return async (payload, { signal }) => {
      const parsed = runtimeRequest.safeParse(payload);
      if (!parsed.success)
        throw new ControlRequestError(
          'invalid-request',
          `The request "${subtype}" is not usable: ${z.prettifyError(parsed.error)}`,
        );
      const controller = new AbortController();
      this.#running.add(controller);
      try {
        // The key of the record is the subtype that was parsed.
        const request = parsed.data as RequestOf<Subtype>;
        return await answer(request, AbortSignal.any([signal, controller.signal]));
      } finally {
        this.#running.delete(controller);
      }
    };
  }

  async #canUseTool(
    request: RequestOf<'can_use_tool'>,
    signal: AbortSignal,
  ): Promise<PermissionResult> {
    const { canUseTool } = this.#options;
    if (!canUseTool)
      return {
        behavior: 'deny',
        message: 'Nobody is there to allow this call: no `canUseTool` is set.',
      };
    try {
      const answer = permissionResult.safeParse(
        await canUseTool(request.tool_name, request.input, {
          signal,
          toolUseId: request.tool_use_id,
          suggestions: request.suggestions,
          annotations: request.annotations,
          serverName: request.server_name,
          serverToolName: request.server_tool_name,
          title: request.title,
          blockedPath: request.blocked_path,
          reason: request.reason,
        }),
      );
      if (answer.success) return answer.data;
      return this.#denied(
        `\`canUseTool\` gave an unusable answer: ${z.prettifyError(answer.error)}`,
      );
    } catch (failure) {
      if (signal.aborted) return { behavior: 'deny', message: 'The question was withdrawn.' };
      return this.#denied(`\`canUseTool\` failed: ${messageOf(failure)}`);
    }
  }

  #denied(message: string): PermissionResult {
    this.#services.onDiagnostic(message);
    return { behavior: 'deny', message };
  }

  async #runHook(request: RequestOf<'hook_callback'>, signal: AbortSignal): Promise<unknown> {
    const hook = this.#hooks.get(request.callback_id);
    if (!hook)
      throw new ControlRequestError(
        'unknown-hook',
        `There is no hook ${request.callback_id} here.`,
      );
    const output: unknown = await hook(request.input as HookInput, request.tool_use_id, { signal });
    if (output === undefined || output === null) return {};
    if (isJsonObject(output)) return output;
    throw new ControlRequestError('invalid-answer', 'A hook must answer an object or nothing.');
  }

  /** A form waits for the person; the page of an address is answered at once, so that has a limit (SDK-15). */
  #elicit(request: RequestOf<'elicitation'>, signal: AbortSignal): Promise<ElicitationResult> {
    const { controlRequestTimeoutMs: limit } = this.#options;
    return runBounded<ElicitationResult>({
      run: (bounded) => this.#askElicitation(request, bounded),
      signal,
      timeoutMs: request.mode === 'url' ? limit : 0,
      clock: this.#services.clock,
      onTimeout: () => {
        this.#services.onDiagnostic(
          `\`onElicitation\` did not answer for "${request.server_name}" within ${String(limit)} ms, so the page was cancelled. Answer a page at once; its end comes as \`elicitation_complete\`.`,
        );
        return { action: 'cancel' };
      },
    });
  }

  async #askElicitation(
    request: RequestOf<'elicitation'>,
    signal: AbortSignal,
  ): Promise<ElicitationResult> {
    const { onElicitation } = this.#options;
    if (!onElicitation) return { action: 'cancel' };
    try {
      const answer = elicitationResult.safeParse(
        await onElicitation(
          {
            serverName: request.server_name,
            message: request.message,
            mode: request.mode,
            url: request.url,
            elicitationId: request.elicitation_id,
            requestedSchema: request.requested_schema,
            title: request.title,
            displayName: request.display_name,
            description: request.description,
          },
          { signal },
        ),
      );
      if (answer.success) return answer.data;
      this.#services.onDiagnostic(
        `\`onElicitation\` gave an unusable answer for "${request.server_name}": ${z.prettifyError(answer.error)}`,
      );
    } catch (failure) {
      if (!signal.aborted)
        this.#services.onDiagnostic(
          `\`onElicitation\` failed for "${request.server_name}": ${messageOf(failure)}`,
        );
    }
    return { action: 'cancel' };
  }
}
