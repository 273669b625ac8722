import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import type { PastItem, PastOf } from '../../../shared/ipc/routes/inbox.ts';
import type { PermissionPrompt } from '../../../shared/ipc/routes/sessions.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import type { AppData } from '../../lib/app-data.ts';

const words = text.inbox;

interface ItemFacts {
  readonly id: string;
  readonly title: string;
  readonly serverName: string;
  /** Epoch ms; undefined where nobody knows since when. */
  readonly at: number | undefined;
  readonly sessionId: string | undefined;
}

/** One thing that waits for the person. */
export type WaitingItem = ItemFacts &
  (
    | { readonly kind: 'approval'; readonly prompt: PermissionPrompt }
    | { readonly kind: 'question'; readonly question: OpenQuestion }
    | { readonly kind: 'sign-in'; readonly server: ServerState }
  );

/** A turn that failed, until it is dismissed or the session goes on. */
export type FailureItem = ItemFacts & {
  readonly kind: 'failure';
  readonly failure: PastOf<'failure'>;
};

/** Something that was answered in this run of the app. */
export type AnsweredItem = ItemFacts & {
  readonly kind: 'answered';
  readonly past: Exclude<PastItem, PastOf<'failure'>>;
};

export type InboxItem = WaitingItem | FailureItem | AnsweredItem;

/** Everything that waits, newest first; what nobody knows the time of comes last. */
export function inboxItems({
  prompts,
  questions,
  servers,
}: Pick<AppData, 'prompts' | 'questions' | 'servers'>): WaitingItem[] {
  const items = [
    ...prompts.map((prompt): WaitingItem => ({
      kind: 'approval',
      id: prompt.promptId,
      title: prompt.title ?? prompt.serverToolName,
      serverName: prompt.serverName ?? text.app.name,
      at: prompt.createdAt,
      sessionId: prompt.sessionId,
      prompt,
    })),
    ...questions.map((question): WaitingItem => ({
      kind: 'question',
      id: question.questionId,
      title: questionTitle(question.kind, question.serverName),
      serverName: question.serverName,
      at: question.createdAt,
      sessionId: question.sessionIds[0],
      question,
    })),
    ...servers
      .filter(({ status }) => status === 'needs-auth')
      .map((server): WaitingItem => ({
        kind: 'sign-in',
        id: server.id,
        title: words.signIn(server.name),
        serverName: server.name,
        at: server.failure?.at,
        sessionId: undefined,
        server,
      })),
  ];
  return items.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

/** What is over, newest first. */
export function pastItems(past: readonly PastItem[]): {
  readonly failures: readonly FailureItem[];
  readonly answered: readonly AnsweredItem[];
} {
  const failures: FailureItem[] = [];
  const answered: AnsweredItem[] = [];
  for (const item of past) {
    const { id, at, sessionId } = item;
    const facts = { id, at, sessionId };
    if (item.kind === 'failure') {
      const title = words.turnFailed;
      failures.push({ ...facts, kind: 'failure', title, serverName: '', failure: item });
    } else {
      const title =
        item.kind === 'approval' ? item.tool : questionTitle(item.question, item.serverName);
      const serverName = item.serverName ?? text.app.name;
      answered.push({ ...facts, kind: 'answered', title, serverName, past: item });
    }
  }
  return { failures, answered };
}

function questionTitle(kind: OpenQuestion['kind'], serverName: string): string {
  switch (kind) {
    case 'form':
      return words.details(serverName);
    case 'url':
      return words.page(serverName);
    case 'sampling':
      return words.sampling(serverName);
  }
}
