import { useEffect, useState } from 'react';
import type { CallValue } from '../../../../shared/ipc/registry.ts';
import type { ServerReading } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { TextField } from '../../../ui/field.tsx';

const words = serverSetupTexts.registry;

type Results = CallValue<'serverSetup.searchRegistry'>;
type Published = Results['servers'][number];

export interface RegistryTabProps {
  readonly onChosen: (reading: ServerReading) => void;
}

/** Searches the registry when the person presses Search; nothing is asked before. */
export function RegistryTab({ onChosen }: RegistryTabProps) {
  const ipc = useIpc();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<readonly Published[] | undefined>(undefined);
  const [host, setHost] = useState<string | undefined>(undefined);
  const [page, setPage] = useState<Results | undefined>(undefined);
  const known = useAction(async () => setHost((await ipc.call('serverSetup.registry')).host));
  const { run } = known;
  useEffect(() => {
    void run();
  }, [run]);
  const ask = useAction(async (cursor?: string) => {
    const query = { search: search.trim() };
    const results = await ipc.call(
      'serverSetup.searchRegistry',
      cursor === undefined ? query : { ...query, cursor },
    );
    setFound((before) =>
      cursor === undefined ? results.servers : [...(before ?? []), ...results.servers],
    );
    setPage(results);
  });
  const choose = useAction(async ({ name, version }: Published) => {
    onChosen(await ipc.call('serverSetup.registryEntry', { name, version }));
  });
  const error = ask.error ?? choose.error;
  const cursor = page?.nextCursor;
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void ask.run();
        }}
      >
        <TextField
          className="flex-1"
          label={words.search}
          placeholder={words.placeholder}
          value={search}
          onValueChange={setSearch}
        />
        <Button size="large" type="submit" busy={ask.busy}>
          {words.submit}
        </Button>
      </form>
      {host !== undefined && <p className="text-small text-subtle">{words.note(host)}</p>}
      {error !== undefined && (
        <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
      )}
      {found !== undefined && (
        <p role="status" className="text-small text-subtle">
          {found.length === 0 ? words.none : words.results(found.length)}
        </p>
      )}
      {found !== undefined && found.length > 0 && (
        <ul className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line">
          {found.map((server) => (
            <li key={`${server.name} ${server.version}`} className="flex gap-3 px-3 py-[9px]">
              <PublishedLines server={server} />
              <Button
                size="small"
                aria-label={words.choose(server.title ?? server.name)}
                onClick={() => void choose.run(server)}
              >
                {serverSetupTexts.add.tabs.choose}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {cursor !== undefined && (
        <LinkButton className="self-start" onClick={() => void ask.run(cursor)}>
          {words.more}
        </LinkButton>
      )}
    </div>
  );
}

function PublishedLines({ server }: { readonly server: Published }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-0.5">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">
          <ExactText value={server.title ?? server.name} />
        </span>
        {server.kinds.map((kind) => (
          <Badge key={kind} tone="outline">
            {kind}
          </Badge>
        ))}
      </div>
      <div className="font-mono text-code text-subtle">
        <ExactText value={`${server.name} ${server.version}`} />
      </div>
      <p className="text-small text-muted [overflow-wrap:anywhere]">
        <ExactText value={server.description} />
      </p>
    </div>
  );
}
