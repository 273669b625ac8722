import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { CrashGuard } from './app/crash-screen.tsx';
import { reportError } from './app/report-error.ts';
import { createRouteStore } from './app/route.ts';
import { ChatRegistryProvider, createChatRegistry } from './features/chat/index.ts';
import { ActionsProvider } from './lib/actions/action-context.tsx';
import { createActionRegistry } from './lib/actions/action-registry.ts';
import { createAppData } from './lib/app-data.ts';
import { AppDataProvider } from './lib/app-data-context.tsx';
import { IpcProvider } from './lib/ipc-context.tsx';
import { createIpc } from './lib/ipc.ts';
import { speakLanguage } from './lib/speak-language.ts';
import './ui/styles.css';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce !== undefined) setNonce(nonce);

const { parley } = window;
const root = document.getElementById('root');
if (parley === undefined || root === null)
  throw new Error('The preload of this window is missing.');

const ipc = createIpc(parley);
window.addEventListener('error', (event) => reportError(ipc, event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => reportError(ipc, event.reason));

const data = createAppData(ipc);
const registry = createChatRegistry({
  ipc,
  onPrompts: (sessionId, prompts) =>
    data.store.setState((state) => ({
      prompts: [
        ...state.prompts.filter((prompt) => prompt.sessionId !== sessionId),
        ...prompts,
      ].sort((one, other) => one.createdAt - other.createdAt),
    })),
});
const routes = createRouteStore();
const actions = createActionRegistry();
void data.load();
await speakLanguage(
  async () => (await import('../shared/texts/window-texts.ts')).windowEnglish,
  (failure) => reportError(ipc, failure),
);

createRoot(root).render(
  <StrictMode>
    <CrashGuard ipc={ipc}>
      <IpcProvider ipc={ipc}>
        <AppDataProvider store={data.store}>
          <ChatRegistryProvider registry={registry}>
            <ActionsProvider registry={actions}>
              <App routes={routes} onReload={() => data.load()} />
            </ActionsProvider>
          </ChatRegistryProvider>
        </AppDataProvider>
      </IpcProvider>
    </CrashGuard>
  </StrictMode>,
);
