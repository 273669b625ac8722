import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { OpenQuestion } from '../../shared/ipc/routes/elicitations.ts';
import type { EventPayload } from '../../shared/ipc/registry.ts';
import type { PermissionPrompt } from '../../shared/ipc/routes/sessions.ts';
import type { NotifySettings } from '../../shared/ipc/routes/settings.ts';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import { splitHiddenCharacters } from '../../shared/lib/hidden-characters.ts';
import { shell } from '../../shared/texts/en/shell.ts';
import type { Disposable } from '../lib/disposable.ts';
import { turnEnd } from './inbox-history.ts';

/** A notice of the system. Its words hold no arguments, answers or secrets: it may stand on a locked screen. */
export interface SystemNotice {
  readonly title: string;
  readonly body: string;
  /** What a click opens. */
  readonly target: EventPayload<'inbox.show'>;
}

export interface AttentionDeps {
  /** The person looks at the window now. */
  readonly isSeen: () => boolean;
  readonly wants: () => NotifySettings;
  /** Shows a notice; returns what takes it away again. */
  readonly show: (notice: SystemNotice) => () => void;
  /** How many things wait. */
  readonly badge: (count: number) => void;
}

interface Waiting {
  readonly prompts: number;
  readonly questions: number;
  readonly signIns: number;
}

/** Longest name of a server or tool in a notice. */
const MOST_CHARACTERS = 60;

/**
 * Calls a person who looks elsewhere: once for what waits in a session or of a server, however much that is, and when a turn
 * has ended. A notice goes away with what it is about, and all of them when the window is looked at.
 */
export class Attention implements Disposable {
  readonly #shown = new Map<string, () => void>();
  /** What waited the last time, by kind. */
  readonly #known = new Map<string, ReadonlySet<string>>();
  readonly #wasConnected = new Set<string>();
  #waiting: Waiting = { prompts: 0, questions: 0, signIns: 0 };

  constructor(private readonly deps: AttentionDeps) {}

  prompts(prompts: readonly PermissionPrompt[]): void {
    const key = ({ sessionId }: PermissionPrompt): string => `prompts ${sessionId}`;
    this.#follow(
      'prompts',
      prompts.map((prompt) => [key(prompt), prompt.promptId] as const),
    );
    this.#count({ prompts: prompts.length });
    for (const prompt of this.#fresh('prompts', prompts, ({ promptId }) => promptId)) {
      const tool = tame(prompt.serverToolName);
      this.#call(key(prompt), {
        title: shell.notices.toolWaits,
        body:
          prompt.serverName === undefined
            ? shell.notices.ownToolWaitsBody(tool)
            : shell.notices.toolWaitsBody(tool, tame(prompt.serverName)),
        target: { itemId: prompt.promptId },
      });
    }
  }

  questions(questions: readonly OpenQuestion[]): void {
    const key = ({ serverId }: OpenQuestion): string => `questions ${serverId}`;
    this.#follow(
      'questions',
      questions.map((one) => [key(one), one.questionId] as const),
    );
    this.#count({ questions: questions.length });
    for (const question of this.#fresh('questions', questions, ({ questionId }) => questionId)) {
      this.#call(key(question), {
        title: shell.notices.serverAsks(tame(question.serverName)),
        body: shell.notices.serverAsksBody,
        target: { itemId: question.questionId },
      });
    }
  }

  /** A server that worked and now wants a sign-in is told; one that begins so waits in the inbox. */
  servers(servers: readonly ServerState[]): void {
    const needing = servers.filter(({ status }) => status === 'needs-auth');
    this.#follow(
      'sign-in',
      needing.map(({ id }) => [`sign-in ${id}`, id] as const),
    );
    this.#count({ signIns: needing.length });
    for (const { id, status, name } of servers) {
      if (status === 'connected') this.#wasConnected.add(id);
      if (status !== 'needs-auth' || !this.#wasConnected.delete(id)) continue;
      this.#call(`sign-in ${id}`, {
        title: shell.notices.signInNeeded(tame(name)),
        body: shell.notices.signInNeededBody,
        target: { itemId: id },
      });
    }
  }

  heard(sessionId: string, messages: readonly SDKMessage[]): void {
    for (const message of messages) {
      const end = turnEnd(message);
      if (end === undefined) continue;
      const words = shell.notices;
      this.#call(
        `turn ${sessionId}`,
        {
          title: end.isFailure ? words.turnFailed : words.turnEnded,
          body: end.isFailure ? words.turnFailedBody : words.turnEndedBody,
          target: { sessionId },
        },
        'turns',
      );
    }
  }

  /** The person looks at the window again. */
  seen(): void {
    for (const close of this.#shown.values()) close();
    this.#shown.clear();
  }

  dispose(): void {
    this.seen();
    this.deps.badge(0);
  }

  #call(key: string, notice: SystemNotice, kind: keyof NotifySettings = 'waiting'): void {
    if (this.deps.isSeen() || !this.deps.wants()[kind]) return;
    // One that waits already has called; a newer turn says more than the last.
    if (this.#shown.has(key) && kind === 'waiting') return;
    this.#shown.get(key)?.();
    this.#shown.set(key, this.deps.show(notice));
  }

  /** What was not there the last time. */
  #fresh<T>(kind: string, all: readonly T[], idOf: (one: T) => string): readonly T[] {
    const known = this.#known.get(kind);
    this.#known.set(kind, new Set(all.map(idOf)));
    return all.filter((one) => known?.has(idOf(one)) !== true);
  }

  /** Takes notices away of which nothing is left. */
  #follow(kind: string, open: readonly (readonly [key: string, id: string])[]): void {
    const keys = new Set(open.map(([key]) => key));
    for (const [key, close] of this.#shown) {
      if (!key.startsWith(`${kind} `) || keys.has(key)) continue;
      close();
      this.#shown.delete(key);
    }
  }

  #count(part: Partial<Waiting>): void {
    const before = total(this.#waiting);
    this.#waiting = { ...this.#waiting, ...part };
    if (total(this.#waiting) !== before) this.deps.badge(total(this.#waiting));
  }
}

function total({ prompts, questions, signIns }: Waiting): number {
  return prompts + questions + signIns;
}

/** A name as it may stand outside the app: short, one line, nothing hidden. */
function tame(name: string): string {
  const plain = splitHiddenCharacters(name.replace(/\s+/g, ' '))
    .map(({ text, hidden }) => (hidden ? '' : text))
    .join('');
  return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS - 1)}…` : plain;
}
