import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import type { CallValue } from '../../../shared/ipc/registry.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { readableError, type ReadableError } from '../../lib/error-sentence.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { once } from '../../lib/once.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const words = text.servers.logs;
const clock = once(
  () => new Intl.DateTimeFormat(text.app.dateLocale, { timeStyle: 'medium', hourCycle: 'h23' }),
);
/** How often a log that is looked at is read again, in ms. */
const REFRESH = 2_000;

type Lines = CallValue<'servers.logs'>['lines'];

/** What the server wrote, as it came. Standard error is no error: many servers write ordinary messages there. */
export function LogsTab({ server }: { readonly server: ServerState }) {
  const ipc = useIpc();
  const [lines, setLines] = useState<Lines | undefined>(undefined);
  const [error, setError] = useState<ReadableError | undefined>(undefined);
  const serverId = server.id;
  const read = useCallback(
    () =>
      ipc.call('servers.logs', { serverId }).then(
        (answer) => {
          setLines(answer.lines);
          setError(undefined);
        },
        (thrown: unknown) => setError(readableError(thrown)),
      ),
    [ipc, serverId],
  );
  useEffect(() => {
    void read();
    const timer = setInterval(() => void read(), REFRESH);
    return () => clearInterval(timer);
  }, [read]);

  if (error !== undefined) {
    return (
      <ErrorBox
        role="alert"
        sentence={error.sentence}
        details={error.details}
        actions={
          <Button size="small" onClick={() => void read()}>
            {text.servers.page.tryAgain}
          </Button>
        }
      />
    );
  }
  if (lines === undefined) {
    return (
      <Loading label={words.loading}>
        <div className="flex flex-col gap-3 py-2">
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/3" />
        </div>
      </Loading>
    );
  }
  const copy = lines
    .map((line) => `${new Date(line.at).toISOString()} ${line.stream} ${line.text}`)
    .join('\n');
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-small text-subtle">{words.note}</p>
        <Button
          size="small"
          tone="quiet"
          icon={<Icon of={RefreshCw} size={14} />}
          onClick={() => void read()}
        >
          {words.refresh}
        </Button>
        {lines.length > 0 && <CopyButton value={copy} label={words.copy} look="text" />}
      </div>
      {lines.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <ol
          aria-label={words.label(server.name)}
          tabIndex={0}
          className="rounded-control border border-line bg-inset px-2.5 py-2 font-mono text-code"
        >
          {lines.map((line, index) => (
            <li
              key={index}
              className="grid grid-cols-[62px_112px_minmax(0,1fr)] gap-x-2 [contain-intrinsic-size:auto_18px] [content-visibility:auto]"
            >
              <time dateTime={new Date(line.at).toISOString()} className="text-subtle">
                {clock().format(line.at)}
              </time>
              <span className="text-subtle">{words.streams[line.stream]}</span>
              <ExactText value={line.text} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
