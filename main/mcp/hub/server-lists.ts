import { canonicalJson, isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ListMethod, McpClientConnection } from '../client/connection.ts';
import { sortTools } from '../client/tool-list.ts';
import type { ToolList } from '../client/tool-list.ts';
import type { ServerOffer } from './hub-contract.ts';

const LIST_DEBOUNCE_MS = 250;

/** The lists of a server and the notice that says that they changed. */
const kinds = {
  'notifications/tools/list_changed': 'tools',
  'notifications/resources/list_changed': 'resources',
  'notifications/prompts/list_changed': 'prompts',
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export interface ServerListsDeps {
  readonly clock: Clock;
  readonly note: (text: string) => void;
  /** A list was read again. */
  readonly onRead: (method: string, startedAt: number) => void;
  /** Those who use the tools should ask again. */
  readonly onToolsChanged: () => void;
}

/** What a server lists: of the last connection, so that it stays after its loss. */
export class ServerLists {
  #tools: ToolList = sortTools([]);
  #offer: ServerOffer = { resources: [], templates: [], prompts: [] };
  readonly #known = new Set<Kind>();
  readonly #waiting = new Map<Kind, () => void>();

  constructor(private readonly deps: ServerListsDeps) {}

  get tools(): ToolList {
    return this.#tools;
  }

  get offer(): ServerOffer {
    return this.#offer;
  }

  /** Whether that list was read, of this connection or a former one. */
  knows(kind: Kind): boolean {
    return this.#known.has(kind);
  }

  /** True when the list of tools is another one. */
  takeTools(tools: ToolList): boolean {
    const isNew = canonicalJson([...tools.raw]) !== canonicalJson([...this.#tools.raw]);
    this.#tools = tools;
    for (const { name, reason } of tools.setAside) {
      this.deps.note(`The tool “${name}” was set aside: ${reason}`);
    }
    return isNew;
  }

  /** Nothing of another server is shown. True when there were tools. */
  forget(): boolean {
    this.cancel();
    this.#known.clear();
    this.#offer = { resources: [], templates: [], prompts: [] };
    return this.takeTools(sortTools([]));
  }

  /** What is waited for is not read any more. */
  cancel(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  /** Reads what is there beside tools. Never rejects. */
  async readOffer(connection: McpClientConnection, isCurrent: () => boolean): Promise<void> {
    await Promise.all([
      this.#read('resources', connection, isCurrent),
      this.#read('prompts', connection, isCurrent),
    ]);
  }

  /** A storm of notices makes one new list each 250 ms at most. False when the notice is about no list. */
  changed(notice: string, connection: McpClientConnection, isCurrent: () => boolean): boolean {
    const kind = Object.hasOwn(kinds, notice) ? kinds[notice as keyof typeof kinds] : undefined;
    if (kind === undefined) return false;
    if (this.#waiting.has(kind)) return true;
    const cancel = this.deps.clock.after(LIST_DEBOUNCE_MS, () => {
      this.#waiting.delete(kind);
      void this.#read(kind, connection, isCurrent);
    });
    this.#waiting.set(kind, cancel);
    return true;
  }

  async #read(
    kind: Kind,
    connection: McpClientConnection,
    isCurrent: () => boolean,
  ): Promise<void> {
    const startedAt = this.deps.clock.now();
    try {
      if (kind === 'tools') {
        await this.#readTools(connection, isCurrent, startedAt);
        return;
      }
      if (connection.capabilities[kind] === undefined) {
        this.#take(kind, [], []);
        return;
      }
      if (kind === 'prompts') {
        const prompts = await itemsOf(connection, 'prompts/list', 'prompts');
        if (isCurrent()) this.#take(kind, prompts, []);
      } else {
        const resources = await itemsOf(connection, 'resources/list', 'resources');
        // Many a server has resources and knows no templates.
        const templates = await itemsOf(
          connection,
          'resources/templates/list',
          'resourceTemplates',
        ).catch(() => []);
        if (isCurrent()) this.#take(kind, resources, templates);
      }
      if (isCurrent()) this.deps.onRead(`${kind}/list`, startedAt);
    } catch (thrown) {
      if (isCurrent()) this.deps.note(`The list of ${kind} could not be read: ${String(thrown)}`);
    }
  }

  async #readTools(
    connection: McpClientConnection,
    isCurrent: () => boolean,
    startedAt: number,
  ): Promise<void> {
    const tools = await connection.listTools();
    if (!isCurrent()) return;
    const isNew = this.takeTools(tools);
    this.deps.onRead('tools/list', startedAt);
    if (isNew) this.deps.onToolsChanged();
  }

  #take(kind: Kind, items: readonly JsonObject[], templates: readonly JsonObject[]): void {
    this.#known.add(kind);
    this.#offer =
      kind === 'prompts'
        ? { ...this.#offer, prompts: items }
        : { ...this.#offer, resources: items, templates };
  }
}

async function itemsOf(
  connection: McpClientConnection,
  method: ListMethod,
  field: string,
): Promise<JsonObject[]> {
  const { [field]: items } = await connection.list(method);
  return Array.isArray(items) ? (items as unknown[]).filter(isJsonObject) : [];
}
