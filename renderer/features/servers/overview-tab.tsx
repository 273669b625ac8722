import type { ReactNode } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import type { PublicDefinition, ServerState } from '../../../shared/mcp/server-state.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import { formatSpan } from './server-time.ts';

const words = text.servers.overview;

/** What the server is: its definition exactly, trust, and what it says about itself. */
export function OverviewTab({ server }: { readonly server: ServerState }) {
  return (
    <div className="flex flex-col gap-5">
      <Facts title={words.definition}>
        <DefinitionFacts definition={server.definition} />
        <Fact label={words.startTimeout}>{formatSpan(server.startTimeoutMs)}</Fact>
        <Fact label={words.key}>
          <code className="text-code">{server.key}</code>
        </Fact>
        <Fact label={words.trust}>
          {server.origin === 'builtin'
            ? words.trustedBuiltin
            : server.trusted
              ? words.trusted
              : words.notTrusted}
        </Fact>
      </Facts>
      {server.serverInfo === undefined ? (
        <p className="text-small text-subtle">{words.noServer}</p>
      ) : (
        <Facts title={words.server}>
          <Fact label={words.serverName}>
            <ExactText value={server.serverInfo.title ?? server.serverInfo.name} />
          </Fact>
          <Fact label={words.version}>
            <ExactText value={server.serverInfo.version} />
          </Fact>
          {server.era !== undefined && (
            <Fact label={words.protocol}>
              {text.servers.era(server.era, server.protocolVersion)}
            </Fact>
          )}
        </Facts>
      )}
      {server.instructions !== undefined && server.instructions !== '' && (
        <section>
          <h3 className="mb-1.5 text-heading">{words.instructions}</h3>
          <div className="rounded-control border border-line bg-inset px-2.5 py-2 text-small">
            <ExactText value={server.instructions} />
          </div>
        </section>
      )}
    </div>
  );
}

function DefinitionFacts({ definition }: { readonly definition: PublicDefinition }) {
  switch (definition.type) {
    case 'stdio':
      return (
        <>
          <Fact label={words.command}>
            <Exact value={definition.command} />
          </Fact>
          <Fact label={words.arguments}>
            {definition.args.length === 0 ? (
              words.noArguments
            ) : (
              <ol className="flex flex-col">
                {definition.args.map((argument, index) => (
                  <li key={index} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2">
                    <span className="text-right text-small text-subtle">{index + 1}</span>
                    <Exact value={argument} />
                  </li>
                ))}
              </ol>
            )}
          </Fact>
          <Fact label={words.environment}>
            <Names names={definition.envNames} none={words.noEnvironment} />
          </Fact>
          <Fact label={words.folder}>
            {definition.cwd === undefined ? words.folderDefault : <Exact value={definition.cwd} />}
          </Fact>
        </>
      );
    case 'http':
    case 'sse':
      return (
        <>
          <Fact label={words.url}>
            <Exact value={definition.url} />
          </Fact>
          <Fact label={words.headers}>
            <Names names={definition.headerNames} none={words.noHeaders} />
          </Fact>
        </>
      );
    case 'builtin':
      return <Fact label={words.module}>{words.moduleNote(definition.module)}</Fact>;
  }
}

function Names({ names, none }: { readonly names: readonly string[]; readonly none: string }) {
  if (names.length === 0) return none;
  return (
    <>
      {names.map((name) => (
        <span key={name} className="block">
          <Exact value={name} />
        </span>
      ))}
      <span className="block text-small text-subtle">{words.environmentNote}</span>
    </>
  );
}

function Exact({ value }: { readonly value: string }) {
  return <ExactText value={value} className="font-mono text-code" />;
}

function Facts({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-heading">{title}</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">{children}</dl>
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-subtle">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
