import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { parseKeptFiles } from '../../../storage/kept-files/kept-files-limits.ts';
import { sessionFolders } from '../../../storage/kept-files/session-folders.ts';
import { tidyKeptFiles } from '../../../storage/kept-files/tidy-kept-files.ts';
import { readSettingsFile, settingsPath } from '../settings/settings-file.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Its time says when the profile was last tidied. */
const MARK = '.tidied';

export interface DailyTidyingOptions {
  readonly configRoot: string;
  /** The session that lives here. */
  readonly sessionId: string;
  readonly clock: Clock;
}

/**
 * Removes old files of sessions, once a day for a profile whichever program comes first, and keeps those of the session that
 * lives here fresh. `close` ends it; what is left waits for the next session.
 */
export class DailyTidying {
  readonly #options: DailyTidyingOptions;
  readonly #ending = new AbortController();
  #work: Promise<void>;
  #stopTimer: () => void = () => undefined;

  constructor(options: DailyTidyingOptions) {
    this.#options = options;
    this.#work = this.#run();
  }

  /** Resolves when nothing of it is under way any more. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#stopTimer();
    await this.#work;
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    try {
      await this.#touchOwn();
      await this.#tidy();
    } catch {
      // Settings that cannot be read are told when a session starts; until then nothing is removed.
    }
    if (this.#ending.signal.aborted) return;
    this.#stopTimer = clock.after(DAY_MS, () => {
      this.#work = this.#run();
    });
  }

  async #touchOwn(): Promise<void> {
    const { configRoot, sessionId, clock } = this.#options;
    const now = new Date(clock.now());
    for (const folder of sessionFolders(configRoot, sessionId))
      await utimes(folder, now, now).catch(() => undefined);
  }

  async #tidy(): Promise<void> {
    const { configRoot, clock } = this.#options;
    const { signal } = this.#ending;
    const mark = join(configRoot, MARK);
    const now = clock.now();
    const last = await stat(mark).catch(() => undefined);
    if (last && Math.abs(now - last.mtimeMs) < DAY_MS) return;
    const path = settingsPath('user', { configRoot, cwd: configRoot });
    const settings = await readSettingsFile(path);
    const { limits } = parseKeptFiles(settings?.['keptFiles']);
    await tidyKeptFiles({ configRoot, limits, now, signal });
    if (signal.aborted) return;
    await writeFile(mark, '', { mode: 0o600 });
    const time = new Date(now);
    await utimes(mark, time, time);
  }
}
