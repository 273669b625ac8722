import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReadingEntry } from '../../../../../shared/mcp/server-reading.ts';
import { zip } from '../../../../../e2e/servers/bundle/zip.ts';
import { systemClock } from '../../../../lib/clock.ts';
import { openSecretStore } from '../../../../storage/secret-store.ts';
import type { McpHub } from '../../../hub/hub.ts';
import { HubDesk } from '../../../hub/testing/hub-desk.ts';
import { resolveDefinition } from '../../resolve-definition.ts';
import { ServerSecrets, sourcesFor } from '../../server-secrets.ts';
import { ServerStore } from '../../server-store.ts';
import { ServerSetup } from '../../setup/server-setup.ts';

const program = pathToFileURL(
  join(import.meta.dirname, '../../../../../e2e/servers/mcp/scripted-stdio.mjs'),
).href;

/** A profile with a hub, and a person who chooses bundles in the system's dialog. */
export class BundleDesk {
  readonly #chosen: { path: string };
  readonly bundles: string;

  private constructor(
    readonly desk: HubDesk,
    readonly hub: McpHub,
    readonly store: ServerStore,
    readonly secrets: ServerSecrets,
    readonly setup: ServerSetup,
    chosen: { path: string },
  ) {
    this.#chosen = chosen;
    this.bundles = join(desk.root, 'bundles');
  }

  static async open(): Promise<BundleDesk> {
    const desk = await HubDesk.open();
    const options = { clock: systemClock, onTrouble: () => undefined };
    const store = await ServerStore.open({ path: join(desk.root, 'servers.json'), ...options });
    const secrets = new ServerSecrets(
      await openSecretStore({ path: join(desk.root, 'secrets.json'), ...options }, undefined),
    );
    const parts = { secrets, environment: {}, home: desk.root };
    const hub = await desk.hub({
      store,
      resolveDefinition: async (record) =>
        resolveDefinition(record.definition, sourcesFor(record, parts)),
    });
    const chosen = { path: '' };
    const setup = new ServerSetup({
      ...parts,
      adder: hub,
      records: () => store.records,
      hasKeychain: () => true,
      platform: process.platform,
      folders: () => [],
      bundleFolder: join(desk.root, 'bundles'),
      registry: { host: '', search: async () => ({ servers: [], nextCursor: undefined }) },
      chooseFile: async () => chosen.path,
      reviewAdditions: async () => true,
    });
    return new BundleDesk(desk, hub, store, secrets, setup, chosen);
  }

  /** Writes a bundle whose server is the scripted one, or the program `code`, and chooses it. */
  async choose(
    manifest: { readonly version: string; readonly server?: object; readonly user_config?: object },
    code = `import ${JSON.stringify(program)};`,
  ): Promise<{ readonly entry: ReadingEntry | undefined; readonly agree: Agree }> {
    this.#chosen.path = join(this.desk.root, `pg-${manifest.version}.mcpb`);
    const mcp_config = { command: process.execPath, args: ['${__dirname}/server.mjs'] };
    const whole = { name: 'pg', server: { mcp_config }, ...manifest };
    await writeFile(
      this.#chosen.path,
      zip([
        { name: 'manifest.json', text: JSON.stringify(whole) },
        { name: 'server.mjs', text: code },
      ]),
    );
    const reading = (await this.setup.chooseFile())?.reading;
    const entryIds = reading?.entries.map(({ entryId }) => entryId) ?? [];
    const readingId = reading?.readingId ?? '';
    const choice = {
      chosen: [{ readingId, entryIds }],
      scope: { kind: 'user' as const },
      pins: {},
    };
    const agree: Agree = async () => {
      const [result] = await this.setup.review(choice, new AbortController().signal);
      return { outcome: result?.outcome, serverId: result?.serverId ?? '' };
    };
    return { entry: reading?.entries[0], agree };
  }

  /** Names of the folders of bundles. */
  unpacked(): Promise<string[]> {
    return readdir(this.bundles).catch(() => []);
  }

  dispose(): Promise<void> {
    return this.desk.dispose();
  }
}

type Agree = () => Promise<{ readonly outcome: string | undefined; readonly serverId: string }>;
