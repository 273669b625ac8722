import { Brain, ChevronDown, ChevronRight, OctagonPause } from 'lucide-react';
import { memo, useId, type ReactNode } from 'react';
import type {
  NoticeItem,
  ThinkingItem,
  TranscriptItem,
  TurnEndItem,
  UserItem,
} from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { formatDuration } from '../../../lib/format.ts';
import { once } from '../../../lib/once.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { useChat, useItem } from '../store/chat-context.tsx';
import { Attachments } from './attachments.tsx';
import { CopyMessage } from './copy-message.tsx';
import { AnswerMenu } from '../turns/answer-menu.tsx';
import { MessageMenu } from '../turns/message-menu.tsx';
import { GoOn, RetryTurn } from '../turns/retry-turn.tsx';
import { useKept } from './open-states.ts';

/** One item that is no tool call. Renders again only when its own item changes. */
export const ItemRow = memo(function ItemRow({ id }: { readonly id: string }) {
  const item = useItem(id);
  return item === undefined ? null : <Item item={item} />;
});

function Item({ item }: { readonly item: TranscriptItem }) {
  switch (item.kind) {
    case 'user':
      return (
        <UserBubble
          text={item.text}
          attachments={item.attachments}
          menu={<MessageMenu id={item.id} text={item.text} />}
        />
      );
    case 'text':
      return (
        <article
          aria-label={text.chat.fromAgent}
          aria-busy={item.streaming || undefined}
          data-item="answer"
          className="group/answer relative"
        >
          <Markdown text={item.text} streaming={item.streaming} />
          {!item.streaming && (
            <div className="absolute -end-7 top-0 flex flex-col max-[1000px]:static max-[1000px]:flex-row">
              <CopyMessage text={item.text} />
              <AnswerMenu id={item.id} />
            </div>
          )}
          {item.interrupted && (
            <p className="mt-1.5 flex items-center gap-2 text-small text-subtle">
              <Icon of={OctagonPause} size={12} />
              {text.chat.stoppedHere}
            </p>
          )}
        </article>
      );
    case 'thinking':
      return <Thoughts item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
    case 'turn-end':
      return <TurnEnd item={item} />;
    case 'tool-call':
      return null;
  }
}

export function UserBubble({
  text: words,
  pending = false,
  note,
  attachments = [],
  menu,
}: {
  readonly text: string;
  readonly attachments?: UserItem['attachments'];
  readonly pending?: boolean;
  readonly note?: string | undefined;
  readonly menu?: ReactNode;
}) {
  return (
    <article
      aria-label={text.chat.fromYou}
      data-item="user"
      className="group/message flex flex-col items-end gap-1"
    >
      <Attachments of={attachments} />
      {words !== '' && (
        <div className="flex w-full items-start justify-end gap-1">
          {menu}
          <div
            dir="auto"
            aria-busy={pending || undefined}
            className={`max-w-[86%] rounded-bubble bg-quiet px-3 py-[7px] text-read [overflow-wrap:anywhere] whitespace-pre-wrap high-contrast:border high-contrast:border-line ${pending ? 'text-muted' : ''}`}
          >
            {words}
          </div>
        </div>
      )}
      {words === '' && menu}
      {note !== undefined && <p className="text-small text-subtle">{note}</p>}
    </article>
  );
}

function Thoughts({ item }: { readonly item: ThinkingItem }) {
  const [open = false, setOpen] = useKept<boolean>(`${item.id} open`);
  const id = useId();
  return (
    <div className="text-small text-subtle">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-1.5 rounded-control hover:text-text"
      >
        <Icon of={Brain} size={12} />
        {item.streaming
          ? text.chat.thinking
          : item.durationMs === undefined
            ? text.chat.thought
            : text.chat.thoughtFor(formatDuration(item.durationMs))}
        <Icon of={open ? ChevronDown : ChevronRight} size={12} />
      </button>
      {open && (
        <div id={id} className="mt-1.5 border-l-2 border-line pl-3 text-muted">
          <Markdown text={item.text} streaming={item.streaming} />
        </div>
      )}
    </div>
  );
}

function NoticeRow({ item }: { readonly item: NoticeItem }) {
  const { notice } = item;
  const words = text.chat;
  switch (notice.subtype) {
    case 'api_retry':
      return <Retry id={item.id} notice={notice} />;
    case 'runtime_exited':
      return (
        <ErrorBox
          sentence={runtimeEndSentence(notice)}
          details={notice.stderr.join('\n')}
          actions={notice.at_start === true ? undefined : <GoOn endId={item.id} />}
        />
      );
    case 'transcript_repaired':
      return (
        <ErrorBox
          tone="warning"
          sentence={[
            words.transcriptRepaired,
            ...(notice.kept_in === undefined ? [] : [words.transcriptKeptIn(notice.kept_in)]),
          ].join(' ')}
          details={notice.what}
        />
      );
    case 'tools_changed':
      return (
        <ErrorBox
          tone={notice.left_out.length > 0 ? 'warning' : 'plain'}
          sentence={[
            ...(notice.added.length > 0 ? [words.toolsAdded(listNames(notice.added))] : []),
            ...(notice.removed.length > 0 ? [words.toolsRemoved(listNames(notice.removed))] : []),
            ...(notice.left_out.length > 0 ? [words.toolsLeftOut(notice.left_out.length)] : []),
          ].join(' ')}
          details={notice.left_out.map((tool) => `${tool.name}: ${tool.reason}`).join('\n')}
        />
      );
    case 'compact_boundary':
      return <ErrorBox tone="plain" sentence={words.compacted} />;
  }
}

/** A warning while it waits; once the turn has gone on, only what there was. */
function Retry({
  id,
  notice,
}: {
  readonly id: string;
  readonly notice: Extract<NoticeItem['notice'], { subtype: 'api_retry' }>;
}) {
  const isLast = useChat(
    ({ transcript }) => transcript.turn === 'running' && transcript.order.at(-1) === id,
  );
  const { status, attempt, max_attempts, delay_ms, reason } = notice;
  return (
    <ErrorBox
      tone={isLast ? 'warning' : 'plain'}
      sentence={
        isLast
          ? text.chat.retry(status, attempt, max_attempts, formatDuration(delay_ms))
          : text.chat.retried(status, attempt)
      }
      details={reason}
    />
  );
}

/** Said of a runtime that ended, by the transcript and to screen readers. */
export function runtimeEndSentence(notice: {
  readonly at_start?: boolean | undefined;
  readonly reason: string;
}): string {
  const reason = notice.reason.split('\n')[0] ?? '';
  return notice.at_start === true
    ? text.chat.runtimeNotStarted(reason)
    : text.chat.runtimeExited(reason);
}

const names = once(() => new Intl.ListFormat(text.app.locale, { type: 'conjunction' }));

function listNames(tools: readonly string[]): string {
  const shown = tools.slice(0, 8);
  return names().format(
    tools.length > shown.length ? [...shown, text.chat.more(tools.length - shown.length)] : shown,
  );
}

function TurnEnd({ item }: { readonly item: TurnEndItem }) {
  const { result } = item;
  if (result.subtype === 'interrupted') {
    return (
      <p className="flex items-center gap-2 text-small text-subtle">
        <Icon of={OctagonPause} size={12} />
        {text.chat.turnEnds.interrupted}
      </p>
    );
  }
  const [first, ...others] = result.errors;
  // The provider's own words; the whole of a long answer is in the details.
  const line = first?.split('\n')[0]?.slice(0, 300) ?? '';
  const isWhole = line === first && others.length === 0;
  return (
    <ErrorBox
      role="status"
      actions={<RetryTurn endId={item.id} />}
      sentence={
        result.subtype === 'error_during_execution' && line !== ''
          ? text.chat.turnFailedBecause(line)
          : text.chat.turnEnds[result.subtype]
      }
      details={
        isWhole && result.subtype === 'error_during_execution'
          ? undefined
          : result.errors.join('\n')
      }
    />
  );
}
