import { BookOpen, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { USUAL_TIMEOUT } from '../bench-timeouts.ts';
import { CompletingField } from '../../../lib/completing-field.tsx';
import { formatClock } from '../../../lib/format-size.ts';
import { memoryKeys } from '../memory-keys.ts';
import type { Runs } from '../runs/use-runs.ts';
import { useResult } from '../runs/use-result.ts';
import { ServerItemList, textField } from '../server-item-list.tsx';
import { ResultHead } from '../tools/result-head.tsx';
import { usePageList } from '../use-page-list.ts';
import { useRemembered } from '../use-remembered.ts';
import { ResourceContents } from './resource-contents.tsx';
import { expandTemplate, templateVariables } from '../../../lib/uri-template.ts';
import { useWatch } from './use-watch.ts';

const words = benchTexts.resources;

export interface ResourcesViewProps {
  readonly server: ServerState;
  readonly runs: Runs;
  readonly renderMarkdown: (text: string) => ReactNode;
}

/** Resources and templates of a server, and what is in one. */
export function ResourcesView({ server, runs, renderMarkdown }: ResourcesViewProps) {
  const version = JSON.stringify([server.resources, server.connectedAt]);
  const resources = usePageList(server.id, 'resources', version);
  const templates = usePageList(server.id, 'templates', version);
  const [selected, setSelected] = useRemembered<string | undefined>(
    memoryKeys.resource(server.id),
    () => undefined,
  );
  const resource = resources.items.find((item) => item['uri'] === selected);
  const template = templates.items.find((item) => item['uriTemplate'] === selected);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(160px,272px)_minmax(0,1fr)]">
      <ServerItemList
        label={words.list}
        search={words.search}
        none={words.none}
        nothingFound={words.nothingFound}
        groups={[
          { title: words.resources, list: resources, keyField: 'uri' },
          { title: words.templates, list: templates, keyField: 'uriTemplate' },
        ]}
        selected={selected}
        onSelect={setSelected}
      />
      {selected === undefined ? (
        <p className="p-4 text-muted">{words.choose}</p>
      ) : template === undefined ? (
        <ReadPanel
          key={selected}
          {...{ server, runs, renderMarkdown }}
          item={resource ?? { uri: selected }}
          uri={selected}
        />
      ) : (
        <TemplatePanel
          key={selected}
          {...{ server, runs, renderMarkdown }}
          item={template}
          template={selected}
        />
      )}
    </div>
  );
}

interface PanelProps extends ResourcesViewProps {
  readonly item: JsonObject;
}

function TemplatePanel({ template, ...props }: PanelProps & { readonly template: string }) {
  const { server, item } = props;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const uri = expandTemplate(template, values);
  const fields = templateVariables(template).map((name) => (
    <CompletingField
      key={name}
      serverId={server.id}
      completionRef={{ type: 'ref/resource', uri: template }}
      name={name}
      note=""
      value={values[name] ?? ''}
      others={Object.fromEntries(
        Object.entries(values).filter(([other, value]) => other !== name && value !== ''),
      )}
      onValue={(value) => setValues({ ...values, [name]: value })}
    />
  ));
  return (
    <ReadPanel {...props} item={item} uri={uri}>
      <div className="grid max-w-160 gap-3 @[520px]:grid-cols-2">{fields}</div>
    </ReadPanel>
  );
}

function ReadPanel(props: PanelProps & { readonly uri: string; readonly children?: ReactNode }) {
  const { server, runs, item, uri, renderMarkdown, children } = props;
  const reads = runs.list.filter(
    ({ request }) => request.kind === 'resource' && request.uri === uri,
  );
  const run = reads.at(-1);
  const result = useResult(run);
  const read = () => void runs.start({ kind: 'resource', uri }, USUAL_TIMEOUT);
  const title = textField(item, 'title') ?? textField(item, 'name') ?? uri;
  const description = textField(item, 'description');
  return (
    <section
      aria-label={title}
      className="thin-scroll @container flex min-h-0 min-w-0 flex-col overflow-y-auto"
    >
      <div className="flex flex-col gap-2.5 px-4 pt-3.5">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-dialog [overflow-wrap:anywhere]">
            <ExactText value={title} />
          </h2>
          <span className="text-small text-subtle">{textField(item, 'mimeType')}</span>
          <span className="flex-1" />
          <Button
            tone="primary"
            busy={run?.state === 'running'}
            icon={<Icon of={run === undefined ? BookOpen : RefreshCw} size={14} />}
            onClick={read}
          >
            {run === undefined ? words.read : words.readAgain}
          </Button>
        </div>
        {description !== undefined && (
          <p className="text-small text-subtle">
            <ExactText value={description} />
          </p>
        )}
        {children}
        <p className="rounded-control border border-line bg-inset px-2.5 py-1.5 font-mono text-code">
          <ExactText value={uri} />
        </p>
        <WatchLine key={uri} server={server} uri={uri} onChange={read} />
        {runs.error !== undefined && (
          <ErrorBox role="alert" sentence={runs.error.sentence} details={runs.error.details} />
        )}
      </div>
      {run === undefined ? (
        <p className="px-4 pt-4 text-muted">{words.empty}</p>
      ) : (
        <ResultHead
          run={run}
          copied={result.state === 'ready' ? result.text : undefined}
          structured={undefined}
          onStop={() => runs.cancel(run.id)}
        />
      )}
      <div className="px-4 py-3">
        {result.state === 'ready' && (
          <ResourceContents
            contents={result.value['contents']}
            source={title}
            renderMarkdown={renderMarkdown}
          />
        )}
      </div>
    </section>
  );
}

interface WatchLineProps {
  readonly server: ServerState;
  readonly uri: string;
  readonly onChange: () => void;
}

/** While it is on, the resource is read again with each change. */
function WatchLine({ server, uri, onChange }: WatchLineProps) {
  const watch = useWatch(server.id, uri, onChange);
  const canWatch = server.capabilities?.includes('resources.subscribe') ?? false;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2 text-small text-muted">
        <Switch
          label={words.watch}
          checked={watch.isOn}
          disabled={!canWatch || watch.toggle.busy}
          onCheckedChange={(next) => void watch.toggle.run(next)}
        />
        <span aria-hidden="true">{words.watch}</span>
        <span role="status" className="text-subtle">
          {canWatch
            ? watch.changedAt !== undefined && words.changed(formatClock(watch.changedAt))
            : words.watchUnsupported}
        </span>
      </div>
      {watch.toggle.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={watch.toggle.error.sentence}
          details={watch.toggle.error.details}
        />
      )}
    </div>
  );
}
