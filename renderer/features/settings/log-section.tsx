import { Copy, FolderOpen, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LogLine } from '../../../shared/ipc/routes/shell.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useActionRegistry } from '../../lib/actions/action-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Section } from './section.tsx';

const words = text.shell.log;

/** What the app itself wrote, and the report for whoever helps (UI-7). */
export function LogSection() {
  const ipc = useIpc();
  const registry = useActionRegistry();
  const [log, setLog] = useState<{ lines: readonly LogLine[]; file: string } | undefined>();
  const [level, setLevel] = useState<'all' | 'problems'>('all');
  const [query, setQuery] = useState('');
  const read = useAction(async () => setLog(await ipc.call('shell.log')));
  const reveal = useAction(() => ipc.call('shell.reveal', { place: 'logs' }));
  const { run } = read;
  useEffect(() => void run(), [run]);
  const failed = read.error ?? reveal.error;
  const wanted = query.trim().toLocaleLowerCase();
  const shown = (log?.lines ?? []).filter(
    (line) =>
      (level === 'all' || line.level !== 'info') &&
      `${line.message}\n${line.details}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <Section
      title={words.title}
      intro={words.intro}
      actions={
        <Button
          icon={<Icon of={Copy} size={14} />}
          onClick={() => void registry.run('report.copy')}
        >
          {text.shell.report.copy}
        </Button>
      }
    >
      <p className="mb-3 text-small text-subtle">{text.shell.report.copyNote}</p>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label={words.filter}
          placeholder={words.filter}
          value={query}
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
          className={`${inputClass} !w-56`}
        />
        <SegmentedControl<'all' | 'problems'>
          label={words.lines}
          value={level}
          onValueChange={setLevel}
          options={[
            { value: 'all', label: words.levels.all },
            { value: 'problems', label: words.levels.problems },
          ]}
        />
        <span className="flex-1" />
        <Button
          tone="quiet"
          busy={read.busy}
          icon={<Icon of={RefreshCw} size={14} />}
          onClick={() => void read.run()}
        >
          {words.refresh}
        </Button>
        <Button
          tone="quiet"
          icon={<Icon of={FolderOpen} size={14} />}
          onClick={() => void reveal.run()}
        >
          {words.reveal}
        </Button>
      </div>
      {failed !== undefined && (
        <ErrorBox
          role="alert"
          className="mb-2"
          sentence={words.loadFailed(failed.sentence)}
          details={failed.details}
        />
      )}
      {log === undefined ? (
        read.busy && (
          <Loading label={words.loading}>
            <Skeleton className="w-full" />
          </Loading>
        )
      ) : shown.length === 0 ? (
        <p className="py-2 text-muted">{log.lines.length === 0 ? words.empty : words.noMatch}</p>
      ) : (
        <ol
          aria-label={words.lines}
          tabIndex={0}
          className="thin-scroll max-h-[56vh] overflow-y-auto rounded-card border border-line bg-inset py-1.5 font-mono text-code"
        >
          {shown.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </ol>
      )}
      {log !== undefined && (
        <p className="mt-2 text-small [overflow-wrap:anywhere] text-subtle">
          {words.file} <ExactText value={log.file} className="font-mono text-code" />
        </p>
      )}
    </Section>
  );
}

const tones = { info: 'text-subtle', warn: 'text-warning-text', error: 'text-danger-text' };

function Line({ line }: { readonly line: LogLine }) {
  return (
    <li className="flex gap-3 px-3 py-0.5 [overflow-wrap:anywhere]">
      <span className="flex-none text-subtle">{line.at.slice(5, 19).replace('T', ' ')}</span>
      <span className={`w-16 flex-none ${tones[line.level]}`}>{words.levelNames[line.level]}</span>
      <span className="min-w-0">
        <ExactText value={line.message} />
        {line.details !== '' && (
          <span className="block text-subtle">
            <ExactText value={line.details} />
          </span>
        )}
      </span>
    </li>
  );
}
