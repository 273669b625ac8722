import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formFromServer, submission } from '../form/server-form.ts';
import { FixRow } from './fix-row.tsx';

const words = text.servers.doctor;

type Source = keyof typeof words.install;

/** Where well-known commands come from. */
const sources: Readonly<Record<string, Source>> = {
  ...{ npx: 'node', npm: 'node', node: 'node', uvx: 'uv', uv: 'uv' },
  ...{ python: 'python', python3: 'python', pipx: 'python', docker: 'docker' },
  ...{ bunx: 'bun', bun: 'bun', deno: 'deno' },
};
const sites: Readonly<Record<Source, string>> = {
  node: 'nodejs.org',
  uv: 'docs.astral.sh',
  python: 'www.python.org',
  docker: 'www.docker.com',
  bun: 'bun.sh',
  deno: 'deno.com',
};

/** For a command that was not found: its full path where it is found by now, else where it comes from. */
export function CommandFixes({ server }: { readonly server: ServerState }) {
  const command = server.definition.type === 'stdio' ? server.definition.command : '';
  const path = useFoundPath(command, server.failure?.at);
  const ipc = useIpc();
  const use = useAction(async (found: string) => {
    await ipc.call('servers.update', {
      serverId: server.id,
      ...submission({ ...formFromServer(server), command: found }),
    });
  });
  const source = Object.hasOwn(sources, command) ? sources[command] : undefined;
  if (path !== undefined && path !== command) {
    return (
      <>
        <FixRow title={words.fullPath} note={path}>
          <Button busy={use.busy} onClick={() => void use.run(path)}>
            {words.fullPathUse}
          </Button>
        </FixRow>
        {use.error !== undefined && (
          <ErrorBox role="alert" sentence={use.error.sentence} details={use.error.details} />
        )}
      </>
    );
  }
  if (source === undefined) return null;
  const site = sites[source];
  return (
    <FixRow title={words.installTitle[source]} note={words.install[source]}>
      <Button
        icon={<Icon of={ExternalLink} size={14} />}
        onClick={() => {
          ipc.call('app.openLink', { url: `https://${site}/` }).catch(() => undefined);
        }}
      >
        {words.installOpen(site)}
      </Button>
    </FixRow>
  );
}

/** Where the app itself finds the command now; looked up anew after each failure. */
function useFoundPath(command: string, failedAt: number | undefined): string | undefined {
  const ipc = useIpc();
  const [path, setPath] = useState<string | undefined>(undefined);
  useEffect(() => {
    let current = true;
    setPath(undefined);
    ipc.call('servers.findCommand', { command }).then(
      (found) => {
        if (current) setPath(found.path ?? undefined);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [ipc, command, failedAt]);
  return path;
}
