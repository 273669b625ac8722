import { app, dialog } from 'electron';
import { join } from 'node:path';
import { exportTexts } from '../../shared/texts/en/export.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { SessionListParts } from '../ipc/handlers/session-list.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import { PacedWork } from '../lib/paced-work.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { FolderServers } from '../mcp/config/folder/folder-servers.ts';
import { sdkSessionQuery } from '../sessions/sdk-session-query.ts';
import type { PermissionBook } from '../sessions/permissions/permission-book.ts';
import { SessionLibrary } from '../sessions/session-library.ts';
import { SessionChanges } from '../sessions/session-changes.ts';
import { SessionFinder } from '../sessions/session-search.ts';
import type { SessionEvents } from '../sessions/session-service-contract.ts';
import { DesktopSessions } from '../sessions/session-service.ts';
import { TurnEditor } from '../sessions/turn-editor.ts';
import { transcriptArchive } from '../sessions/transcript-archive.ts';
import { indexThreadFrom } from '../storage/session-index/session-index.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import { bundlePaths } from './bundle-paths.ts';
import type { OpenedNetwork } from './open-network.ts';
import { runtimeProcesses } from './runtime-processes.ts';
import { createFileSaver } from './save-file.ts';
import type { Stores } from './stores.ts';
import type { ServerQuestions } from '../mcp/hub/server-questions.ts';
import type { DraftStore } from '../storage/draft-store.ts';
import { TrustedFolders } from '../storage/trusted-folders.ts';
import type { MainWindow } from './window/main-window.ts';

/** Least time between two looks at the folder of transcripts, in ms. */
const REFRESH_PAUSE_MS = 5_000;

/** Stands for a server where the model itself asks; no server has it. */
const MODEL_ID = '00000000-0000-4000-8000-000000000000';

export interface SessionContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly hub: Hub;
  readonly permissions: PermissionBook;
  readonly events: SessionEvents;
  readonly questions: ServerQuestions;
  readonly window: MainWindow;
  readonly send: SendEvent;
  readonly network: OpenedNetwork;
  readonly drafts: DraftStore;
  readonly folderServers: Pick<FolderServers, 'sync'>;
}

export interface OpenedSessions extends Disposable {
  readonly service: DesktopSessions;
  readonly list: SessionListParts;
  readonly turns: TurnEditor;
  readonly changes: SessionChanges;
  /** Reads what is stored. */
  start(): Promise<void>;
}

/** Sessions over the SDK and the hub, with their list, search and files; not yet started. */
export function openSessions(context: SessionContext): OpenedSessions {
  const { paths, clock, log, send } = context;
  const archive = transcriptArchive(paths);
  const service = serviceOf(context, archive, (sessionId, messages) => {
    library.heard(sessionId, messages);
    changes.heard(sessionId, messages);
  });
  const finder = new SessionFinder({
    indexFile: join(paths.root, 'index', 'sessions.db'),
    startIndex: indexThreadFrom(bundlePaths.indexThread),
    clock,
    log,
    sessions: () => service.list(),
    onIndexed: (isIncomplete) => {
      send('sessionList.indexed', { isIncomplete });
    },
  });
  const library = libraryOf(context, { archive, service, finder });
  const changes = changesOf(context, service);
  const refresh = new PacedWork(clock, REFRESH_PAUSE_MS, () =>
    library.refresh().catch((failure: unknown) => {
      log('warn', 'The transcripts could not be looked at.', { reason: messageOf(failure) });
    }),
  );
  const onFocus = (): void => {
    refresh.ask();
  };
  app.on('browser-window-focus', onFocus);
  return {
    service,
    list: {
      shelf: service.shelf,
      library,
      finder,
      saveFile: createFileSaver(() => context.window.window),
      chooseFile: () => chooseSessionFile(context.window),
    },
    turns: new TurnEditor({
      sessions: service,
      directory: context.stores.providers,
      fork: (sessionId, upToMessageId) => library.fork(sessionId, upToMessageId),
      wrote: (file) => {
        finder.wrote(file);
      },
    }),
    changes,
    start: async () => {
      await library.start();
      await service.start();
      finder.sync(await archive.files());
    },
    dispose: async () => {
      app.off('browser-window-focus', onFocus);
      refresh.dispose();
      changes.dispose();
      await service.dispose();
      await finder.dispose();
    },
  };
}

type Archive = ReturnType<typeof transcriptArchive>;

function serviceOf(
  context: SessionContext,
  archive: Archive,
  heard: SessionLibrary['heard'],
): DesktopSessions {
  const { paths, clock, log, stores, hub, events } = context;
  return new DesktopSessions({
    paths,
    clock,
    log,
    directory: stores.providers,
    facades: (session) => hub.facades(session),
    permissions: context.permissions,
    isTrusted: async (folder) => {
      // Its servers are as its files say when the session starts.
      await context.folderServers.sync(folder).catch((failure: unknown) => {
        log('warn', 'The servers of a folder could not be read.', { reason: messageOf(failure) });
      });
      return new TrustedFolders(paths.root).has(folder);
    },
    archive,
    startQuery: sdkSessionQuery({
      createTransport: runtimeProcesses(clock, () => context.network.environment()),
      configRoot: paths.root,
      clock,
      log,
      askPerson: ({ message, requestedSchema }, sessionId, signal) =>
        context.questions.elicit(
          { mode: 'form', message, requestedSchema, params: {} },
          {
            serverId: MODEL_ID,
            serverName: app.getName(),
            sessionIds: [sessionId],
            toolName: 'AskUser',
          },
          signal,
        ),
      environment: process.env,
    }),
    instructionsRevision: () => stores.instructions.revision,
    defaultModel: () => stores.settings.get().defaultModel,
    modelTitles: () => stores.settings.get().titles !== 'words',
    events: {
      ...events,
      messages: (sessionId, sequence, messages) => {
        events.messages(sessionId, sequence, messages);
        heard(sessionId, messages);
      },
      changed: (sessions, removed) => {
        events.changed(sessions, removed);
        for (const id of removed)
          context.drafts.remove(id).catch((failure: unknown) => {
            log('warn', 'A draft could not be removed.', { reason: messageOf(failure) });
          });
      },
    },
  });
}

function libraryOf(
  { paths, clock, log, stores, hub, permissions }: SessionContext,
  parts: {
    readonly archive: Archive;
    readonly service: DesktopSessions;
    readonly finder: SessionFinder;
  },
): SessionLibrary {
  return new SessionLibrary({
    sessions: parts.service,
    archive: parts.archive,
    paths,
    clock,
    log,
    appVersion: app.getVersion(),
    defaultModel: () => stores.settings.get().defaultModel,
    endConnections: (sessionId) => hub.closeSession(sessionId),
    forgetGrants: (sessionId) => permissions.forgetSession(sessionId),
    finder: parts.finder,
  });
}

function changesOf({ paths, clock, send }: SessionContext, service: DesktopSessions) {
  return new SessionChanges({
    folder: join(paths.root, 'checkpoints'),
    clock,
    live: (sessionId) => service.live(sessionId),
    folderOf: (sessionId) => service.shelf.summary(sessionId)?.folder,
    onChange: (sessionIds) => {
      send('changes.changed', { sessionIds: [...sessionIds] });
    },
  });
}

/** The system's dialog: a path comes from the person, never from a page. */
async function chooseSessionFile({ window }: MainWindow): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: exportTexts.chooseFile,
    properties: ['openFile', 'showHiddenFiles'],
    filters: [{ name: exportTexts.sessionFiles, extensions: ['json', 'jsonl'] }],
  });
  return canceled ? undefined : filePaths[0];
}
