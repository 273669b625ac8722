import { Hand } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { PermissionPrompt } from '../../../../shared/ipc/routes/sessions.ts';
import { hintState, type HintName } from '../../../../shared/mcp/hints.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { HintBadge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ToolArguments } from '../tools/tool-arguments.tsx';
import { isWriting } from './is-writing.ts';

/** Input is ignored for this long after a prompt appears, so that it takes no key press meant for something else. */
export const GRACE_MS = 400;

/** What may be destroyed comes first. */
const hintOrder: readonly HintName[] = ['destructive', 'readOnly', 'openWorld'];

const answeringRegions = '[data-region="prompt"], [data-region="transcript"]';

export type Scope = 'once' | 'session';
export type PromptAnswer =
  { readonly behavior: 'allow'; readonly scope: Scope } | { readonly behavior: 'deny' };

export interface PermissionCardProps {
  /** Give it a key of the prompt's id: each prompt starts anew. */
  readonly prompt: PermissionPrompt;
  readonly position: number;
  readonly total: number;
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  readonly onAnswer: (answer: PromptAnswer) => void;
  readonly onNext: () => void;
}

/** A tool call that waits for the person. Deny has the focus unless the person is writing; Esc denies, Mod+Enter allows. */
export function PermissionCard({
  prompt,
  position,
  total,
  busy,
  error,
  onAnswer,
  onNext,
}: PermissionCardProps) {
  const [scope, setScope] = useState<Scope>('once');
  const ready = useRef(false);
  const denyRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    const timer = setTimeout(() => {
      ready.current = true;
    }, GRACE_MS);
    return () => {
      clearTimeout(timer);
      ready.current = false;
    };
  }, []);
  useEffect(() => {
    if (!isWriting(document.activeElement)) denyRef.current?.focus({ preventScroll: true });
  }, []);
  const answer = (given: PromptAnswer) => {
    if (ready.current && !busy) onAnswer(given);
  };
  const latest = useRef({ scope, answer });
  useEffect(() => {
    latest.current = { scope, answer };
  });
  // The keys answer while the prompt, or the transcript around it, has the focus, and nowhere else.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || event.defaultPrevented) return;
      const around = event.target instanceof Element && event.target.closest(answeringRegions);
      if (!around) return;
      const allow = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!allow && event.key !== 'Escape') return;
      event.preventDefault();
      latest.current.answer(
        allow ? { behavior: 'allow', scope: latest.current.scope } : { behavior: 'deny' },
      );
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section
      role="group"
      aria-labelledby={titleId}
      data-prompt={prompt.promptId}
      data-region="prompt"
      tabIndex={-1}
      className="appear m-1 mb-4 flex max-h-[60vh] flex-col overflow-hidden rounded-bubble bg-raised shadow-[0_0_0_1px_var(--warning-border),0_0_0_4px_var(--warning-soft)] outline-none high-contrast:shadow-[0_0_0_2px_var(--warning-border)]"
    >
      <div className="flex items-start gap-2 px-3 pt-2.5">
        <Icon of={Hand} className="mt-0.5 text-warning-text" />
        <h3 id={titleId} className="min-w-0 flex-1 font-medium">
          <Question prompt={prompt} />
        </h3>
        <span className="flex-none text-small leading-5 text-subtle">
          {text.chat.position(position, total)}
        </span>
        {total > 1 && (
          <LinkButton size="small" className="leading-5" onClick={onNext}>
            {text.chat.next}
          </LinkButton>
        )}
      </div>
      <div className="thin-scroll flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pt-2 pb-2.5">
        <ul aria-label={text.chat.hintsOf} className="flex flex-wrap gap-1.5">
          {hintOrder.map((hint) => (
            <li key={hint} className="flex">
              <HintBadge hint={hint} state={hintState(prompt.annotations, hint)} />
            </li>
          ))}
        </ul>
        <ToolArguments input={prompt.input} />
        {error !== undefined && (
          <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
        )}
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <span className="text-small text-muted" aria-hidden="true">
          {text.chat.allowFor}
        </span>
        <SegmentedControl<Scope>
          label={text.chat.allowFor}
          value={scope}
          onValueChange={setScope}
          options={[
            { value: 'once', label: text.chat.once },
            { value: 'session', label: text.chat.thisSession },
          ]}
        />
        <span className="flex-1" />
        <Button ref={denyRef} keys={['Esc']} onClick={() => answer({ behavior: 'deny' })}>
          {text.chat.deny}
        </Button>
        <Button
          tone="primary"
          busy={busy}
          keys={['Mod', 'Enter']}
          onClick={() => answer({ behavior: 'allow', scope })}
        >
          {scope === 'once' ? text.chat.allowOnce : text.chat.allowSession}
        </Button>
      </div>
    </section>
  );
}

function Question({ prompt }: { readonly prompt: PermissionPrompt }) {
  const tool = (
    <b>
      <ExactText value={prompt.title ?? prompt.serverToolName} />
    </b>
  );
  if (prompt.serverName === undefined) {
    return (
      <>
        {text.chat.allowQuestion} {tool}
        {text.chat.allowEnd}
      </>
    );
  }
  return (
    <>
      {text.chat.allowQuestion} {tool} {text.chat.allowOn} <ExactText value={prompt.serverName} />
      {text.chat.allowEnd}
    </>
  );
}
