import { vi } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ElicitationAnswer, ElicitationQuestion } from '../../client/elicitation.ts';
import type { QuestionOwner, ServerQuestions } from '../server-questions.ts';

export interface Asked {
  readonly question: ElicitationQuestion;
  readonly owner: QuestionOwner;
  readonly signal: AbortSignal;
  readonly answer: (answer: ElicitationAnswer) => void;
}

/** People who answer when the test says so. */
export class ScriptedPeople implements ServerQuestions {
  readonly asked: Asked[] = [];
  readonly sampled: { readonly params: JsonObject; readonly owner: QuestionOwner }[] = [];
  readonly completions: (readonly [string, string])[] = [];
  /** By session id. */
  readonly folders = new Map<string, string>();

  elicit(
    question: ElicitationQuestion,
    owner: QuestionOwner,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    return new Promise((answer) => {
      this.asked.push({ question, owner, signal, answer });
      signal.addEventListener('abort', () => answer({ action: 'cancel' }), { once: true });
    });
  }

  /** The question number `at`, from 0, when it has come. */
  question(at = 0): Promise<Asked> {
    return vi.waitFor(
      () => {
        const asked = this.asked[at];
        if (!asked) throw new Error('Nobody has asked yet.');
        return asked;
      },
      { timeout: 8_000, interval: 5 },
    );
  }

  async sample(params: JsonObject, owner: QuestionOwner): Promise<JsonObject> {
    this.sampled.push({ params, owner });
    return { role: 'assistant', content: { type: 'text', text: 'Hello.' }, model: 'scripted' };
  }

  roots({ sessionIds }: QuestionOwner): { uri: string; name: string }[] {
    return sessionIds.map((id) => ({ uri: `file://${this.folders.get(id) ?? ''}`, name: id }));
  }

  completed(elicitationId: string, serverId: string): void {
    this.completions.push([elicitationId, serverId]);
  }
}
