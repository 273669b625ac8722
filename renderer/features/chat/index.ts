export { useChanges, type SessionChanges } from './changes/use-changes.ts';
export {
  ChangedFiles,
  ChangesPanel,
  ChatPage,
  preloadChatPage,
  PromptArea,
  SafeMarkdown,
  SessionMeter,
  WordsBefore,
} from './lazy-views.ts';
export type { BenchCall } from './tools/run-in-bench.tsx';
export { StartPage, type StartPageProps } from './start-page.tsx';
export { ChatRegistryProvider } from './store/chat-context.tsx';
export { createChatRegistry, type ChatRegistry } from './store/chat-registry.ts';
