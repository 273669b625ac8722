import { FlaskConical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { TrafficEntry, TrafficMessage } from '../../../../shared/mcp/traffic.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { formatBytes, formatExactClock, formatTook } from '../../../lib/format-size.ts';
import { JsonCode } from '../viewers/json-code.tsx';
import { Direction } from './traffic-table.tsx';
import { exchangesOf, messageOf, otherHalf } from './traffic-rows.ts';

const words = benchTexts.traffic;
type Tab = 'pair' | 'headers' | 'timing';

export interface MessageDetailProps {
  readonly entry: TrafficEntry;
  readonly entries: readonly TrafficEntry[];
  /** Opens a call of a tool with its arguments; undefined where the bench is not. */
  readonly onOpenTool: ((tool: string, args: JsonObject) => void) | undefined;
}

/** A message whole, beside what it asks for or answers. */
export function MessageDetail({ entry, entries, onOpenTool }: MessageDetailProps) {
  const [tab, setTab] = useState<Tab>('pair');
  const other = otherHalf(entries, entry);
  const isEnd = entry.kind !== 'http' && entry.ends !== undefined;
  const first = isEnd ? other : entry.kind === 'http' ? undefined : entry;
  const second = isEnd ? entry : other;
  const name =
    entry.kind === 'http'
      ? `${words.http} ${entry.method}`
      : (first?.method ?? entry.method ?? words.result);
  const call = first === undefined ? undefined : toolCallOf(first);
  return (
    <section
      aria-label={name}
      className="flex min-h-0 w-[min(44%,416px)] flex-none flex-col border-l border-line"
    >
      <header className="flex flex-none flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-3">
        <h2 className="font-mono text-code font-medium [overflow-wrap:anywhere]">{name}</h2>
        {entry.kind !== 'http' && entry.id !== undefined && (
          <span className="font-mono text-code text-subtle">{words.id(String(entry.id))}</span>
        )}
        <span className="flex-1" />
        {call !== undefined && onOpenTool !== undefined && (
          <Button
            size="small"
            icon={<Icon of={FlaskConical} size={14} />}
            onClick={() => onOpenTool(call.tool, call.args)}
          >
            {words.openInTools}
          </Button>
        )}
        {entry.kind !== 'http' && <CopyButton value={entry.text} label={words.copy} />}
      </header>
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onValueChange={setTab}
        className="flex min-h-0 flex-1 flex-col"
        listClassName="mx-4 flex-none"
        tabs={[
          { value: 'pair', label: words.tabs.pair },
          { value: 'headers', label: words.tabs.headers },
          { value: 'timing', label: words.tabs.timing },
        ]}
      >
        <TabPanel value="pair" className={panel}>
          {entry.kind === 'http' && <HttpLines entry={entry} />}
          {first !== undefined && <Half entry={first} title={firstTitle(first)} />}
          {isEnd && first === undefined && (
            <p className="text-small text-subtle">{words.answerGone}</p>
          )}
          {second !== undefined && <Half entry={second} title={endTitle(second)} />}
          {first?.kind === 'request' && second === undefined && (
            <p className="text-small text-subtle">{words.noAnswer}</p>
          )}
        </TabPanel>
        <TabPanel value="headers" className={panel}>
          <Headers entries={entries} entry={first ?? entry} />
        </TabPanel>
        <TabPanel value="timing" className={panel}>
          <Timing first={first} second={second} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

function toolCallOf(
  message: TrafficMessage,
): { readonly tool: string; readonly args: JsonObject } | undefined {
  const { params } = messageOf(message);
  if (message.method !== 'tools/call' || message.direction !== 'out') return undefined;
  if (!isJsonObject(params) || typeof params['name'] !== 'string') return undefined;
  const args = isJsonObject(params['arguments']) ? params['arguments'] : {};
  // What is redacted cannot be sent again.
  const known = Object.entries(args).filter(
    ([, value]) => typeof value !== 'string' || !value.includes('[redacted]'),
  );
  return { tool: params['name'], args: Object.fromEntries(known) };
}

function firstTitle(entry: TrafficMessage): string {
  const time = formatExactClock(entry.at);
  return entry.kind === 'request' ? words.request(time) : words.notification(time);
}

function endTitle({ ends, kind, at }: TrafficMessage): string {
  if (ends === undefined) return words.notification(formatExactClock(at));
  const took = formatTook(ends.durationMs);
  if (kind === 'notification') return words.cancelledAfter(took);
  return ends.outcome === 'error' ? words.errorAfter(took) : words.resultAfter(took);
}

function Half({ entry, title }: { readonly entry: TrafficMessage; readonly title: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="flex items-center gap-2 text-small text-subtle">
        <Direction entry={entry} />
        {title}
      </h3>
      <JsonCode value={entry.text} label={title} />
      {entry.isCut && <p className="text-small text-warning-text">{words.cut}</p>}
    </div>
  );
}

function Headers({
  entries,
  entry,
}: {
  readonly entries: readonly TrafficEntry[];
  readonly entry: TrafficEntry;
}) {
  const exchanges = entry.kind === 'http' ? [entry] : exchangesOf(entries, entry);
  if (exchanges.length === 0) return <p className="text-small text-subtle">{words.noHeaders}</p>;
  return (
    <>
      <p className="text-small text-subtle">{words.headersNote}</p>
      {exchanges.map((exchange) => (
        <HttpLines key={exchange.seq} entry={exchange} />
      ))}
    </>
  );
}

function HttpLines({ entry }: { readonly entry: Extract<TrafficEntry, { kind: 'http' }> }) {
  const { method, url, status, failure, requestHeaders, responseHeaders } = entry;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-mono text-code">
        {method} <ExactText value={url} />
      </p>
      <p className={failure === undefined ? 'text-small' : 'text-small text-danger-text'}>
        {failure !== undefined
          ? words.failed(failure)
          : status !== undefined && words.status(status)}
      </p>
      <Facts
        facts={[
          [words.sentHeaders, requestHeaders.join(', ')],
          [words.receivedHeaders, responseHeaders.join(', ')],
        ]}
      />
    </div>
  );
}

interface TimingProps {
  readonly first: TrafficMessage | undefined;
  readonly second: TrafficMessage | undefined;
}

function Timing({ first, second }: TimingProps) {
  const { timing } = words;
  const facts: (readonly [string, ReactNode])[] = [];
  if (first !== undefined)
    facts.push(
      [timing.sent, formatExactClock(first.at)],
      [timing.sentSize, formatBytes(first.bytes)],
    );
  if (second !== undefined)
    facts.push(
      [timing.answered, formatExactClock(second.at)],
      [timing.receivedSize, formatBytes(second.bytes)],
    );
  if (second?.ends !== undefined) facts.push([timing.took, formatTook(second.ends.durationMs)]);
  const sessionId = first?.sessionId ?? second?.sessionId;
  if (sessionId !== undefined) facts.push([timing.session, sessionId]);
  return <Facts facts={facts} />;
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-subtle">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const panel =
  'thin-scroll flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3 outline-none data-[state=inactive]:hidden';
