import type { Page } from '@playwright/test';
import { BenchPage } from './bench-page.ts';
import { ChatPage } from './chat-page.ts';
import { ConsentView } from './consent-view.ts';
import type { OpenPages } from './consent-view.ts';
import { ServersPage } from './servers-page.ts';
import type { ServerDetail } from './servers-page.ts';
import type { StdioServer } from './server-form.ts';
import { SettingsPage } from './settings-page.ts';
import { WindowShell } from './window-shell.ts';

/** The pages of a started app, and the errands that several tests run. */
export interface AppPages {
  readonly shell: WindowShell;
  readonly servers: ServersPage;
  readonly bench: BenchPage;
  readonly chat: ChatPage;
  readonly settings: SettingsPage;
  /** Waits for main's next question. */
  consent(): Promise<ConsentView>;
  /** Adds a server by the form and agrees in main's question. The servers page is open then. */
  addServer(server: StdioServer): Promise<ServerDetail>;
}

/** `app` gives every page that is open now, those of main's questions too. */
export function appPages({
  app,
  window,
}: {
  readonly app: OpenPages;
  readonly window: Page;
}): AppPages {
  const shell = new WindowShell(window);
  const servers = new ServersPage(window);
  return {
    shell,
    servers,
    bench: new BenchPage(window),
    chat: new ChatPage(window),
    settings: new SettingsPage(window, () => ConsentView.open(app)),
    consent: () => ConsentView.open(app),
    async addServer(server) {
      await shell.openServers();
      const form = await servers.add();
      await form.fill(server);
      await form.review.click();
      const consent = await ConsentView.open(app);
      await consent.accept();
      return servers.detail(server.name);
    },
  };
}
