import { Cpu } from 'lucide-react';
import type { LocalModels, ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction, type Action } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

const words = settingsTexts.providers.local;

export interface LocalServicesProps {
  readonly search: Action<[]>;
  /** Undefined until it was looked for. */
  readonly found: readonly LocalModels[] | undefined;
  readonly providers: readonly ProviderState[];
  readonly onAdded: (providerId: string) => void;
}

/** What runs on this computer, offered to be added; what does not answer is said. */
export function LocalServices({ search, found, providers, onAdded }: LocalServicesProps) {
  if (search.busy) {
    return (
      <Loading label={words.looking}>
        <Skeleton className="my-3 w-72" />
      </Loading>
    );
  }
  if (search.error !== undefined) {
    return (
      <ErrorBox
        role="alert"
        className="mt-3"
        sentence={words.failed(search.error.sentence)}
        details={search.error.details}
      />
    );
  }
  if (found === undefined) return null;
  const running = found.filter(({ models }) => models !== undefined);
  const others = found.filter(({ models }) => models === undefined);
  return (
    <div role="status" className="mt-3 flex flex-col gap-2" data-local-services="">
      {running.length > 0 && (
        <ul className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line">
          {running.map((service) => (
            <LocalService
              key={service.service}
              service={service}
              isAdded={providers.some(({ baseUrl }) => isSameService(baseUrl, service.baseUrl))}
              onAdded={onAdded}
            />
          ))}
        </ul>
      )}
      {others.map(({ service, baseUrl }) => (
        <p key={service} className="text-small text-muted">
          {words.notFound(words.services[service], hostOf(baseUrl))}
        </p>
      ))}
      {others.length > 0 && <p className="text-small text-subtle">{words.hint}</p>}
    </div>
  );
}

interface LocalServiceProps {
  readonly service: LocalModels;
  readonly isAdded: boolean;
  readonly onAdded: (providerId: string) => void;
}

function LocalService({ service, isAdded, onAdded }: LocalServiceProps) {
  const ipc = useIpc();
  const { baseUrl, models = [] } = service;
  const label = words.services[service.service];
  const add = useAction(async () => {
    const { provider } = await ipc.call('providers.add', {
      kind: 'openai-compatible',
      label,
      baseUrl,
      models,
    });
    if (provider) onAdded(provider.id);
  });
  const host = hostOf(baseUrl);
  return (
    <li className="flex min-h-[54px] flex-wrap items-center gap-3 px-3.5 py-2.5">
      <span className="grid size-8 flex-none place-items-center rounded-card bg-quiet text-muted">
        <Icon of={Cpu} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className="block text-small text-subtle">
          {models.length === 0 ? words.noModels(label, host) : words.found(models.length, host)}
        </span>
        {add.error !== undefined && (
          <span role="alert" className="block text-small text-danger-text">
            {add.error.sentence}
          </span>
        )}
      </span>
      {isAdded ? (
        <span className="text-small text-subtle">{words.added}</span>
      ) : (
        <Button tone="primary" busy={add.busy} onClick={() => void add.run()}>
          {words.use(label)}
        </Button>
      )}
    </li>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** `localhost` and its number are one place. */
function isSameService(one: string | undefined, other: string): boolean {
  if (one === undefined || !URL.canParse(one)) return false;
  return new URL(one).host.replace('localhost', '127.0.0.1') === hostOf(other);
}
