import { realpath } from 'node:fs/promises';
import type { FolderChoice } from '../../shared/ipc/routes/folders.ts';
import { messageOf, ParleyError } from '../../shared/lib/errors.ts';
import { folderOffer } from '../storage/folder-offer.ts';
import type { FolderOffer } from '../storage/folder-offer.ts';
import type { TrustedFolders } from '../storage/trusted-folders.ts';

export interface SessionFoldersDeps {
  readonly trusted: TrustedFolders;
  /** The system's dialog: a path comes from the person, never from a page. Undefined: nothing was chosen. */
  readonly pick: () => Promise<string | undefined>;
  /** Asks in main's consent view. */
  readonly review: (
    question: { readonly folder: string; readonly offer: FolderOffer },
    signal: AbortSignal,
  ) => Promise<boolean>;
  /** The servers that trusted folders bring. */
  readonly servers: {
    /** Asks about each that is new. */
    offer(folder: string, signal: AbortSignal): Promise<void>;
    /** Takes over what the folder says now, which is nothing once it is not trusted. */
    sync(folder: string): Promise<unknown>;
  };
}

/** The folders that sessions of the desktop may work in, and the trust that the person gives them (SE-32, UI-17). */
export class SessionFolders {
  readonly #deps: SessionFoldersDeps;
  readonly #chosen = new Set<string>();

  constructor(deps: SessionFoldersDeps) {
    this.#deps = deps;
  }

  /** Lets the person choose one. One that is not trusted is asked about, also where it brings nothing: trust lets the agent work on its files. A no leaves it usable without that. */
  async choose(signal: AbortSignal): Promise<FolderChoice | null> {
    const picked = await this.#deps.pick();
    if (picked === undefined) return null;
    const folder = await realpath(picked).catch((failure: unknown) => {
      throw new ParleyError(
        'storage.failed',
        `The folder ${picked} cannot be used: ${messageOf(failure)}.`,
        { cause: failure },
      );
    });
    const trusted = (await this.#deps.trusted.has(folder)) || (await this.#ask(folder, signal));
    this.#chosen.add(folder);
    if (trusted) await this.#deps.servers.offer(folder, signal);
    return { folder, trusted };
  }

  /** Takes one that is trusted already. Rejects with `session.not-found` for another. */
  async useTrusted(folder: string): Promise<FolderChoice> {
    if (!(await this.#deps.trusted.has(folder)))
      throw new ParleyError(
        'session.not-found',
        `The folder ${folder} is not trusted, or not there any more. Choose it in the system's dialog.`,
      );
    const real = await realpath(folder);
    this.#chosen.add(real);
    return { folder: real, trusted: true };
  }

  async #ask(folder: string, signal: AbortSignal): Promise<boolean> {
    const offer = await folderOffer(folder);
    if (!(await this.#deps.review({ folder, offer }, signal))) return false;
    await this.#deps.trusted.add(folder);
    return true;
  }

  /** Throws a `ParleyError` for a folder that the person did not choose while the app runs. */
  require(folder: string): string {
    if (this.#chosen.has(folder)) return folder;
    throw new ParleyError(
      'session.not-found',
      `The folder ${folder} was not chosen in the system's dialog. Choose it there.`,
    );
  }

  async list(): Promise<string[]> {
    return [...(await this.#deps.trusted.list())];
  }

  /** Nothing of the folder is used any more: its servers end now, the rest from the next start of a runtime on. Resolves to what is left. */
  async revoke(folder: string): Promise<string[]> {
    await this.#deps.trusted.remove(folder);
    await this.#deps.servers.sync(folder);
    return this.list();
  }
}
