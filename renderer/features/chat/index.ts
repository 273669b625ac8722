export { ChatPage, type ChatPageProps } from './chat-page.tsx';
export { StartPage, type StartPageProps } from './start-page.tsx';
export { ChatRegistryProvider } from './store/chat-context.tsx';
export { createChatRegistry, type ChatRegistry } from './store/chat-registry.ts';
export { SafeMarkdown } from './markdown/safe-markdown.tsx';
export { PromptArea } from './prompt/prompt-area.tsx';
