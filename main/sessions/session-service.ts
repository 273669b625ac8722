import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { PermissionResult } from '../../shared/agent/frames.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type {
  FoundInSession,
  MessageAttachment,
  PermissionPrompt,
  PlaceInSession,
  SessionMode,
  SessionPage,
  SessionSnapshot,
  SessionSummary,
} from '../../shared/ipc/routes/sessions.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { JsonObject } from '../../shared/lib/json.ts';
import type { ServerRecord } from '../../shared/mcp/server-config.ts';
import { queuePath, transcriptPath } from '../lib/profile-paths.ts';
import { LiveSession } from './live-session.ts';
import type { SessionFacts } from './session-facts.ts';
import { MessageQueueFile } from './message-queue-file.ts';
import { PermissionDesk } from './permission-desk.ts';
import { requireKnown, requireProvider } from './require-provider.ts';
import { startRuntime, startText, type StartParts } from './start-runtime.ts';
import type { Facades } from './session-facades.ts';
import { closedSession, modeOf, nothingLeft, notFoundWhenGone } from './stored-facts.ts';
import { findIn, locateIn, pageOf } from './stored-pages.ts';
import { scratchFolder } from './scratch-folder.ts';
import { SessionTitler } from './session-titler.ts';
import { SessionShelf, type SessionPlace } from './session-shelf.ts';
import { MessageLog } from './message-log.ts';
import {
  restingState,
  type PagePlace,
  type StoredConversation,
  type StoredSession,
} from './session-archive.ts';
import { readSessionMeta, writeSessionMeta } from '../storage/transcript/session-meta-file.ts';
import type { HookQuestion } from './hooked-questions.ts';
import type { ToolQuestion } from './session-query.ts';
import type { SessionServiceDeps } from './session-service-deps.ts';
import type { PermissionAnswer, SessionService } from './session-service-contract.ts';

/** The desktop's session service: see the contract beside this file. */
export class DesktopSessions implements SessionService {
  readonly #deps: SessionServiceDeps;
  readonly #desk: PermissionDesk;
  readonly #live = new Map<string, LiveSession>();
  readonly #opening = new Map<string, Promise<LiveSession>>();
  readonly #shelf: SessionShelf;
  readonly #titler: SessionTitler;
  #disposed = false;

  constructor(deps: SessionServiceDeps) {
    this.#deps = deps;
    this.#shelf = new SessionShelf({
      defaultModel: deps.defaultModel,
      open: () => this.#live,
      onChange: (sessions, removed) => {
        if (!this.#disposed) deps.events.changed(sessions, removed);
      },
    });
    this.#titler = new SessionTitler(deps, this.#shelf);
    this.#desk = new PermissionDesk({
      clock: deps.clock,
      book: deps.permissions,
      titleOf: (id) => this.#shelf.summary(id)?.title ?? '',
      onChange: (prompts) => {
        deps.events.prompts(prompts);
        this.#shelf.changed(...this.#live.keys());
      },
    });
  }

  get busy(): boolean {
    return [...this.#live.values()].some((session) => session.running);
  }

  get prompts(): readonly PermissionPrompt[] {
    return this.#desk.prompts;
  }

  async start(): Promise<void> {
    await mkdir(this.#deps.paths.root, { recursive: true, mode: 0o700 });
    this.#shelf.put(await this.#deps.archive.list());
  }

  list(): readonly SessionSummary[] {
    return this.#shelf.list();
  }

  /** The list with its marks, for what is done with whole sessions. */
  get shelf(): SessionShelf {
    return this.#shelf;
  }

  /** Where the transcript of a session is and whether it exists; undefined when there is no such session. */
  placeOf(sessionId: string): SessionPlace | undefined {
    const live = this.#live.get(sessionId);
    if (live) {
      const { transcript: path, cwd } = live.facts;
      return { path, cwd, isRecorded: live.recorded, isRunning: live.running };
    }
    const stored = this.#shelf.stored(sessionId);
    if (!stored) return undefined;
    const { path, cwd, hasBegun = true } = stored;
    return { path, cwd, isRecorded: hasBegun, isRunning: false };
  }

  /** Ends what is open of a session: its turn, runtime and questions. What is stored stays. */
  async close(sessionId: string): Promise<void> {
    await this.#opening.get(sessionId)?.catch(() => undefined);
    const live = this.#live.get(sessionId);
    if (!live) return;
    this.#live.delete(sessionId);
    // One that began in this run is known from here only.
    this.#shelf.put([closedSession(live)]);
    this.#desk.withdraw(sessionId);
    await live.dispose();
  }

  /** Changes the stored conversation of a session that does nothing, and opens it anew. Whoever opens it meanwhile waits. */
  async rewrite({ facts }: LiveSession, change: () => Promise<void>): Promise<void> {
    const { id } = facts;
    const rewriting = this.close(id)
      .then(change)
      .then(
        () => this.#reopen(facts),
        async (failure: unknown) => {
          await this.#reopen(facts);
          throw failure;
        },
      )
      .finally(() => this.#opening.delete(id));
    this.#opening.set(id, rewriting);
    await rewriting;
  }

  async create(model: ModelRef | undefined, folder?: string, mode: SessionMode = 'default') {
    const chosen = model ?? this.#deps.defaultModel();
    await requireKnown(this.#deps.directory, chosen);
    const id = randomUUID();
    const now = this.#deps.clock.now();
    const cwd = folder ?? (await scratchFolder(this.#deps.paths, id));
    const session = this.#makeLive(
      {
        id,
        transcript: transcriptPath(this.#deps.paths.root, cwd, id),
        cwd,
        folder: folder ?? null,
        model: chosen,
        mode,
        instructions: '',
        title: '',
        createdAt: now,
        updatedAt: now,
      },
      { messages: [], holder: undefined },
    );
    this.#live.set(id, session);
    this.#shelf.changed(id);
    return session.summary();
  }

  async open(sessionId: string): Promise<SessionSnapshot> {
    const session = await this.#session(sessionId);
    return {
      summary: this.#shelf.summary(sessionId) ?? session.summary(),
      messages: session.log.messages,
      ...(session.log.earlier === undefined ? {} : { earlier: session.log.earlier }),
      sequence: session.log.sequence,
      prompts: this.#desk.prompts.filter((prompt) => prompt.sessionId === sessionId),
      queued: session.queued,
    };
  }

  async page(sessionId: string, at: PagePlace): Promise<SessionPage> {
    return pageOf(this.#deps.archive, await this.#session(sessionId), at);
  }

  async find(sessionId: string, words: string): Promise<FoundInSession> {
    return findIn(this.#deps.archive, await this.#session(sessionId), words);
  }

  async locate(sessionId: string, messageUuid: string): Promise<PlaceInSession | undefined> {
    return locateIn(this.#deps.archive, await this.#session(sessionId), messageUuid);
  }

  /** The open side of a session, for what is done with its turns. */
  live(sessionId: string): Promise<LiveSession> {
    return this.#session(sessionId);
  }

  async send(
    sessionId: string,
    text: string,
    attachments: readonly MessageAttachment[] = [],
  ): Promise<{ readonly messageUuid: string }> {
    const session = await this.#session(sessionId);
    const provider = await requireProvider(this.#deps.directory, session.facts.model);
    const start = await startText(session, provider, this.#startParts(session));
    if (![undefined, start].includes(session.startedWith)) await session.retireWhenIdle();
    return { messageUuid: await session.send(text, attachments) };
  }

  async interrupt(sessionId: string): Promise<void> {
    await (await this.#session(sessionId)).interrupt();
  }

  async setModel(sessionId: string, model: ModelRef): Promise<SessionSummary> {
    const session = await this.#session(sessionId);
    await requireKnown(this.#deps.directory, model);
    await session.useModel(model);
    if (session.recorded) await writeSessionMeta(session.facts.transcript, { model });
    return session.summary();
  }

  answerPermission(
    answer: {
      readonly promptId: string;
      readonly argumentsHash: string;
      readonly answer: PermissionAnswer;
    },
    lastInputAt: number,
  ): Promise<void> {
    return this.#desk.answer(answer.promptId, answer.argumentsHash, answer.answer, lastInputAt);
  }

  async editArguments(edit: {
    readonly promptId: string;
    readonly argumentsHash: string;
    readonly input: JsonObject;
  }): Promise<void> {
    this.#desk.edit(edit.promptId, edit.argumentsHash, edit.input);
  }

  async askTool(
    sessionId: string,
    question: ToolQuestion,
    server: ServerRecord | undefined,
  ): Promise<PermissionResult> {
    if (this.#live.has(sessionId)) return this.#desk.ask(sessionId, question, server);
    return { behavior: 'deny', message: 'This conversation is not open, so nobody was asked.' };
  }

  async questionHooks({ sessionId, serverId, request }: HookQuestion, signal: AbortSignal) {
    const live = this.#live.get(sessionId);
    const key = live && [...this.#facadesOf(live)].find(([, { record }]) => record.id === serverId);
    return key && live.questionHooks({ ...request, server_name: key[0] }, signal);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#live.values()].map((session) => session.dispose()));
  }

  async #session(sessionId: string): Promise<LiveSession> {
    const live = this.#live.get(sessionId);
    // One that another program holds is read again: the program may be done with it.
    if (live && !live.readOnly) return live;
    const underWay = this.#opening.get(sessionId);
    if (underWay) return underWay;
    const stored = this.#shelf.stored(sessionId);
    if (!stored || this.#disposed) {
      throw new ParleyError(
        'session.not-found',
        'This session does not exist in the profile any more.',
      );
    }
    const opening = this.#openStored(stored).finally(() => this.#opening.delete(sessionId));
    this.#opening.set(sessionId, opening);
    return opening;
  }

  async #openStored(stored: StoredSession): Promise<LiveSession> {
    const conversation = await this.#deps.archive
      .read(stored.path)
      .catch(stored.hasBegun === false ? nothingLeft : notFoundWhenGone);
    const meta = await readSessionMeta(stored.path);
    const session = this.#makeLive(
      {
        id: stored.id,
        transcript: stored.path,
        cwd: stored.cwd,
        folder: stored.folder,
        mode: modeOf(meta),
        instructions: meta.instructions ?? '',
        model: meta.model ?? stored.model ?? this.#deps.defaultModel(),
        title: stored.title,
        hasModelTitle: meta.autoTitle !== undefined,
        createdAt: stored.createdAt,
        updatedAt: stored.updatedAt,
      },
      conversation,
    );
    return this.#enter(session);
  }

  async #reopen(facts: SessionFacts): Promise<LiveSession> {
    const left = await this.#deps.archive.read(facts.transcript).catch(nothingLeft);
    return this.#enter(this.#makeLive(facts, left));
  }

  /** Takes in what waited, and goes on with it. */
  async #enter(session: LiveSession): Promise<LiveSession> {
    await session.loadQueue();
    this.#live.set(session.facts.id, session);
    this.#shelf.changed(session.facts.id);
    if (!session.readOnly) session.resumeQueue();
    return session;
  }

  #makeLive(facts: SessionFacts, stored: StoredConversation): LiveSession {
    const resting = restingState(stored.messages, {
      uuid: randomUUID(),
      sessionId: facts.id,
      reason: 'Parley was closed or stopped before the turn ended.',
    });
    const messages =
      resting.message && !stored.holder ? [...stored.messages, resting.message] : stored.messages;
    return new LiveSession(
      facts,
      stored.holder === undefined ? undefined : { holder: stored.holder },
      new MessageLog(messages, stored.earlier),
      resting.state,
      {
        clock: this.#deps.clock,
        log: this.#deps.log,
        queue: new MessageQueueFile(queuePath(facts.transcript), () => facts),
        startRuntime: (session) => startRuntime(session, this.#startParts(session)),
        waiting: () => this.#desk.prompts.some((prompt) => prompt.sessionId === facts.id),
        withdrawPrompts: () => {
          this.#desk.withdraw(facts.id);
        },
        onMessages: (sequence, batch) => {
          this.#deps.events.messages(facts.id, sequence, batch);
        },
        onChange: () => {
          this.#shelf.changed(facts.id);
        },
        onSuccess: (session) => {
          this.#titler.consider(session);
        },
      },
    );
  }

  #startParts(session: LiveSession): StartParts {
    return { deps: this.#deps, desk: this.#desk, facades: () => this.#facadesOf(session) };
  }

  #facadesOf({ facts }: LiveSession): Facades {
    return this.#deps.facades({ id: facts.id, folder: facts.cwd });
  }
}

/** A place as the window knows it: by cursor where it is not among the newest messages. */
