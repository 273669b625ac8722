import { isWithin, realPathOf } from '../permissions/real-path.ts';
import { ToolFailure } from './built-in-tool.ts';

export interface SessionPlaceOptions {
  readonly cwd: string;
  /** The folders that the session may work in, `cwd` among them; they may change. */
  readonly folders: () => readonly string[];
}

/** Where a session works: the folder that commands and relative paths start from, and the folders it may work in. */
export class SessionPlace {
  readonly #options: SessionPlaceOptions;
  #cwd: string;
  /** Where a path led when it was decided about, by call and path as it was given. */
  readonly #decided = new Map<string, string>();

  constructor(options: SessionPlaceOptions) {
    this.#options = options;
    this.#cwd = options.cwd;
  }

  /** The folder of the next command and of relative paths. */
  get cwd(): string {
    return this.#cwd;
  }

  /** The folder that the session began in. */
  get home(): string {
    return this.#options.cwd;
  }

  /**
   * Goes on in `folder` when that is one of the session's folders or below one; else goes back to where the session began.
   * True when it is there now.
   */
  async moveTo(folder: string): Promise<boolean> {
    const real = await realPathOf(folder, this.#cwd);
    const isInside = real !== undefined && (await this.isInside(real));
    this.#cwd = isInside ? real : this.home;
    return isInside;
  }

  /** The real path that `path` leads to. Throws `ToolFailure` when it leads nowhere. */
  async resolve(path: string): Promise<string> {
    const real = await realPathOf(path, this.#cwd);
    if (real === undefined)
      throw new ToolFailure(
        `${JSON.stringify(path)} leads nowhere: it goes in a circle of symbolic links or holds a character that no path can have.`,
      );
    return real;
  }

  /** As `resolve`, for the decision about a call: `resolveDecided` later checks that it leads to the same place. */
  async resolveForDecision(path: string): Promise<string> {
    const real = await this.resolve(path);
    // Only the last decisions can still be waiting for their calls.
    if (this.#decided.size > 1_000) this.#decided.clear();
    this.#decided.set(path, real);
    return real;
  }

  /** The real path, refused when a link on the way was changed since the call was decided about. */
  async resolveDecided(path: string): Promise<string> {
    const real = await this.resolve(path);
    const decided = this.#decided.get(path);
    if (decided !== undefined && decided !== real)
      throw new ToolFailure(
        `${path} led to ${decided} when the call was allowed and leads to ${real} now, so nothing was done. Call again if that is meant.`,
      );
    return real;
  }

  /** Whether a real path is in one of the folders that the session may work in. */
  async isInside(real: string): Promise<boolean> {
    for (const folder of this.#options.folders()) {
      const root = await realPathOf(folder, this.home);
      if (root !== undefined && isWithin(root, real)) return true;
    }
    return false;
  }
}
