import { FileText, List, NotebookPen } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import type { FolderChoice } from '../../../shared/ipc/routes/folders.ts';
import type { MessageAttachment, SessionMode } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { Composer } from './composer/composer.tsx';
import { readDraft } from './composer/drafts.ts';
import { FolderPicker } from './composer/folder-picker.tsx';
import { ModePicker } from './composer/mode-picker.tsx';
import { ModelPicker } from './composer/model-picker.tsx';
import { useStartCommands } from './composer/app-commands.ts';
import { useChatRegistry } from './store/chat-context.tsx';

export interface StartPageProps {
  readonly actions: ReactNode;
  /** Called with the session that was made. */
  readonly onStarted: (sessionId: string) => void;
  readonly onAddProvider: () => void;
}

const suggested = [
  { tool: 'write_note', icon: NotebookPen },
  { tool: 'list_notes', icon: List },
  { tool: 'read_note', icon: FileText },
] as const;

/** No session yet: what the person writes here starts one. */
export function StartPage({ actions, onStarted, onAddProvider }: StartPageProps) {
  const ipc = useIpc();
  const registry = useChatRegistry();
  const defaultModel = useAppData((data) => data.settings.defaultModel);
  const onlyOffline = useAppData((data) =>
    data.providers.every((provider) => provider.kind === 'offline'),
  );
  const notes = useAppData((data) =>
    data.servers.find(
      ({ definition, status }) => definition.type === 'builtin' && status === 'connected',
    ),
  );
  const [chosen, setChosen] = useState<ModelRef | undefined>(undefined);
  const [insert, setInsert] = useState<{ text: string } | undefined>(undefined);
  const [mode, setMode] = useState<SessionMode>('default');
  const [folder, setFolder] = useState<FolderChoice | undefined>(undefined);
  const suggestedLast = useRef({ own: '', whole: '' });
  /** Behind what the person wrote, the next in place of the last. */
  const suggest = (prompt: string) => {
    const now = readDraft('start');
    const { own: before, whole: last } = suggestedLast.current;
    const own = now === last ? before : now;
    const whole = own.trim() === '' ? prompt : `${own}\n\n${prompt}`;
    suggestedLast.current = { own, whole };
    setInsert({ text: whole });
  };
  const made = useRef<string>(undefined);
  const model = chosen ?? defaultModel;
  const start = useAction(async (message: string, attachments: readonly MessageAttachment[]) => {
    // A session whose first message was refused is used again.
    made.current ??= (
      await ipc.call('sessions.create', {
        model,
        ...(mode === 'default' ? {} : { mode }),
        ...(folder === undefined ? {} : { folder: folder.folder }),
      })
    ).id;
    await registry.send(made.current, message, attachments);
    onStarted(made.current);
  });
  /** What was chosen makes another session than one whose first message was refused. */
  const forNewSession =
    <T,>(choose: (value: T) => void) =>
    (value: T) => {
      made.current = undefined;
      choose(value);
    };
  const place = useMemo(() => ({ folder: folder?.folder ?? null }), [folder]);
  const commands = useStartCommands(forNewSession(setChosen), forNewSession(setMode));
  const suggestions = suggested.flatMap((suggestion) => {
    const tool = notes?.tools.find(({ name }) => name === suggestion.tool);
    if (tool === undefined) return [];
    const words = text.chat.suggestions[suggestion.tool];
    return [{ ...suggestion, ...words, toolTitle: tool.title ?? tool.name }];
  });
  return (
    <>
      <TopBar title="" line={false} actions={actions} />
      <div className="thin-scroll grid flex-1 place-items-center overflow-y-auto px-6 pb-16">
        <div className="w-full max-w-160">
          <h2 className="mb-3.5 px-1 text-display tracking-[-0.015em]">{text.chat.startTitle}</h2>
          <section aria-label={text.chat.composerRegion} data-region="composer">
            <Composer
              draftKey="start"
              autoFocus
              minRows={3}
              placeholder={text.chat.startPlaceholder}
              insert={insert}
              place={place}
              commands={commands}
              onSend={(message, attachments) => start.run(message, attachments)}
              pickers={
                <>
                  <ModelPicker model={model} onChoose={forNewSession(setChosen)} />
                  <ModePicker mode={mode} onChoose={forNewSession(setMode)} />
                  <FolderPicker folder={folder} onChoose={forNewSession(setFolder)} />
                </>
              }
            />
          </section>
          {start.error !== undefined && (
            <ErrorBox
              role="alert"
              className="mt-2.5"
              sentence={start.error.sentence}
              details={start.error.details}
            />
          )}
          {onlyOffline && (
            <Notice
              className="mt-2.5"
              actions={<LinkButton onClick={onAddProvider}>{text.chat.addProvider}</LinkButton>}
            >
              {text.chat.offlineExplained}
            </Notice>
          )}
          {suggestions.length > 0 && (
            <>
              <h3 className="mt-6 mb-1.5 px-1 text-small text-subtle">{text.chat.tryNotes}</h3>
              <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised">
                {suggestions.map((suggestion) => (
                  <button
                    key={suggestion.tool}
                    type="button"
                    className="flex w-full items-center gap-3 px-3 py-[9px] -outline-offset-2 hover:bg-hover"
                    onClick={() => suggest(suggestion.prompt)}
                  >
                    <Icon of={suggestion.icon} className="text-muted" />
                    <span className="min-w-0 flex-1 truncate">{suggestion.label}</span>
                    <span className="text-small text-subtle">{suggestion.toolTitle}</span>
                  </button>
                ))}
              </div>
            </>
          )}
        </div>
      </div>
    </>
  );
}
