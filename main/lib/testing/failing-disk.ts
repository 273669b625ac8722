import type * as FileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** What the disk does: which of the calls that change something is refused, counted from 1. */
export class FailingDisk {
  #left = Infinity;
  #isOnce = true;
  #wasHit = false;

  /** Refuses one call. */
  failAt(call: number): void {
    this.#left = call;
    this.#isOnce = true;
    this.#wasHit = false;
  }

  /** Refuses that call and all that need room after it, as a full disk does. */
  fullFrom(call: number): void {
    this.failAt(call);
    this.#isOnce = false;
  }

  /** Works again. Says whether anything was refused. */
  heal(): boolean {
    this.#left = Infinity;
    return this.#wasHit;
  }

  /** Counts a call. `frees`: it takes no room, so a full disk takes it. */
  #check(name: string, frees: boolean): void {
    this.#left -= 1;
    if (this.#left > 0 || (this.#left < 0 && this.#isOnce)) return;
    if (frees && !this.#isOnce) return;
    this.#wasHit = true;
    const failure = new Error(`ENOSPC: no space left on device, ${name}`);
    throw Object.assign(failure, { code: 'ENOSPC', syscall: name });
  }

  /** The functions of `node:fs/promises`, refused as told; those that only read are as they are. */
  wrap(real: typeof FileSystem): typeof FileSystem {
    const guarded =
      <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>, frees = false) =>
      async (...args: A): Promise<R> => {
        this.#check(name, frees);
        return call(...args);
      };
    return {
      ...real,
      mkdir: guarded('mkdir', real.mkdir) as typeof real.mkdir,
      writeFile: guarded('write', real.writeFile) as typeof real.writeFile,
      appendFile: guarded('write', real.appendFile),
      rename: guarded('rename', real.rename),
      link: guarded('link', real.link),
      open: guarded('open', async (...args: Parameters<typeof real.open>) =>
        this.#handle(await real.open(...args)),
      ),
    };
  }

  #handle(handle: FileHandle): FileHandle {
    const steps: Readonly<Record<string, boolean>> = {
      write: false,
      writeFile: false,
      sync: false,
      datasync: false,
      truncate: true,
      chmod: true,
    };
    return new Proxy(handle, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        const frees = typeof key === 'string' ? steps[key] : undefined;
        return async (...args: unknown[]): Promise<unknown> => {
          // Half of what should be written is there by then.
          if (frees !== undefined) {
            try {
              this.#check(String(key), frees);
            } catch (failure) {
              if (key === 'write') await this.#half(target, args);
              throw failure;
            }
          }
          return (value as (...rest: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  }

  async #half(file: FileHandle, [bytes, from, length, position]: unknown[]): Promise<void> {
    if (!(bytes instanceof Uint8Array)) return;
    const most = Math.floor(Number(length ?? bytes.length) / 2);
    await file.write(bytes, Number(from ?? 0), most, position as number | null);
  }
}
