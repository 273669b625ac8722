import type { SendEvent } from '../ipc/events.ts';
import { SessionEventFeed } from '../ipc/session-events.ts';
import type { FolderServers } from '../mcp/config/folder/folder-servers.ts';
import type { McpHub } from '../mcp/hub/hub.ts';
import { DraftStore } from '../storage/draft-store.ts';
import type { SessionService } from '../sessions/session-service-contract.ts';
import type { AppContext } from './compose-app.ts';
import type { OpenedAttention } from './open-attention.ts';
import { openApps } from './open-apps.ts';
import { openBench } from './open-bench.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import { ownProtocol } from './links/own-protocol.ts';
import type { ProtocolHandler } from './links/protocol-handler.ts';
import type { OpenedNetwork } from './open-network.ts';
import { openHub } from './open-hub.ts';
import { openPermissions } from './open-permissions.ts';
import { openQuestions } from './open-questions.ts';
import type { OpenedQuestions } from './open-questions.ts';
import { openFolderServers, openServerBooks, openServerSetup } from './open-server-setup.ts';
import { openSessions } from './open-sessions.ts';
import type { OpenedSessions } from './open-sessions.ts';
import { openSignIns } from './open-sign-ins.ts';
import type { OpenedSignIns } from './open-sign-ins.ts';
import type { Stores } from './stores.ts';
import type { MainWindow } from './window/main-window.ts';

/** What does the work behind the window. */
export interface Engines {
  readonly hub: McpHub;
  readonly signIns: OpenedSignIns;
  readonly protocol: ProtocolHandler;
  readonly questions: OpenedQuestions;
  readonly servers: ReturnType<typeof openServerSetup>;
  readonly permissions: Awaited<ReturnType<typeof openPermissions>>;
  readonly sessions: SessionService;
  readonly sessionList: OpenedSessions;
  readonly folderServers: FolderServers;
  readonly bench: Awaited<ReturnType<typeof openBench>>;
  readonly apps: ReturnType<typeof openApps>;
  readonly drafts: DraftStore;
}

/** What is open before. */
interface EngineParts {
  readonly stores: Stores;
  readonly window: MainWindow;
  readonly consent: ConsentDesk;
  readonly send: SendEvent;
  readonly network: OpenedNetwork;
  readonly attention: OpenedAttention;
}

/** Opens everything that does the work, none of it started; `context.opened` owns it. */
export async function openEngines(context: AppContext, parts: EngineParts): Promise<Engines> {
  const { clock, log, opened } = context;
  const { stores, consent, send } = parts;
  const { secrets } = stores;
  const protocol = ownProtocol(clock, log);
  const drafts = new DraftStore(context.paths.drafts);
  const review: OpenedReview = (page, signal) => consent.reviewSignIn(page, signal);
  const signIns = opened.own(openSignIns({ ...context, secrets, protocol, review }));
  const questions = opened.own(
    openQuestions({ ...parts, attention: parts.attention.attention, clock, log }),
  );
  const books = await openServerBooks({ ...context, secrets });
  const hub = opened.own(
    await openHub({
      ...context,
      books,
      consent,
      signIns: signIns.signIns,
      questions: questions.questions,
    }),
  );
  signIns.serve(hub);
  const permissions = opened.own(await openPermissions({ ...context, hub }));
  const folderServers = openFolderServers({ ...context, books, hub });
  const feed = opened.own(new SessionEventFeed(send, clock));
  const sessionList = opened.own(
    openSessions({
      ...context,
      ...parts,
      hub,
      folderServers,
      permissions: permissions.book,
      drafts,
      events: parts.attention.noted(feed.events),
      questions: questions.desk,
    }),
  );
  const sessions = sessionList.service;
  questions.serve({ hub, sessions });
  const servers = opened.own(openServerSetup({ ...context, ...parts, books, hub, sessions }));
  const windowNow = () => parts.window.window;
  const bench = opened.own(await openBench({ ...context, hub, send, window: windowNow }));
  const apps = opened.own(
    openApps({ ...context, ...parts, hub, sessions, permissions: permissions.book }),
  );
  return {
    hub,
    signIns,
    protocol,
    questions,
    servers,
    permissions,
    sessions,
    sessionList,
    folderServers,
    bench,
    apps,
    drafts,
  };
}

type OpenedReview = Parameters<typeof openSignIns>[0]['review'];
