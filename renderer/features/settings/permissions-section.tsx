import { Ban, Check, Search, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { LedgerEntry } from '../../../shared/ipc/routes/permissions.ts';
import { permissions as permissionTexts } from '../../../shared/texts/en/permissions.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { formatWhen } from '../../lib/format.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Section } from './section.tsx';
import { TrustedFolders } from './trusted-folders.tsx';

const words = permissionTexts.ledger;

/** The ledger: everything that is allowed or denied for longer than one call (UI-42). */
export function PermissionsSection() {
  const ipc = useIpc();
  const { grants } = useAppData((data) => data.permissions);
  const [query, setQuery] = useState('');
  const now = useNow(10_000);
  const revoke = useAction((grantId: string) => ipc.call('permissions.revoke', { grantId }));
  const wanted = query.trim();
  const shown = grants.filter((entry) => matches(entry, wanted, now));
  return (
    <Section title={words.title} intro={words.intro}>
      {revoke.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mb-2"
          sentence={revoke.error.sentence}
          details={revoke.error.details}
        />
      )}
      {grants.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={words.none}>
          {words.noneBody}
        </EmptyState>
      ) : (
        <>
          <div className="mb-2.5 flex items-center gap-3">
            <div className="relative w-60">
              <Icon
                of={Search}
                size={14}
                className="pointer-events-none absolute top-[7px] left-[9px] text-subtle"
              />
              <input
                type="text"
                role="searchbox"
                aria-label={words.filter}
                placeholder={words.filter}
                value={query}
                spellCheck={false}
                onChange={(event) => setQuery(event.target.value)}
                className="h-(--control) w-full rounded-control bg-quiet pr-2 pl-[29px] text-ui placeholder:text-subtle focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
              />
            </div>
            <span role="status" className="text-small text-subtle">
              {wanted === '' ? '' : words.count(shown.length, grants.length)}
            </span>
          </div>
          {shown.length === 0 ? (
            <p className="py-2 text-muted">{words.noMatch(wanted)}</p>
          ) : (
            <Card>
              <ul aria-label={words.table} className="divide-y divide-line">
                {shown.map((entry) => (
                  <GrantRow
                    key={entry.id}
                    entry={entry}
                    now={now}
                    onRevoke={() => void revoke.run(entry.id)}
                  />
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
      <TrustedFolders />
    </Section>
  );
}

/** True when every word of the query is in what a row says. */
function matches(entry: LedgerEntry, query: string, now: number): boolean {
  const haystack = [
    entry.serverName,
    entry.tool ?? words.wholeServer,
    entry.toolTitle ?? '',
    words[entry.scope],
    entry.behavior === 'allow' ? words.allowed : words.denied,
    words.states[entry.state],
    originWords(entry, now),
  ]
    .join('\n')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

function originWords({ origin, createdAt }: LedgerEntry, now: number): string {
  const when = formatWhen(createdAt, now);
  return origin.kind === 'tools-table'
    ? words.fromTable(when)
    : words.fromPrompt(when, origin.sessionTitle);
}

interface GrantRowProps {
  readonly entry: LedgerEntry;
  readonly now: number;
  readonly onRevoke: () => void;
}

function GrantRow({ entry, now, onRevoke }: GrantRowProps) {
  const isAllowed = entry.behavior === 'allow';
  const tool = entry.toolTitle ?? entry.tool ?? words.wholeServer;
  return (
    <li data-grant={entry.id} className="flex items-start gap-3 px-3.5 py-2.5">
      <Icon
        of={isAllowed ? Check : Ban}
        className={`mt-0.5 ${isAllowed ? 'text-success-text' : 'text-danger-text'}`}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">
            <ExactText value={tool} />
          </span>
          {entry.tool !== undefined && entry.tool !== tool && (
            <span className="font-mono text-code text-subtle">
              <ExactText value={entry.tool} />
            </span>
          )}
          <span className="text-muted">
            <ExactText value={entry.serverName} />
          </span>
          <Badge tone={isAllowed ? 'success' : 'danger'}>
            {isAllowed ? words.allowed : words.denied}
          </Badge>
          <Badge tone="outline">{words[entry.scope]}</Badge>
        </div>
        {entry.arguments !== undefined && (
          <p className="text-small text-subtle">
            {words.onlyArguments}{' '}
            <ExactText value={entry.arguments} className="font-mono text-code" />
          </p>
        )}
        <p className="text-small text-subtle">{originWords(entry, now)}</p>
        <p className="text-small text-subtle">
          {entry.lastUsedAt === undefined
            ? words.unused
            : words.used(entry.uses, formatWhen(entry.lastUsedAt, now))}
        </p>
        {entry.state !== 'active' && (
          <p className="text-small text-warning-text">{words.states[entry.state]}</p>
        )}
      </div>
      <Button size="small" aria-label={words.revokeOf(tool, entry.serverName)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}
