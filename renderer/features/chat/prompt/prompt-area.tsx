import { useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData, useAppDataStore } from '../../../lib/app-data-context.tsx';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { CallError } from '../../../lib/ipc.ts';
import { useAction } from '../../../lib/use-action.ts';
import { announce } from '../../../ui/announcer.tsx';
import type { PromptAnswer } from './approval.ts';
import { PermissionCard } from './permission-card.tsx';
import type { PermissionPrompt } from '../../../../shared/ipc/routes/sessions.ts';

/** The open prompts of one session, one at a time, oldest first. */
export function PromptArea({
  sessionId,
  promptId: firstId,
}: {
  readonly sessionId: string;
  /** The one that is shown first; the oldest where none is named. */
  readonly promptId?: string;
}) {
  const all = useAppData((data) => data.prompts);
  const prompts = useMemo(
    () => all.filter((prompt) => prompt.sessionId === sessionId),
    [all, sessionId],
  );
  const [shownId, setShownId] = useState(firstId);
  const found = prompts.findIndex((prompt) => prompt.promptId === shownId);
  const index = found === -1 ? 0 : found;
  const prompt = prompts[index];
  const promptId = prompt?.promptId;
  // The prompt that is shown stays while newer ones queue behind it.
  useEffect(() => setShownId(promptId), [promptId]);
  const sentence =
    prompt && text.chat.askAnnouncement(prompt.title ?? prompt.serverToolName, prompt.serverName);
  // Said once for each prompt, also when two say the same.
  useEffect(() => {
    if (sentence !== undefined) announce(sentence, 'assertive');
  }, [promptId, sentence]);
  const hadPrompt = useRef(false);
  useEffect(() => {
    // The focus was on the prompt that went away: writing goes on.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hadPrompt.current && promptId === undefined && isLost) {
      document.querySelector<HTMLElement>('[data-region="composer"] textarea')?.focus();
    }
    hadPrompt.current = promptId !== undefined;
  }, [promptId]);
  if (prompt === undefined) return null;
  return (
    <AnsweredPrompt
      // What is asked now starts anew: an answer meant for something else does not reach it.
      key={`${prompt.promptId} ${prompt.argumentsHash}`}
      prompt={prompt}
      position={index + 1}
      total={prompts.length}
      onNext={() => setShownId(prompts[(index + 1) % prompts.length]?.promptId)}
    />
  );
}

interface AnsweredPromptProps {
  readonly prompt: PermissionPrompt;
  readonly position: number;
  readonly total: number;
  readonly onNext: () => void;
}

function AnsweredPrompt({ prompt, position, total, onNext }: AnsweredPromptProps) {
  const ipc = useIpc();
  const store = useAppDataStore();
  const answer = useAction(async (given: PromptAnswer) => {
    const { promptId, argumentsHash } = prompt;
    const close = () =>
      store.setState(({ prompts }) => ({
        prompts: prompts.filter((open) => open.promptId !== promptId),
      }));
    try {
      await ipc.call('sessions.answerPermission', { promptId, argumentsHash, answer: given });
    } catch (error) {
      // The question is over, whoever ended it.
      if (error instanceof CallError && error.code === 'session.no-prompt')
        announce(text.errors[error.code]);
      else throw error;
    }
    close();
  });
  const edit = useAction((input: JsonObject) => {
    const { promptId, argumentsHash } = prompt;
    return ipc.call('permissions.editArguments', { promptId, argumentsHash, input });
  });
  return (
    <PermissionCard
      prompt={prompt}
      position={position}
      total={total}
      busy={answer.busy || edit.busy}
      error={answer.error ?? edit.error}
      onAnswer={(given) => void answer.run(given)}
      onEdit={(input) => edit.run(input)}
      onNext={onNext}
    />
  );
}
