import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import type { ExportFormat } from '../../shared/ipc/routes/session-list.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import { forkSession } from '../agent/sdk/sessions/change-sessions.ts';
import { SessionNotFoundError } from '../agent/sdk/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import { queuePath, transcriptPath, type ProfilePaths } from '../lib/profile-paths.ts';
import { sessionFolders } from '../storage/kept-files/session-folders.ts';
import { writeConversation } from '../storage/transcript/fork-transcript.ts';
import { readTranscript } from '../storage/transcript/read-transcript.ts';
import { writeSessionMeta } from '../storage/transcript/session-meta-file.ts';
import {
  acquireTranscriptLock,
  TranscriptLockedError,
  transcriptLockPath,
} from '../storage/transcript/transcript-lock.ts';
import { SessionTrash, TrashError, type TrashedSession } from '../storage/transcript/trash.ts';
import { exportHtml } from '../storage/export/export-html.ts';
import { exportMarkdown } from '../storage/export/export-markdown.ts';
import { redactSession, type ExportedSession } from '../storage/export/exported-session.ts';
import { readConversationFile } from '../storage/export/import-session.ts';
import { scratchFolder } from './scratch-folder.ts';
import type { SessionArchive } from './session-archive.ts';
import type { SessionMarks, SessionPlace, SessionShelf } from './session-shelf.ts';

/** How long deleted sessions can be put back, in days. */
export const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** The open side of sessions, as the library needs it. */
export interface OpenSessions {
  readonly shelf: SessionShelf;
  placeOf(sessionId: string): SessionPlace | undefined;
  close(sessionId: string): Promise<void>;
}

export interface SessionLibraryDeps {
  readonly sessions: OpenSessions;
  readonly archive: SessionArchive;
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly appVersion: string;
  readonly defaultModel: () => ModelRef;
  /** Ends the connections that only this session used. */
  readonly endConnections: (sessionId: string) => Promise<void>;
  /** Drops what was allowed for this session. */
  readonly forgetGrants: (sessionId: string) => Promise<void>;
  readonly finder: {
    wrote(file: { readonly id: string; readonly path: string }): void;
    forget(sessionId: string): void;
  };
}

export interface ExportedFile {
  /** A name for it. */
  readonly name: string;
  readonly text: string;
}

const endings: Record<ExportFormat, string> = { markdown: 'md', json: 'json', html: 'html' };

/** What is done with whole sessions. Methods reject with a `ParleyError`. */
export class SessionLibrary {
  readonly #deps: SessionLibraryDeps;
  readonly #trash: SessionTrash;
  #viewed: string | undefined;

  constructor(deps: SessionLibraryDeps) {
    this.#deps = deps;
    this.#trash = new SessionTrash(deps.paths.root);
  }

  /** Puts right what a crash left, and deletes for good what is too old. To be called before the list is read. */
  start(): Promise<void> {
    return this.#trash.tidy(this.#deps.clock.now(), KEPT_DAYS * DAY_MS);
  }

  /** The session that the person looks at now. */
  async view(sessionId: string | undefined): Promise<void> {
    this.#viewed = sessionId;
    if (sessionId !== undefined && this.#shelf.marksOf(sessionId).unread === true)
      await this.#mark(sessionId, { unread: undefined });
  }

  /** Hears what happens in sessions: one whose turn ends unseen is unread, and the index follows. */
  heard(sessionId: string, messages: readonly SDKMessage[]): void {
    const place = this.#deps.sessions.placeOf(sessionId);
    const isKept = messages.some(({ type }) => ['user', 'assistant', 'result'].includes(type));
    if (place?.isRecorded === true && isKept)
      this.#deps.finder.wrote({ id: sessionId, path: place.path });
    const hasEnded = messages.some(
      (message) =>
        message.type === 'result' ||
        (message.type === 'system' && message.subtype === 'runtime_exited'),
    );
    if (!hasEnded || sessionId === this.#viewed) return;
    this.#mark(sessionId, { unread: true }).catch((failure: unknown) => {
      this.#deps.log('warn', 'A session could not be marked.', { reason: messageOf(failure) });
    });
  }

  /** An empty title gives the automatic one back. */
  async rename(sessionId: string, title: string): Promise<void> {
    this.#placeOf(sessionId);
    await this.#mark(sessionId, { title: title.replace(/\s+/g, ' ').trim() || undefined });
  }

  async mark(
    sessionIds: readonly string[],
    marks: Pick<SessionMarks, 'pinned' | 'archived'>,
  ): Promise<void> {
    for (const id of sessionIds) {
      const place = this.#placeOf(id);
      if (marks.archived === true && place.isRunning)
        throw new ParleyError('session.busy', 'A turn of this session runs. Stop it first.');
      await this.#mark(id, {
        ...('pinned' in marks ? { pinned: marks.pinned || undefined } : {}),
        ...('archived' in marks ? { archived: marks.archived || undefined } : {}),
      });
      if (marks.archived !== true) continue;
      // It can be opened again at any time; until then it holds no process and no connection.
      await this.#deps.sessions.close(id);
      await this.#deps.endConnections(id);
      this.#shelf.changed(id);
    }
  }

  async fork(sessionId: string, upToMessageId?: string): Promise<SessionSummary> {
    this.#recorded(sessionId);
    const { title } = this.#shelf.marksOf(sessionId);
    const { paths } = this.#deps;
    const made = await forkSession(sessionId, {
      configRoot: paths.root,
      upToMessageId,
      ...(title === undefined ? {} : { title: `${title} (fork)` }),
    }).catch((failure: unknown) => {
      if (failure instanceof SessionNotFoundError)
        throw new ParleyError('session.not-found', failure.message);
      throw failure;
    });
    return this.#adopt(made.sessionId);
  }

  /** Moves sessions to the trash; resolves with those that are gone. Rejects when the first cannot be moved. */
  async delete(sessionIds: readonly string[]): Promise<string[]> {
    const deleted: string[] = [];
    for (const id of sessionIds) {
      const place = this.#placeOf(id);
      await this.#deps.sessions.close(id);
      if (place.isRecorded || (await exists(queuePath(place.path))))
        await this.#moveToTrash(id, place);
      this.#shelf.remove([id]);
      this.#deps.finder.forget(id);
      await this.#deps.endConnections(id);
      await this.#deps.forgetGrants(id);
      deleted.push(id);
    }
    return deleted;
  }

  /** Takes sessions out of the trash. Rejects with `session.not-found` or `session.exists`. */
  async restore(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) {
      await this.#trash.restore(id).catch((failure: unknown) => {
        if (!(failure instanceof TrashError)) throw failure;
        const code = failure.reason === 'taken' ? 'session.exists' : 'session.not-found';
        throw new ParleyError(code, failure.message);
      });
      await this.#adopt(id);
    }
  }

  /** The sessions in the trash, the last deleted first. */
  trashed(): Promise<TrashedSession[]> {
    return this.#trash.list();
  }

  /** Deletes for good what is in the trash. */
  emptyTrash(): Promise<void> {
    return this.#trash.empty();
  }

  /** Ids of all sessions that are listed. */
  ids(): string[] {
    return this.#shelf.list().map(({ id }) => id);
  }

  async export(sessionId: string, format: ExportFormat, redact: boolean): Promise<ExportedFile> {
    const { path } = this.#recorded(sessionId);
    const summary = this.#shelf.summary(sessionId);
    if (!summary) throw notFound();
    const { messages } = await readTranscript(path);
    const plain: ExportedSession = {
      format: 'parley-session',
      version: 1,
      session: {
        title: summary.title,
        folder: summary.folder,
        model: summary.model,
        createdAt: new Date(summary.createdAt).toISOString(),
        updatedAt: new Date(summary.updatedAt).toISOString(),
      },
      messages: [...messages],
    };
    const session = redact ? redactSession(plain) : plain;
    return {
      name: `${session.session.title.slice(0, 80) || sessionId}.${endings[format]}`,
      text: exportText(session, format),
    };
  }

  /** Makes a new session of a file, in a folder of its own. */
  async import(file: string): Promise<SessionSummary> {
    const { paths, clock } = this.#deps;
    const { title, model, messages } = await readConversationFile(file);
    const id = randomUUID();
    const cwd = await scratchFolder(paths, id);
    const target = transcriptPath(paths.root, cwd, id);
    await writeConversation({
      target,
      sessionId: id,
      cwd,
      messages,
      model: model ?? this.#deps.defaultModel(),
      appVersion: this.#deps.appVersion,
      now: clock.now(),
    });
    if (title !== undefined && title.trim() !== '') await writeSessionMeta(target, { title });
    return this.#adopt(id);
  }

  /** Takes notice of transcripts that others deleted or brought while the app runs. */
  async refresh(): Promise<void> {
    const files = new Map((await this.#deps.archive.files()).map(({ id, path }) => [id, path]));
    for (const { id } of this.#shelf.list()) {
      const place = this.#deps.sessions.placeOf(id);
      if (place?.isRecorded !== true || files.has(id) || (await exists(place.path))) continue;
      await this.#deps.sessions.close(id);
      this.#deps.finder.forget(id);
      this.#shelf.remove([id]);
    }
    for (const id of files.keys()) if (!this.#shelf.has(id)) await this.#adopt(id);
  }

  get #shelf(): SessionShelf {
    return this.#deps.sessions.shelf;
  }

  async #mark(sessionId: string, marks: SessionMarks): Promise<void> {
    const place = this.#deps.sessions.placeOf(sessionId);
    if (!place) return;
    // One without a message has no file yet; its marks last until the app ends.
    if (place.isRecorded) await writeSessionMeta(place.path, marks);
    this.#shelf.mark(sessionId, marks);
  }

  async #moveToTrash(id: string, { path, cwd }: SessionPlace): Promise<void> {
    const lock = await acquireTranscriptLock(transcriptLockPath(path), 'Parley').catch(
      (failure: unknown) => {
        if (failure instanceof TranscriptLockedError)
          throw new ParleyError('session.read-only', failure.message);
        throw failure;
      },
    );
    try {
      const { root, scratch } = this.#deps.paths;
      const folders = sessionFolders(root, id);
      // The folder of a session without one is its own, unless a fork works there, too.
      const own = join(scratch, id);
      const isShared = this.#shelf
        .list()
        .some((other) => other.id !== id && this.#deps.sessions.placeOf(other.id)?.cwd === cwd);
      if (!isShared) folders.push(own);
      const { title } = this.#shelf.summary(id) ?? {};
      await this.#trash.take({ id, path, folders, title }, this.#deps.clock.now());
    } finally {
      await lock.release();
    }
  }

  async #adopt(sessionId: string): Promise<SessionSummary> {
    const stored = await this.#deps.archive.one(sessionId);
    if (!stored) throw notFound();
    this.#shelf.put([stored]);
    this.#deps.finder.wrote({ id: stored.id, path: stored.path });
    const summary = this.#shelf.summary(sessionId);
    if (!summary) throw notFound();
    return summary;
  }

  #placeOf(sessionId: string): SessionPlace {
    const place = this.#deps.sessions.placeOf(sessionId);
    if (!place) throw notFound();
    return place;
  }

  #recorded(sessionId: string): SessionPlace {
    const place = this.#placeOf(sessionId);
    if (place.isRecorded) return place;
    throw new ParleyError('session.not-found', 'There is no message in this session yet.');
  }
}

function exportText(session: ExportedSession, format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return exportMarkdown(session);
    case 'json':
      return `${JSON.stringify(session, null, 2)}\n`;
    case 'html':
      return exportHtml(session);
  }
}

function notFound(): ParleyError {
  return new ParleyError(
    'session.not-found',
    'This session does not exist in the profile any more.',
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
