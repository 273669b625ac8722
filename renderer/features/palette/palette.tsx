import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import type { SessionRunState } from '../../../shared/ipc/routes/sessions.ts';
import type { ServerStatus } from '../../../shared/mcp/server-state.ts';
import type { FoundMessage } from '../../lib/found-message.ts';
import { useAction } from '../../lib/use-action.ts';
import { announce } from '../../ui/announcer.tsx';
import { CommandDialog } from '../../ui/command-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd, type Key } from '../../ui/kbd.tsx';
import { StatusMark, type Status } from '../../ui/status-mark.tsx';
import { findItems, markedParts, readQuery, type PaletteItem } from './palette-item.ts';
import { useActionItems } from './use-action-items.ts';
import { useServerItems } from './use-server-items.ts';
import { useChoiceItems, useSessionItems } from './use-session-items.ts';
import { useSettingItems } from './use-setting-items.ts';

const words = text.shell.palette;

/** Where the palette leads. Keeps its identity. */
export interface PalettePlaces {
  /** `found`: what is to be shown in it. */
  readonly session: (sessionId: string, found?: FoundMessage) => void;
  readonly server: (serverId: string) => void;
  readonly bench: (serverId: string, tool?: string) => void;
  readonly traffic: (serverId: string) => void;
  readonly sections: readonly {
    readonly id: string;
    readonly label: string;
    readonly open: () => void;
  }[];
}

export interface PaletteProps {
  readonly places: PalettePlaces;
  /** The session that is open. */
  readonly openId: string | undefined;
  readonly onClose: () => void;
}

/** Everything that can be done or opened, by a few letters (UI-2). */
export function Palette({ places, openId, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const wanted = useMemo(() => readQuery(query), [query]);
  const items = useItems(wanted.only === undefined ? query.trim() : '', places, openId);
  const shown = useDeferredValue(items);
  const found = useMemo(() => {
    const isIdle = wanted.words.length === 0 && wanted.only === undefined;
    // Servers and tools are many: they come with a word, or when they are asked for.
    const offered = isIdle
      ? shown.filter(({ group }) => group !== 'servers' && group !== 'tools')
      : shown;
    return findItems(offered, wanted);
  }, [shown, wanted]);
  const flat = useMemo(() => [...found.values()].flat(), [found]);
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const active = flat.find(({ id }) => id === chosenId) ?? flat[0];
  const run = useAction(async (item: PaletteItem) => item.run());
  const [ran, setRan] = useState('');
  const count = flat.length;
  useEffect(() => {
    if (query !== '') announce(words.found(count));
  }, [query, count]);
  const choose = async (id: string, stays: boolean) => {
    const item = flat.find((one) => one.id === id);
    if (item === undefined) return;
    setRan(item.title);
    if (stays) {
      await run.run(item);
    } else if (isAction(item)) {
      // It may need what has the focus below.
      onClose();
      requestAnimationFrame(() => void item.run());
    } else if (await run.run(item)) onClose();
  };
  return (
    <CommandDialog
      title={words.title}
      placeholder={words.placeholder}
      listLabel={words.results}
      query={query}
      onQuery={(next) => {
        setQuery(next);
        setChosenId(undefined);
      }}
      groups={[...found].map(([group, hits]) => ({
        label: words.groups[group],
        options: hits.map((item) => ({
          id: item.id,
          content: <Row item={item} hits={wanted.words} />,
        })),
      }))}
      activeId={active?.id}
      onActive={setChosenId}
      onChoose={(id, stays) => void choose(id, stays)}
      onClose={onClose}
      empty={
        count > 0 ? undefined : (
          <div className="px-4 py-6 text-center">
            <p className="font-medium">{words.nothing(query.trim())}</p>
            <p className="text-small text-subtle">{words.nothingHint}</p>
          </div>
        )
      }
      below={
        run.error !== undefined && (
          <div className="flex-none px-3 pb-2">
            <ErrorBox
              role="alert"
              sentence={`${words.failed(ran)} ${run.error.sentence}`}
              details={run.error.details}
            />
          </div>
        )
      }
      foot={<Foot />}
    />
  );
}

const isAction = ({ id }: PaletteItem) => id.startsWith('action ');

function useItems(
  query: string,
  places: PalettePlaces,
  openId: string | undefined,
): readonly PaletteItem[] {
  const actions = useActionItems();
  const choices = useChoiceItems(openId);
  const sessions = useSessionItems(query, places);
  const servers = useServerItems(places);
  const settings = useSettingItems(places);
  return useMemo(() => {
    const own = actions.filter(({ group }) => group === 'session');
    const others = actions.filter(({ group }) => group !== 'session');
    // Nothing typed: most people go to another session.
    return query === ''
      ? [...own, ...sessions, ...others, ...servers, ...settings]
      : [...own, ...choices, ...others, ...sessions, ...servers, ...settings];
  }, [actions, choices, sessions, servers, settings, query]);
}

function Row({ item, hits }: { readonly item: PaletteItem; readonly hits: readonly string[] }) {
  return (
    <>
      <span className="grid size-4 flex-none place-items-center text-muted">
        {typeof item.icon === 'string' ? (
          <StatusMark status={marks[item.icon]} label="" />
        ) : (
          <Icon of={item.icon} />
        )}
      </span>
      <span className="min-w-0 flex-1 truncate">
        {markedParts(item.title, hits).map((part, index) =>
          part.isHit ? (
            <b key={index} className="font-medium text-accent-text">
              {part.text}
            </b>
          ) : (
            part.text
          ),
        )}
      </span>
      {item.note !== undefined && (
        <span className="max-w-[45%] flex-none truncate text-small text-subtle">{item.note}</span>
      )}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </>
  );
}

const marks: Readonly<Record<ServerStatus | SessionRunState, Status>> = {
  idle: 'idle',
  running: 'running',
  waiting: 'waiting',
  failed: 'failed',
  interrupted: 'interrupted',
  pending: 'off',
  connecting: 'running',
  connected: 'ok',
  'needs-auth': 'key',
  disabled: 'off',
};

function Foot() {
  return (
    <>
      <Hint keys={['↑', '↓']} label={words.move} />
      <Hint keys={['Enter']} label={words.run} />
      <Hint keys={['Mod', 'Enter']} label={words.runAndStay} />
      <span className="flex-1" />
      <Hint keys={['>']} label={words.actionsOnly} />
      <Hint keys={['@']} label={words.serversOnly} />
    </>
  );
}

function Hint({ keys, label }: { readonly keys: readonly Key[]; readonly label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Kbd keys={keys} />
      {label}
    </span>
  );
}
