import { Hand, Pencil, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useKeyMatch, useShortcut } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import type { PermissionPrompt } from '../../../../shared/ipc/routes/sessions.ts';
import { hintsContradict, hintState, type HintName } from '../../../../shared/mcp/hints.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../../../shared/texts/en/permissions.ts';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { Badge, HintBadge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { FilledText } from '../../../ui/filled-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { DefinitionChange } from '../../../ui/definition-change.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KnownToolView } from '../tools/known-tool-view.tsx';
import { knownTool } from '../tools/known-tools.ts';
import { ToolArguments } from '../tools/tool-arguments.tsx';
import { allowLabel, approvalOf, onceForTool, type PromptAnswer } from './approval.ts';
import { ArgumentsEditor } from './arguments-editor.tsx';
import { ReachControls } from './reach-controls.tsx';
import { isTextField } from '../../../lib/is-writing.ts';

/** Input is ignored for this long after a prompt appears, so that it takes no key press meant for something else. */
export const GRACE_MS = 400;

/** What may be destroyed comes first. */
const hintOrder: readonly HintName[] = ['destructive', 'readOnly', 'openWorld'];

const words = permissionTexts.prompt;
const answeringRegions = '[data-region="prompt"], [data-region="transcript"]';

export interface PermissionCardProps {
  /** Give it a key of the prompt's id and hash: each prompt, and each that changed, starts anew. */
  readonly prompt: PermissionPrompt;
  readonly position: number;
  readonly total: number;
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  readonly onAnswer: (answer: PromptAnswer) => void;
  /** Resolves to true when main took the arguments; the prompt comes anew then. */
  readonly onEdit: (input: JsonObject) => Promise<boolean>;
  readonly onNext: () => void;
}

/** A tool call that waits for the person. Deny has the focus unless that is in a text field; Esc denies and Mod+Enter allows, or what the person chose. */
export function PermissionCard({
  prompt,
  position,
  total,
  busy,
  error,
  onAnswer,
  onEdit,
  onNext,
}: PermissionCardProps) {
  const [reach, setReach] = useState(onceForTool);
  const [editing, setEditing] = useState(false);
  const ready = useRef(false);
  const denyRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const matches = useKeyMatch();
  const allowKeys = useShortcut('answer.submit');
  const denyKeys = useShortcut('answer.deny');
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
    if (!isTextField(document.activeElement)) denyRef.current?.focus({ preventScroll: true });
  }, []);
  const answer = (given: PromptAnswer) => {
    if (ready.current && !busy) onAnswer(given);
  };
  const allow = () => {
    if (!editing) answer(approvalOf(reach));
  };
  const deny = () => answer({ behavior: 'deny' });
  const latest = useRef({ allow, deny, matches });
  useEffect(() => {
    latest.current = { allow, deny, matches };
  });
  // The keys answer while the prompt, or the transcript around it, has the focus, and nowhere else.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.repeat || event.defaultPrevented) return;
      const around = event.target instanceof Element && event.target.closest(answeringRegions);
      if (!around) return;
      const isAllow = latest.current.matches(event, 'answer.submit');
      if (!isAllow && !latest.current.matches(event, 'answer.deny')) return;
      event.preventDefault();
      if (isAllow) latest.current.allow();
      else latest.current.deny();
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
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="font-medium">
            <Question prompt={prompt} />
          </h3>
          {prompt.app !== undefined && (
            <p className="text-small text-warning-text">
              <ExactText value={text.apps.asks(prompt.app)} />
            </p>
          )}
        </div>
        {total > 1 && (
          <>
            <span className="flex-none text-small leading-5 text-subtle">
              {text.chat.position(position, total)}
            </span>
            <LinkButton size="small" className="leading-5" onClick={onNext}>
              {text.chat.next}
            </LinkButton>
          </>
        )}
      </div>
      <div className="thin-scroll flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pt-2 pb-2.5">
        <div className="flex flex-wrap items-center gap-1.5">
          <ul aria-label={text.chat.hintsOf} className="flex flex-wrap gap-1.5">
            {hintOrder.map((hint) => (
              <li key={hint} className="flex">
                <HintBadge hint={hint} state={hintState(prompt.annotations, hint)} />
              </li>
            ))}
          </ul>
          {prompt.isEdited === true && <Badge tone="accent">{words.edited}</Badge>}
          <span className="flex-1" />
          {!editing && (
            <LinkButton
              size="small"
              className="flex items-center gap-1"
              onClick={() => setEditing(true)}
            >
              <Icon of={Pencil} size={12} />
              {words.edit}
            </LinkButton>
          )}
        </div>
        <Reasons prompt={prompt} />
        {editing ? (
          <ArgumentsEditor
            input={prompt.input}
            schema={prompt.inputSchema}
            busy={busy}
            onSave={(input) => void onEdit(input)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Proposal prompt={prompt} />
        )}
        {error !== undefined && (
          <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
        )}
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <ReachControls
          prompt={prompt}
          reach={reach}
          onReach={setReach}
          onDenyAlways={() => answer({ behavior: 'deny', scope: 'always' })}
        />
        <div className="ml-auto flex gap-2">
          <Button
            ref={denyRef}
            data-region-start=""
            {...(denyKeys && { keys: denyKeys })}
            onClick={deny}
          >
            {text.chat.deny}
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={editing}
            {...(allowKeys && { keys: allowKeys })}
            onClick={allow}
          >
            {allowLabel(reach)}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Why it is asked although something is allowed, and what is odd about the tool. */
function Reasons({ prompt }: { readonly prompt: PermissionPrompt }) {
  const [open, setOpen] = useState(false);
  const { change, reason } = prompt;
  return (
    <>
      {hintsContradict(prompt.annotations) && (
        <p className="flex items-center gap-1 text-small text-warning-text">
          <Icon of={TriangleAlert} size={12} />
          {words.contradictionLine}
        </p>
      )}
      {reason === 'changed' && (
        <Notice
          tone="info"
          actions={
            change !== undefined && (
              <LinkButton size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? words.hideChange : words.showChange}
              </LinkButton>
            )
          }
        >
          {words.changed}
        </Notice>
      )}
      {change !== undefined && open && (
        <DefinitionChange before={change.before} after={change.after} />
      )}
      {(reason === 'destructive' || reason === 'contradiction') && (
        <p className="text-small text-muted">{words[reason]}</p>
      )}
    </>
  );
}

/** What the call would do: a command or a change in its own form, and all arguments as they are sent. */
function Proposal({ prompt }: { readonly prompt: PermissionPrompt }) {
  const known =
    prompt.serverId === undefined
      ? knownTool({ toolName: prompt.toolName, input: prompt.input, content: [], state: 'running' })
      : undefined;
  return (
    <>
      {known !== undefined && <KnownToolView tool={known} />}
      <ToolArguments input={prompt.input} />
    </>
  );
}

function Question({ prompt }: { readonly prompt: PermissionPrompt }) {
  const tool = (
    <b>
      <ExactText value={prompt.title ?? prompt.serverToolName} />
    </b>
  );
  if (prompt.serverName === undefined) {
    return <FilledText text={text.chat.allowQuestionOwn} parts={{ tool }} />;
  }
  const server = <ExactText value={prompt.serverName} />;
  return <FilledText text={text.chat.allowQuestion} parts={{ tool, server }} />;
}
