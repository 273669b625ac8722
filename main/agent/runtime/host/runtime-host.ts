import { resolve } from 'node:path';
import type { z } from 'zod';
import {
  hostFrame,
  hostRequest,
  protocolVersionText,
  type HostFrame,
  type HostRequest,
  type InitializeResponse,
} from '../../../../shared/agent/frames.ts';
import type { SDKMessage, SDKResultMessage } from '../../../../shared/agent/messages.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ControlChannel, ControlRequestError } from '../../../lib/control-channel.ts';
import type { ControlHandler, ControlPayload } from '../../../lib/control-channel.ts';
import { FrameTooLargeError } from '../../../lib/jsonl.ts';
import type { Log } from '../../../lib/logger.ts';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { NoCheckpointError } from '../../../storage/checkpoints/file-checkpoints.ts';
import { askQuestionHooks } from '../hooks/question-hooks.ts';
import { MissingKeyError } from '../model/model-contract.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { DailyTidying } from '../session/daily-tidying.ts';
import { Session } from '../session/session.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import { SettingsError } from '../settings/load-settings.ts';
import { TranscriptStateError } from '../transcript/open-transcript.ts';
import { TranscriptLockedError } from '../../../storage/transcript/transcript-lock.ts';
import { CredentialFileError } from './credential-intake.ts';
import type { CredentialIntake } from './credential-intake.ts';
import type { FramePort } from './frame-port.ts';

export interface RuntimeHostOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials: CredentialIntake;
  readonly createModel: SessionDependencies['createModel'];
  /** Connects to a server of the session; `env` and `cwd` are the session's. */
  readonly connect: (
    session: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
    ...call: Parameters<SessionDependencies['connect']>
  ) => ReturnType<SessionDependencies['connect']>;
  readonly program: string;
  /** The host asked for the end of the session, and it has ended. */
  readonly onSessionEnded: () => void;
}

type RequestOf<Subtype extends HostRequest['subtype']> = Extract<HostRequest, { subtype: Subtype }>;

const RUNTIME_CAPABILITIES = [
  'partial_messages',
  'hooks',
  'can_use_tool',
  'mcp_message',
  'transcripts',
];

/**
 * The runtime's side of the protocol: takes frames of the host, answers its control requests, and carries the session's messages out.
 * Control requests are served as they come; none waits behind a running turn (RT-8).
 */
export class RuntimeHost {
  readonly #options: RuntimeHostOptions;
  readonly #port: FramePort;
  readonly #control: ControlChannel;
  readonly #early: Extract<HostFrame, { type: 'user' }>[] = [];
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  /** The session, once it has told what it found in its transcript: messages wait for that. */
  #started: Session | undefined;
  #ending: Promise<void> | undefined;
  #tidying: DailyTidying | undefined;

  constructor(port: FramePort, options: RuntimeHostOptions) {
    this.#options = options;
    this.#port = port;
    this.#control = new ControlChannel({
      send: (frame) => port.send(frame),
      handlers: this.#handlers(),
      clock: options.clock,
      onDiagnostic: (message) => {
        options.log('warn', message);
      },
    });
  }

  /** The first frame (RT-3). */
  async sayReady(): Promise<void> {
    await this.#port.send({
      type: 'ready',
      protocol_version: protocolVersionText,
      runtime_version: RUNTIME_VERSION,
      capabilities: RUNTIME_CAPABILITIES,
    });
  }

  /** Takes a frame of the host. A malformed one is a diagnostic (RT-6). */
  receive(frame: unknown): void {
    const parsed = hostFrame.safeParse(frame);
    if (!parsed.success) {
      this.#options.log('warn', `A frame of the host was dropped. ${issueText(parsed.error)}`);
      return;
    }
    if (parsed.data.type !== 'user') this.#control.receive(parsed.data);
    else if (this.#started) this.#started.push(parsed.data);
    else this.#early.push(parsed.data);
  }

  /** Ends the session: rejects what waits for the host, stops the turn, closes servers and transcript. May be repeated. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#control.closeAll(new Error('The host is gone.'));
    const session = await this.#opening?.catch(() => undefined);
    try {
      await this.#tidying?.close();
      await session?.close();
    } finally {
      await this.#port.flush();
    }
  }

  #handlers(): Readonly<Record<string, ControlHandler>> {
    return {
      initialize: this.#handler('initialize', (request) => this.#initialize(request)),
      interrupt: this.#handler('interrupt', () => ({ interrupted: this.#open().interrupt() })),
      mcp_status: this.#handler('mcp_status', () => this.#open().mcpStatus()),
      set_permission_mode: this.#handler('set_permission_mode', ({ mode }) => {
        this.#open().setMode(mode);
        return {};
      }),
      set_model: this.#handler('set_model', async (request) => {
        const session = this.#open();
        await withCodes(async () => {
          const renewal = await this.#options.credentials.takeRenewal(request.credential_file);
          const renewed = renewal && { key: renewal.modelKey };
          await session.setModel(request.provider, request.model, renewed);
        });
        return {};
      }),
      list_models: this.#handler('list_models', (_, { signal }) =>
        this.#open().about.models(signal),
      ),
      ...this.#aboutHandlers(),
      rewind_files: this.#handler('rewind_files', (request) =>
        withCodes(async () => {
          const { builtIns } = this.#open();
          const plan = await builtIns.rewind(request.user_message_id, request.dry_run);
          const { restored, refused, commands } = plan;
          return { restored, refused, not_covered: commands };
        }),
      ),
      mcp_authenticate: this.#handler('mcp_authenticate', async (request) => {
        const { signIns } = this.#open();
        const found = await signIns.authenticate(request.server_name, request.redirect_uri);
        return {
          ...(found.authUrl === undefined ? {} : { auth_url: found.authUrl }),
          requires_user_action: found.requiresUserAction,
        };
      }),
      mcp_oauth_callback: this.#handler('mcp_oauth_callback', async (request) => {
        await this.#open().signIns.submit(request.server_name, request.callback_url);
        return {};
      }),
      stop_task: this.#handler('stop_task', async ({ task_id: id }) => {
        const stopped = await this.#open().builtIns.tasks.stop(id);
        if (stopped === undefined)
          throw new ControlRequestError('unknown-task', `There is no background task "${id}".`);
        return { stopped };
      }),
      elicitation_hooks: this.#handler('elicitation_hooks', async (request, { signal }) => ({
        answer: await askQuestionHooks(this.#open().hooks, request, signal),
      })),
      end_session: this.#handler('end_session', async () => {
        await this.#session?.close();
        // The answer goes out first.
        setImmediate(this.#options.onSessionEnded);
        return {};
      }),
      mcp_message: this.#handler('mcp_message', (request) => this.#receiveMcp(request)),
    };
  }

  #aboutHandlers(): Readonly<Record<string, ControlHandler>> {
    return {
      get_context_usage: this.#handler('get_context_usage', () =>
        this.#open().about.contextUsage(),
      ),
      suggest_title: this.#handler('suggest_title', async (_, { signal }) => ({
        title: await this.#open().about.title(signal),
      })),
    };
  }

  #receiveMcp(request: RequestOf<'mcp_message'>): object {
    // Handshakes may run before initialize is answered, so the session in the making takes messages too.
    if (this.#open().receiveMcp(request.server_name, request.message)) return {};
    throw new ControlRequestError(
      'unknown-server',
      `There is no in-process server "${request.server_name}" in this session.`,
    );
  }

  #handler<Subtype extends HostRequest['subtype']>(
    subtype: Subtype,
    handle: (request: RequestOf<Subtype>, context: Parameters<ControlHandler>[1]) => unknown,
  ): ControlHandler {
    return (payload: ControlPayload, context) => {
      const parsed = hostRequest.safeParse(payload);
      if (!parsed.success)
        throw new ControlRequestError('invalid-request', `${subtype}: ${issueText(parsed.error)}`);
      return handle(parsed.data as RequestOf<Subtype>, context);
    };
  }

  #open(): Session {
    if (this.#session) return this.#session;
    throw new ControlRequestError('not-initialized', 'The session is not initialized yet.');
  }

  async #initialize(request: RequestOf<'initialize'>): Promise<InitializeResponse> {
    if (this.#opening)
      throw new ControlRequestError('already-initialized', 'The session is initialized already.');
    const placed = {
      ...request,
      cwd: resolve(request.cwd ?? '.'),
      config_root: request.config_root ?? profilePaths(process.env).root,
    };
    this.#opening = withCodes(async () => {
      const credentials = await this.#options.credentials.take();
      const { clock, log, createModel, connect, program } = this.#options;
      return Session.open(placed, {
        credentials,
        clock,
        log,
        createModel,
        program,
        emit: (message) => {
          this.#emit(message);
        },
        ask: (payload, options) => this.#control.request(payload, options),
        connect: (...call) => connect({ env: placed.env, cwd: placed.cwd }, ...call),
      });
    });
    let session: Session;
    try {
      session = await this.#opening;
    } catch (error) {
      // The host may try again, such as with other credentials.
      this.#opening = undefined;
      throw error;
    }
    this.#session = session;
    // Behind the answer: nothing of the session goes out before it.
    setImmediate(() => {
      if (this.#ending) return;
      session.start();
      // Behind everything that the session does at its start.
      this.#tidying = new DailyTidying({
        configRoot: placed.config_root,
        sessionId: session.response.session_id,
        clock: this.#options.clock,
      });
      this.#started = session;
      for (const message of this.#early.splice(0)) session.push(message);
    });
    return session.response;
  }

  #emit(message: SDKMessage): void {
    void this.#port.send(message).catch((error: unknown) => {
      const isTooLarge = error instanceof FrameTooLargeError;
      if (isTooLarge || !this.#ending)
        this.#options.log('error', `A message did not reach the host: ${messageOf(error)}`);
      // The host waits for the end of the turn.
      if (isTooLarge && message.type === 'result') this.#emit(withoutContent(message, error));
    });
  }
}

/** A result that fits into a frame, whatever the turn was about. */
function withoutContent(result: SDKResultMessage, error: Error): SDKResultMessage {
  const rest = { ...result };
  delete rest.result;
  return {
    ...rest,
    subtype: 'error_during_execution',
    is_error: true,
    errors: [`The result of this turn could not be told: ${error.message}`],
    permission_denials: [],
  };
}

/** Gives the errors of opening a session the codes that the host tells them apart by. */
async function withCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MissingKeyError || error instanceof CredentialFileError)
      throw new ControlRequestError('credentials', error.message);
    if (error instanceof SettingsError)
      throw new ControlRequestError('invalid-settings', error.message);
    if (error instanceof TranscriptLockedError)
      throw new ControlRequestError('session-locked', error.message);
    if (error instanceof NoCheckpointError)
      throw new ControlRequestError('no-checkpoint', error.message);
    if (error instanceof TranscriptStateError)
      throw new ControlRequestError(error.code, error.message);
    throw error;
  }
}

/** Names the field, and never holds the value (it may be a secret). */
function issueText(error: z.ZodError): string {
  const issue = deepest(error.issues[0]);
  const path = issue?.path.map(String).join('.') ?? '';
  return `${path === '' ? 'The frame' : `The field "${path}"`} is not usable: ${issue?.message ?? 'unknown reason'}`;
}

/** The most telling issue of a union: the one of the branch that fitted best. */
function deepest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union' || !isJsonObject(issue) || issue.errors.length === 0)
    return issue;
  const inner = issue.errors.map((branch) => branch[0]).filter((one) => one !== undefined);
  const best = inner.sort((left, right) => right.path.length - left.path.length)[0];
  if (!best) return issue;
  const found = deepest(best) ?? best;
  return { ...found, path: [...issue.path, ...found.path] };
}
