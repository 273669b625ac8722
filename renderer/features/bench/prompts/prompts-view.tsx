import { Copy, MessageSquareText } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { useKeyMatch, useShortcut } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { USUAL_TIMEOUT } from '../bench-timeouts.ts';
import { CompletingField } from '../../../lib/completing-field.tsx';
import { memoryKeys } from '../memory-keys.ts';
import type { Runs } from '../runs/use-runs.ts';
import { useResult } from '../runs/use-result.ts';
import { ServerItemList, textField } from '../server-item-list.tsx';
import { ResultHead } from '../tools/result-head.tsx';
import { usePageList } from '../use-page-list.ts';
import { useRemembered } from '../use-remembered.ts';
import { ContentBlocks } from '../viewers/content-blocks.tsx';

const words = benchTexts.prompts;

export interface PromptsViewProps {
  readonly server: ServerState;
  readonly runs: Runs;
  readonly onRead: (uri: string) => void;
}

/** Prompts of a server, their arguments, and the messages that they become. */
export function PromptsView({ server, runs, onRead }: PromptsViewProps) {
  const list = usePageList(
    server.id,
    'prompts',
    JSON.stringify([server.prompts, server.connectedAt]),
  );
  const [selected, setSelected] = useRemembered<string | undefined>(
    memoryKeys.prompt(server.id),
    () => undefined,
  );
  const prompt = list.items.find((item) => item['name'] === selected);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(140px,204px)_minmax(250px,372px)_minmax(220px,1fr)]">
      <ServerItemList
        label={words.list}
        search={words.search}
        none={words.none}
        nothingFound={words.nothingFound}
        groups={[{ title: undefined, list, keyField: 'name' }]}
        selected={selected}
        onSelect={setSelected}
      />
      {prompt === undefined || selected === undefined ? (
        <p className="p-4 text-muted">{words.choose}</p>
      ) : (
        <OnePrompt key={selected} {...{ server, runs, onRead, prompt }} name={selected} />
      )}
    </div>
  );
}

interface OnePromptProps extends PromptsViewProps {
  readonly prompt: JsonObject;
  readonly name: string;
}

function OnePrompt({ server, runs, onRead, prompt, name }: OnePromptProps) {
  const [values, setValues] = useRemembered<Readonly<Record<string, string>>>(
    memoryKeys.promptArgs(server.id, name),
    () => ({}),
  );
  const run = runs.list.findLast(
    ({ request }) => request.kind === 'prompt' && request.name === name,
  );
  const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const get = () => {
    if (run?.state !== 'running')
      void runs.start({ kind: 'prompt', name, arguments: sent }, USUAL_TIMEOUT);
  };
  const matches = useKeyMatch();
  const keys = useShortcut('answer.submit');
  const onKeyDown = (event: KeyboardEvent) => {
    if (!matches(event, 'answer.submit')) return;
    if (isComposing(event.nativeEvent)) return;
    event.preventDefault();
    get();
  };
  const title = textField(prompt, 'title') ?? name;
  const description = textField(prompt, 'description');
  const given = prompt['arguments'];
  const args = Array.isArray(given) ? given.filter(isJsonObject) : [];
  return (
    <>
      <section
        aria-label={title}
        onKeyDown={onKeyDown}
        className="flex min-h-0 min-w-0 flex-col border-r border-line"
      >
        <div className="thin-scroll flex min-h-0 flex-1 flex-col gap-[13px] overflow-y-auto px-4 py-3.5">
          <div>
            <h2 className="text-dialog [overflow-wrap:anywhere]">
              <ExactText value={title} />
            </h2>
            {description !== undefined && (
              <p className="text-small text-subtle">
                <ExactText value={description} />
              </p>
            )}
          </div>
          {args.length === 0 && <p className="text-muted">{words.noArguments}</p>}
          {args.map((argument) => (
            <PromptArgument
              key={String(argument['name'])}
              {...{ server, prompt: name, argument, values: sent }}
              value={values[String(argument['name'])] ?? ''}
              onValue={(value) => setValues({ ...values, [String(argument['name'])]: value })}
            />
          ))}
        </div>
        <div className="flex flex-none items-center border-t border-line px-4 py-2.5">
          <span className="flex-1" />
          <Button
            tone="primary"
            {...(keys && { keys })}
            busy={run?.state === 'running'}
            icon={<Icon of={MessageSquareText} size={14} />}
            onClick={get}
          >
            {words.get}
          </Button>
        </div>
      </section>
      <PromptResult {...{ runs, run, onRead }} source={title} />
    </>
  );
}

interface PromptArgumentProps {
  readonly server: ServerState;
  readonly prompt: string;
  readonly argument: JsonObject;
  readonly value: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (value: string) => void;
}

function PromptArgument(props: PromptArgumentProps) {
  const { server, prompt, argument, value, values, onValue } = props;
  const name = String(argument['name']);
  const others = Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
  return (
    <CompletingField
      serverId={server.id}
      completionRef={{ type: 'ref/prompt', name: prompt }}
      name={name}
      note={argument['required'] === true ? benchTexts.form.required : ''}
      description={textField(argument, 'description')}
      value={value}
      others={others}
      onValue={onValue}
    />
  );
}

interface PromptResultProps extends Pick<PromptsViewProps, 'runs' | 'onRead'> {
  readonly run: PromptsViewProps['runs']['list'][number] | undefined;
  readonly source: string;
}

function PromptResult({ runs, run, source, onRead }: PromptResultProps) {
  const result = useResult(run);
  const messages =
    result.state === 'ready' && Array.isArray(result.value['messages'])
      ? result.value['messages'].filter(isJsonObject)
      : [];
  const copy = async () => {
    await navigator.clipboard.writeText(textsOf(messages));
    announce(words.copied);
  };
  return (
    <section
      aria-label={benchTexts.result.label}
      className="thin-scroll flex min-h-0 min-w-0 flex-col overflow-y-auto"
    >
      {runs.error !== undefined && (
        <div className="px-4 pt-3">
          <ErrorBox role="alert" sentence={runs.error.sentence} details={runs.error.details} />
        </div>
      )}
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
      {result.state === 'ready' && (
        <div className="flex flex-col gap-3 px-4 py-3">
          {messages.length === 0 && <p className="text-muted">{words.noMessages}</p>}
          {messages.map((message, index) => (
            <article key={index} className="flex flex-col items-start gap-1.5">
              <Badge tone="outline">{roleOf(message)}</Badge>
              <div className="w-full">
                <ContentBlocks
                  blocks={
                    Array.isArray(message['content']) ? message['content'] : [message['content']]
                  }
                  source={source}
                  onRead={onRead}
                />
              </div>
            </article>
          ))}
          {messages.length > 0 && (
            <Button
              className="self-start"
              icon={<Icon of={Copy} size={14} />}
              onClick={() => void copy().catch(() => undefined)}
            >
              {words.copy}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function roleOf(message: JsonObject): string {
  const role = textField(message, 'role') ?? '';
  return benchTexts.content.roles[role] ?? role;
}

/** The texts of the messages, for a session. */
function textsOf(messages: readonly JsonObject[]): string {
  return messages
    .flatMap(({ content }): unknown[] => (Array.isArray(content) ? content : [content]))
    .flatMap((block) =>
      isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('\n\n');
}
