import type {
  ComposerPlace,
  ComposerPrompt,
  Mention,
} from '../../../shared/ipc/routes/composer.ts';
import type { MessageAttachment } from '../../../shared/ipc/routes/sessions.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { composerTexts as words } from '../../../shared/texts/en/composer.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import { sees } from '../../mcp/hub/open-sessions.ts';
import type { LiveSession } from '../live-session.ts';
import type { SlashCommand } from '../session-query.ts';
import { attachFile } from './attach-file.ts';
import { fromPrompt, fromResource } from './content-attachments.ts';
import type { Attachable } from './content-attachments.ts';
import { findMentions } from './find-mentions.ts';
import type { ListedServer } from './find-mentions.ts';
import type { FolderFiles } from './folder-files.ts';
import { fromServer, refused } from './refusal.ts';

/** How long a server may take for a resource or a prompt, in ms. */
const LIMIT_MS = 30_000;

export interface ComposerDeskDeps {
  readonly files: FolderFiles;
  readonly hub: Pick<Hub, 'list' | 'offer' | 'open'>;
  readonly sessions: { live(sessionId: string): Promise<LiveSession> };
  /** Throws for a folder that the person did not choose. */
  readonly requireFolder: (folder: string) => string;
}

export interface Attached {
  readonly attachments: MessageAttachment[];
  readonly notes: string[];
}

/** What is offered while a person writes a message, and what it becomes. Nothing goes to a model by it. */
export class ComposerDesk {
  readonly #deps: ComposerDeskDeps;

  constructor(deps: ComposerDeskDeps) {
    this.#deps = deps;
  }

  async mentions(
    place: ComposerPlace,
    query: string,
  ): Promise<{ readonly mentions: Mention[]; readonly notes: string[] }> {
    const { folder, scope } = await this.#placed(place);
    const files = folder === null ? undefined : await this.#deps.files.list(folder);
    return {
      mentions: findMentions(query, files?.paths ?? [], this.#listed(scope)),
      notes: files?.isCut === true ? [words.manyFiles(files.paths.length)] : [],
    };
  }

  /** Rejects with `composer.refused`. */
  async attachFile(place: ComposerPlace, path: string): Promise<Attached> {
    const { folder } = await this.#placed(place);
    if (folder === null) throw refused(words.noFolder);
    return { attachments: [await attachFile(folder, path)], notes: [] };
  }

  /** Rejects with `composer.refused`. */
  async attachResource(place: ComposerPlace, serverId: string, uri: string): Promise<Attached> {
    await this.#requireServer(place, serverId);
    const { contents } = await this.#ask(serverId, 'resources/read', { uri });
    const parts = Array.isArray(contents) ? contents.filter(isJsonObject) : [];
    if (parts.length === 0) throw refused(words.emptyFile(uri));
    const attached = split(parts.map(fromResource));
    if (attached.attachments.length === 0) throw refused(attached.notes.join(' '));
    return attached;
  }

  /** `wake`: a runtime is started where none is there, since only that knows the commands of files. */
  async commands(
    place: ComposerPlace,
    wake: boolean,
  ): Promise<{ readonly commands: SlashCommand[]; readonly prompts: ComposerPrompt[] }> {
    const { session, scope } = await this.#placed(place);
    // Whoever types a command is about to send it: a runtime that starts now is there then.
    const about = await session?.about(wake && session.recorded).catch(() => undefined);
    const commands = (await about?.commands().catch(() => undefined)) ?? [];
    return {
      commands: [...commands],
      prompts: this.#listed(scope).flatMap(promptsOf),
    };
  }

  /** Rejects with `composer.refused`. */
  async prompt(
    place: ComposerPlace,
    serverId: string,
    request: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
  ): Promise<Attached & { readonly text: string }> {
    await this.#requireServer(place, serverId);
    const { messages } = await this.#ask(serverId, 'prompts/get', request);
    const { text, parts } = fromPrompt(
      Array.isArray(messages) ? messages.filter(isJsonObject) : [],
    );
    if (text === '' && parts.length === 0) throw refused(words.emptyPrompt(request.name));
    return { text, ...split(parts) };
  }

  #ask(serverId: string, method: string, params: object) {
    return fromServer(async () => {
      const connection = await this.#deps.hub.open(serverId);
      return connection.request(method, { ...params }, { timeoutMs: LIMIT_MS });
    });
  }

  async #placed(place: ComposerPlace): Promise<{
    readonly session: LiveSession | undefined;
    /** Whose files are offered. */
    readonly folder: string | null;
    /** Whose servers are. */
    readonly scope: string;
  }> {
    if ('sessionId' in place) {
      const session = await this.#deps.sessions.live(place.sessionId);
      return { session, folder: session.facts.folder, scope: session.facts.cwd };
    }
    const folder = place.folder === null ? null : this.#deps.requireFolder(place.folder);
    return { session: undefined, folder, scope: folder ?? '' };
  }

  /** The servers that a session in `folder` uses and that are connected. */
  #listed(folder: string): ListedServer[] {
    const { hub } = this.#deps;
    return hub
      .list()
      .filter(
        ({ enabled, status, settings }) =>
          enabled && status === 'connected' && sees({ id: '', folder }, settings),
      )
      .map((server) => ({ server, offer: hub.offer(server.id) }));
  }

  async #requireServer(place: ComposerPlace, serverId: string): Promise<void> {
    const { scope } = await this.#placed(place);
    if (!this.#listed(scope).some(({ server }) => server.id === serverId))
      throw refused(words.noServer);
  }
}

function split(parts: readonly Attachable[]): Attached {
  return {
    attachments: parts.flatMap((part) => ('attachment' in part ? [part.attachment] : [])),
    notes: parts.flatMap((part) => ('note' in part ? [part.note] : [])),
  };
}

function promptsOf({ server, offer }: ListedServer): ComposerPrompt[] {
  return offer.prompts.flatMap(({ name, title, description, arguments: given }) => {
    if (typeof name !== 'string') return [];
    const args = Array.isArray(given) ? given.filter(isJsonObject) : [];
    return [
      {
        serverId: server.id,
        serverName: server.name,
        name,
        ...(typeof title === 'string' ? { title } : {}),
        ...(typeof description === 'string' ? { description: description.slice(0, 500) } : {}),
        arguments: args.flatMap((argument) =>
          typeof argument['name'] === 'string'
            ? [
                {
                  name: argument['name'],
                  ...(typeof argument['description'] === 'string'
                    ? { description: argument['description'] }
                    : {}),
                  required: argument['required'] === true,
                },
              ]
            : [],
        ),
      },
    ];
  });
}
