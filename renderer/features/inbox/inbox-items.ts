import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import type { PermissionPrompt } from '../../../shared/ipc/routes/sessions.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import type { AppData } from '../../lib/app-data.ts';

const words = text.inbox;

/** One thing that waits for the person. */
export type InboxItem = {
  readonly id: string;
  readonly title: string;
  readonly serverName: string;
  /** Epoch ms; undefined where nobody knows since when. */
  readonly at: number | undefined;
  readonly sessionId: string | undefined;
} & (
  | { readonly kind: 'approval'; readonly prompt: PermissionPrompt }
  | { readonly kind: 'question'; readonly question: OpenQuestion }
  | { readonly kind: 'sign-in'; readonly server: ServerState }
);

/** Everything that waits, newest first; what nobody knows the time of comes last. */
export function inboxItems({
  prompts,
  questions,
  servers,
}: Pick<AppData, 'prompts' | 'questions' | 'servers'>): InboxItem[] {
  const items = [
    ...prompts.map((prompt): InboxItem => ({
      kind: 'approval',
      id: prompt.promptId,
      title: prompt.title ?? prompt.serverToolName,
      serverName: prompt.serverName ?? text.app.name,
      at: prompt.createdAt,
      sessionId: prompt.sessionId,
      prompt,
    })),
    ...questions.map((question): InboxItem => ({
      kind: 'question',
      id: question.questionId,
      title: questionTitle(question),
      serverName: question.serverName,
      at: question.createdAt,
      sessionId: question.sessionIds[0],
      question,
    })),
    ...servers
      .filter(({ status }) => status === 'needs-auth')
      .map((server): InboxItem => ({
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

function questionTitle({ kind, serverName }: OpenQuestion): string {
  switch (kind) {
    case 'form':
      return words.details(serverName);
    case 'url':
      return words.page(serverName);
    case 'sampling':
      return words.sampling(serverName);
  }
}
