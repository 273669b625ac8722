import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deletion, ProfileData, ProfilePart } from '../../../shared/ipc/routes/data.ts';
import type { ExportFormat } from '../../../shared/ipc/routes/session-list.ts';
import { messageOf, ParleyError } from '../../../shared/lib/errors.ts';
import { counted } from '../../../shared/texts/plural.ts';
import type { ProfileDataDesk } from '../../ipc/handlers/data.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProfilePaths } from '../../lib/profile-paths.ts';
import { KEPT_DAYS, type SessionLibrary } from '../../sessions/session-library.ts';
import { measureProfile } from '../../storage/profile-data/measure-profile.ts';
import { planChange, RESTORE_FOLDER } from '../../storage/profile-data/pending-change.ts';
import { profileParts } from '../../storage/profile-data/profile-parts.ts';
import { readBackup, unpackBackup } from '../../storage/profile-data/read-backup.ts';
import { writeBackup } from '../../storage/profile-data/write-backup.ts';
import { writeZip, type ZipEntry } from '../../storage/profile-data/write-zip.ts';
import type { BackupQuestion, DeletionQuestion } from '../consent/data-questions.ts';
import { cleanBackupFile, toldOf, withSettings } from './clean-backup.ts';

/** Of sessions that could not be exported, as many are named. */
const MOST_TOLD = 5;

export interface ProfileDataParts {
  readonly paths: ProfilePaths;
  readonly appVersion: string;
  readonly clock: Clock;
  readonly library: Pick<
    SessionLibrary,
    'ids' | 'trashed' | 'emptyTrash' | 'delete' | 'restore' | 'export'
  >;
  readonly secrets: { readonly size: number };
  readonly servers: () => number;
  /** Names of the keychain's entries that are Parley's. */
  readonly keychain: () => readonly string[];
  /** Deletes the entries that it can. */
  readonly forgetKeychain: () => Promise<void>;
  readonly keepLastBackup: (bytes: number) => Promise<unknown>;
  readonly consent: {
    reviewBackup(question: BackupQuestion, signal: AbortSignal): Promise<boolean>;
    reviewDeletion(question: DeletionQuestion, signal: AbortSignal): Promise<boolean>;
  };
  /** The system's dialogs; undefined when the person chose nothing. */
  readonly chooseTarget: (name: string) => Promise<string | undefined>;
  readonly chooseBackup: () => Promise<string | undefined>;
  readonly reveal: (path: string) => void;
  /** Ends the app and starts it anew. */
  readonly restart: () => void;
}

/** All that is kept in a profile: measured, backed up, exported, deleted. */
export class ProfileDataKeeper implements ProfileDataDesk {
  readonly #parts: ProfileDataParts;

  constructor(parts: ProfileDataParts) {
    this.#parts = parts;
  }

  async measure(signal: AbortSignal): Promise<ProfileData> {
    const { paths, secrets } = this.#parts;
    const { parts: measured, isCut } = await measureProfile(paths.root, signal);
    // Secrets may be in memory alone.
    const parts = measured.some(({ part }) => part === 'secrets')
      ? measured
      : [...measured, { part: 'secrets' as const, bytes: 0, files: 0 }];
    return {
      parts: await Promise.all(
        parts.map(async (part) => ({ ...part, path: await this.#pathOf(part.part) })),
      ),
      isCut,
      secrets: secrets.size,
      keychain: [...this.#parts.keychain()],
    };
  }

  async show(part: ProfilePart): Promise<void> {
    this.#parts.reveal(await this.#pathOf(part));
  }

  async trash() {
    return { sessions: await this.#parts.library.trashed(), keptDays: KEPT_DAYS };
  }

  async backUp(signal: AbortSignal): Promise<number | undefined> {
    const { paths, appVersion, clock } = this.#parts;
    const target = await this.#target('backup');
    if (target === undefined) return undefined;
    const bytes = await failingInWords(
      writeBackup({
        root: paths.root,
        target,
        appVersion,
        now: clock.now(),
        clean: cleanBackupFile,
        signal,
      }),
    );
    await this.#parts.keepLastBackup(bytes);
    return bytes;
  }

  async restore(signal: AbortSignal): Promise<boolean> {
    const { paths, clock, consent, restart } = this.#parts;
    const file = await this.#parts.chooseBackup();
    if (file === undefined) return false;
    const { manifest, files } = await failingInWords(readBackup(file));
    const { appVersion, sessions, createdAt } = manifest;
    const question = { file, appVersion, sessions, createdAt: Date.parse(createdAt) };
    if (!(await consent.reviewBackup({ ...question, ...toldOf(files) }, signal))) return false;
    const staged = join(paths.root, RESTORE_FOLDER);
    await failingInWords(unpackBackup(file, staged, cleanBackupFile));
    await mergeSettings(paths.settingsFile, join(staged, 'settings.json'));
    planChange(paths.root, { kind: 'restore', at: clock.now() });
    restart();
    return true;
  }

  async export(
    format: ExportFormat,
    redact: boolean,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const target = await this.#target('sessions');
    if (target === undefined) return undefined;
    const { library } = this.#parts;
    const names = new Set<string>();
    const failed: string[] = [];
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (const id of library.ids()) {
        const made = await library.export(id, format, redact).catch((failure: unknown) => {
          // A session without a message has nothing to export.
          const isEmpty = failure instanceof ParleyError && failure.code === 'session.not-found';
          if (!isEmpty) failed.push(`${id}: ${messageOf(failure)}`);
        });
        if (made) yield { name: freeName(made.name, names), text: made.text };
      }
    }
    await failingInWords(writeZip(target, entries(), signal));
    if (failed.length > 0) throw partlyExported(target, names.size, failed);
    return names.size;
  }

  async delete(what: Deletion, signal: AbortSignal): Promise<boolean> {
    const { paths, library, secrets, servers, consent } = this.#parts;
    const trashed = await library.trashed();
    const isAgreed = await consent.reviewDeletion(
      {
        what,
        folder: paths.root,
        sessions: library.ids().length,
        trashed: trashed.length,
        servers: servers(),
        secrets: secrets.size,
      },
      signal,
    );
    if (!isAgreed) return false;
    if (what === 'everything') {
      // First what can fail: without the keys nothing of what stays could be read.
      planChange(paths.root, { kind: 'erase' });
      await this.#parts.forgetKeychain();
      this.#parts.restart();
      return true;
    }
    if (what === 'sessions') await library.delete(library.ids());
    await library.emptyTrash();
    return true;
  }

  #target(kind: 'backup' | 'sessions'): Promise<string | undefined> {
    const day = new Date(this.#parts.clock.now()).toISOString().slice(0, 10);
    return this.#parts.chooseTarget(`parley-${kind}-${day}.zip`);
  }

  async #pathOf(part: ProfilePart): Promise<string> {
    const { root } = this.#parts.paths;
    if (part === 'other') return root;
    const there: readonly string[] = await readdir(root).catch(() => []);
    const names: readonly string[] = profileParts[part];
    const name = names.find((one) => there.includes(one));
    return name === undefined ? root : join(root, name);
  }
}

/** What the backup has to say of settings, in the file that is here; without one there is nothing to do. */
async function mergeSettings(present: string, staged: string): Promise<void> {
  const restored = await readFile(staged, 'utf8').catch(() => undefined);
  if (restored === undefined) return;
  const now = await readFile(present, 'utf8').catch(() => undefined);
  await writeFile(staged, withSettings(now, restored), { mode: 0o600 });
}

/** A name of a file that no other file of the zip has. */
function freeName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[\p{C}\\/:*?"<>|]+/gu, '-');
  const [, stem = plain, ending = ''] = /^(.*?)(\.\w+)?$/.exec(plain) ?? [];
  let free = plain;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = `${stem} (${String(count)})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}

function partlyExported(target: string, count: number, failed: readonly string[]): ParleyError {
  const shown = failed.slice(0, MOST_TOLD).join('; ');
  return new ParleyError(
    'data.failed',
    `${counted(count, 'session was', 'sessions were')} written to ${target}. ${String(failed.length)} could not be read and are missing there: ${shown}.`,
  );
}

async function failingInWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    throw new ParleyError('data.failed', messageOf(failure), { cause: failure });
  }
}
