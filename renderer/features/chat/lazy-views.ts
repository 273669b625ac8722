import { lazy } from 'react';

const loadChatPage = () => import('./chat-page.tsx');

/** An open session, with all that draws Markdown; loaded when the first one is opened, or before by `preloadChatPage`. */
export const ChatPage = lazy(() => loadChatPage().then((page) => ({ default: page.ChatPage })));

/** Markdown outside a session. */
export const SafeMarkdown = lazy(() =>
  import('./markdown/safe-markdown.tsx').then((view) => ({ default: view.SafeMarkdown })),
);

/** What waits for an approval, outside its session. */
export const PromptArea = lazy(() =>
  import('./prompt/prompt-area.tsx').then((view) => ({ default: view.PromptArea })),
);

/** What the agent said before a call that waits, outside its session. */
export const WordsBefore = lazy(() =>
  import('./transcript/words-before.tsx').then((view) => ({ default: view.WordsBefore })),
);

/** What a session changed in files. */
export const ChangesPanel = lazy(() =>
  import('./changes/changes-panel.tsx').then((view) => ({ default: view.ChangesPanel })),
);

export const ChangedFiles = lazy(() =>
  import('./changes/changed-files.tsx').then((view) => ({ default: view.ChangedFiles })),
);

/** Loads the page of a session ahead of its use, so that opening the first one waits for nothing. */
export async function preloadChatPage(): Promise<void> {
  // A failure is told when the page is opened.
  await loadChatPage().catch(() => undefined);
}

/** How full the context of an open session is. */
export const SessionMeter = lazy(() =>
  import('./meters/session-meter.tsx').then((view) => ({ default: view.SessionMeter })),
);
