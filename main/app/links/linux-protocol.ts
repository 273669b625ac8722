import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Log } from '../../lib/logger.ts';
import { desktopEntry, execLine, execOf } from './desktop-entry.ts';
import type { EntryFacts } from './desktop-entry.ts';
import { SCHEME } from './protocol-handler.ts';
import type { OwnProgram, ProtocolHandler } from './protocol-handler.ts';

export interface LinuxProtocolDeps {
  readonly program: OwnProgram;
  /** What tells this profile from the usual one; the entry passes it on. Empty for the usual one. */
  readonly profile: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs a command to its end and gives what it printed. Rejects when it fails or cannot be started. */
  readonly run: (command: string, args: readonly string[]) => Promise<string>;
  readonly log: Log;
}

const TYPE = `x-scheme-handler/${SCHEME}`;

/**
 * Our scheme on Linux: an entry of our own in the person's folder of applications, made the default by `xdg-mime`. Electron's
 * own way is not used: it needs an entry that exists, and takes over web pages on some desktops.
 */
export class LinuxProtocol implements ProtocolHandler {
  readonly #deps: LinuxProtocolDeps;

  constructor(deps: LinuxProtocolDeps) {
    this.#deps = deps;
  }

  async isOurs(): Promise<boolean> {
    try {
      const name = (await this.#deps.run('xdg-mime', ['query', 'default', TYPE])).trim();
      if (name === '' || name.includes('/')) return false;
      const entry = await this.#read(name);
      return entry !== undefined && this.#startsUs(entry);
    } catch (failure) {
      this.#deps.log('info', 'It is not known who opens our links.', {
        reason: messageOf(failure),
      });
      return false;
    }
  }

  async register(): Promise<boolean> {
    const name = this.#entryName();
    try {
      if (/[\u0000-\u001f]/.test(execLine(this.#facts()))) {
        throw new Error('Its path holds a character that no entry can name.');
      }
      const folder = join(this.#dataHome(), 'applications');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), desktopEntry(this.#facts()), { mode: 0o644 });
      await this.#deps.run('xdg-mime', ['default', name, TYPE]);
    } catch (failure) {
      this.#deps.log('warn', 'This app could not be made the one that opens our links.', {
        reason: messageOf(failure),
      });
      return false;
    }
    return this.isOurs();
  }

  #facts(): EntryFacts {
    return { ...this.#deps.program, name: 'Parley', environment: this.#deps.profile };
  }

  /** Each program and profile has an entry of its own, so that registering one breaks no other. */
  #entryName(): string {
    const digest = createHash('sha256').update(execLine(this.#facts())).digest('hex').slice(0, 8);
    return `parley-links-${digest}.desktop`;
  }

  /** Ours, or for the usual profile one that an installer made for this very program. */
  #startsUs(entry: string): boolean {
    const exec = execOf(entry);
    if (exec === undefined) return false;
    if (exec === execLine(this.#facts())) return true;
    const isUsual = Object.keys(this.#deps.profile).length === 0;
    const { executable, args } = this.#deps.program;
    return isUsual && args.length === 0 && exec.split(' ')[0]?.replaceAll('"', '') === executable;
  }

  async #read(name: string): Promise<string | undefined> {
    const shared = this.#deps.environment['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share';
    for (const folder of [this.#dataHome(), ...shared.split(':')]) {
      const text = await readFile(join(folder, 'applications', name), 'utf8').catch(
        () => undefined,
      );
      if (text !== undefined) return text;
    }
    return undefined;
  }

  #dataHome(): string {
    const { XDG_DATA_HOME, HOME = '' } = this.#deps.environment;
    return XDG_DATA_HOME || join(HOME, '.local', 'share');
  }
}
