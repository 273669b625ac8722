import clsx from 'clsx';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useListKey } from '../../lib/actions/action-context.tsx';
import { isComposing } from '../../lib/is-composing.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { serverGroup, serverGroups, type ServerGroup } from '../../lib/server-groups.ts';
import { SignInAction } from '../../lib/sign-in-action.tsx';
import { useNow } from '../../lib/use-now.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuChoices } from '../../ui/menu.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { groupServers, serverMark, serverMeta, serverWhy } from './server-view.ts';

export interface ServerListProps {
  readonly servers: readonly ServerState[];
  readonly selectedId: string | null;
  readonly onSelect: (serverId: string) => void;
}

const words = text.servers.list;
const whyTones = {
  subtle: 'text-subtle',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
} as const;
/** Keys that move the focus between rows, and by how much. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The master list: filter, groups in their order, one tab stop with arrow keys between the rows. */
export function ServerList({ servers, selectedId, onSelect }: ServerListProps) {
  const now = useNow();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const keyOf = useListKey();
  const [shownGroup, setShownGroup] = useState<ServerGroup | 'all'>('all');
  const all = groupServers(servers, query, now);
  const sections = all.filter(({ group }) => shownGroup === 'all' || group === shownGroup);
  const shown = sections.flatMap((section) => section.servers);
  const tabStop = shown.some((server) => server.id === selectedId) ? selectedId : shown[0]?.id;
  const focus = useKeptFocus(list);
  const selectedGroup = all.find(({ servers: some }) => some.some(({ id }) => id === selectedId));
  useEffect(() => {
    // What was just added or opened from elsewhere may stand far away, and goes to another group as it starts. Nothing moves
    // under a pointer.
    if (list.current?.matches(':hover') === true) return;
    const row = list.current?.querySelector('[aria-current="true"]');
    row?.scrollIntoView({ block: 'nearest' });
  }, [selectedId, selectedGroup?.group]);
  const noneOfYourOwn = servers.every((server) => server.origin === 'builtin');

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-server-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    const step = steps[keyOf(event)];
    const target =
      step !== undefined && at >= 0
        ? rows[at + step]
        : event.key === 'Home'
          ? rows[0]
          : event.key === 'End'
            ? rows.at(-1)
            : undefined;
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <nav
      aria-label={words.label}
      className="flex min-h-0 w-68 flex-none flex-col border-r border-line"
    >
      <div className="flex items-center gap-1 px-2.5 pt-2.5 pb-1.5">
        <div className="relative min-w-0 flex-1">
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
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) return;
              if (event.key === 'Escape' && query !== '') {
                event.stopPropagation();
                setQuery('');
              } else if (event.key === 'ArrowDown') {
                event.preventDefault();
                list.current?.querySelector<HTMLElement>('[data-server-row]')?.focus();
              }
            }}
            className="h-(--control) w-full rounded-control bg-quiet pr-7 pl-[29px] text-ui placeholder:text-subtle focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
          />
          {query !== '' && (
            <IconButton
              icon={X}
              size="small"
              label={words.clearFilter}
              className="absolute top-0.5 right-0.5"
              onClick={() => setQuery('')}
            />
          )}
        </div>
        <GroupFilter servers={servers} value={shownGroup} onValueChange={setShownGroup} />
      </div>
      <div
        ref={list}
        onKeyDown={move}
        {...focus}
        className="thin-scroll flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pt-0.5 pb-3"
      >
        {sections.map((section) => (
          <Section
            key={section.group}
            name={words.groups[section.group]}
            count={section.servers.length}
          >
            {section.servers.map((server) => (
              <li key={server.id}>
                <ServerRow
                  server={server}
                  now={now}
                  selected={server.id === selectedId}
                  tabStop={server.id === tabStop}
                  onSelect={onSelect}
                />
                {server.status === 'needs-auth' && (
                  <div className="flex flex-wrap gap-x-2 pb-1.5 pl-[34px]">
                    <SignInAction serverId={server.id} serverName={server.name} />
                  </div>
                )}
              </li>
            ))}
          </Section>
        ))}
        {shown.length === 0 && (query.trim() !== '' || shownGroup !== 'all') && (
          <p className="px-2 py-3 text-small text-subtle" role="status">
            {query.trim() === '' ? words.noneInGroup : words.noMatch(query.trim())}
            {shownGroup !== 'all' && (
              <>
                {' '}
                <LinkButton size="small" onClick={() => setShownGroup('all')}>
                  {words.showAll}
                </LinkButton>
              </>
            )}
          </p>
        )}
        {noneOfYourOwn && query.trim() === '' && shownGroup === 'all' && (
          <p className="mt-3 px-2 text-small text-subtle">
            <span className="block font-medium text-muted">{words.noneOfYourOwn}</span>
            {words.noneOfYourOwnHint}
          </p>
        )}
      </div>
    </nav>
  );
}

interface GroupFilterProps {
  readonly servers: readonly ServerState[];
  readonly value: ServerGroup | 'all';
  readonly onValueChange: (group: ServerGroup | 'all') => void;
}

/** Which group of the list is shown, with how many are in each. */
function GroupFilter({ servers, value, onValueChange }: GroupFilterProps) {
  const count = (group: ServerGroup): number =>
    servers.filter((server) => serverGroup(server) === group).length;
  return (
    <Menu
      align="end"
      label={words.show}
      trigger={<IconButton icon={SlidersHorizontal} label={words.show} pressed={value !== 'all'} />}
    >
      <MenuChoices
        value={value}
        onValueChange={(next) => onValueChange(next as ServerGroup | 'all')}
        groups={[
          {
            label: words.show,
            options: [
              { value: 'all', label: words.allServers(servers.length) },
              ...serverGroups.map((group) => ({
                value: group,
                label: words.groupOf(words.groups[group], count(group)),
              })),
            ],
          },
        ]}
      />
    </Menu>
  );
}

/**
 * A row that goes into another group is another element: where it had the focus, it has it again. Give what it returns to the
 * element around the rows.
 */
function useKeptFocus(list: RefObject<HTMLDivElement | null>) {
  const focused = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const key = focused.current;
    if (key === undefined || document.activeElement !== document.body) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-server-row]') ?? [])];
    const row = rows.find((one) => one.dataset['serverRow'] === key);
    if (row) row.focus({ preventScroll: true });
    else focused.current = undefined;
  });
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.dataset['serverRow'];
    },
    // An element that is removed tells nothing.
    onBlur: () => {
      focused.current = undefined;
    },
  };
}

function Section({
  name,
  count,
  children,
}: {
  readonly name: string;
  readonly count: number;
  readonly children: React.ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-2 first:mt-0">
      <h2 id={id} className="flex h-6.5 items-center px-2 text-small font-medium text-subtle">
        {name}
        <span aria-hidden="true" className="ml-auto">
          {count}
        </span>
      </h2>
      <ul className="flex flex-col gap-px">{children}</ul>
    </section>
  );
}

interface ServerRowProps {
  readonly server: ServerState;
  readonly now: number;
  readonly selected: boolean;
  readonly tabStop: boolean;
  readonly onSelect: (serverId: string) => void;
}

/** Mark, name over reason, last exchange. */
function ServerRow({ server, now, selected, tabStop, onSelect }: ServerRowProps) {
  const why = serverWhy(server, now);
  return (
    <button
      type="button"
      data-server-row={server.key}
      tabIndex={tabStop ? 0 : -1}
      aria-current={selected ? 'true' : undefined}
      onClick={() => onSelect(server.id)}
      className={clsx(
        'grid min-h-[54px] w-full grid-cols-[16px_minmax(0,1fr)_auto] content-start items-start gap-x-[9px] rounded-control px-[9px] py-[7px]',
        selected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <span className="grid h-5 place-items-center">
        <StatusMark status={serverMark(server)} label={text.servers.state[server.status]} />
      </span>
      <span className="min-w-0">
        <span
          className={clsx(
            'block truncate leading-5 font-medium',
            server.status === 'disabled' ? 'text-muted' : 'text-text',
          )}
          title={server.name}
        >
          {server.name}
        </span>
      </span>
      <span className="text-small leading-5 text-subtle">{serverMeta(server, now)}</span>
      <span
        className={clsx('col-span-2 col-start-2 truncate text-left text-small', whyTones[why.tone])}
        title={why.text}
      >
        {why.text}
      </span>
    </button>
  );
}
