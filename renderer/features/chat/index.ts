export { ChatPage, preloadChatPage, PromptArea, SafeMarkdown } from './lazy-views.ts';
export { SessionMeter } from './meters/session-meter.tsx';
export { StartPage, type StartPageProps } from './start-page.tsx';
export { ChatRegistryProvider } from './store/chat-context.tsx';
export { createChatRegistry, type ChatRegistry } from './store/chat-registry.ts';
