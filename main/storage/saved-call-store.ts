import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { SavedCall } from '../../shared/mcp/bench.ts';
import { savedCall } from '../../shared/mcp/bench.ts';
import type { VersionedFileOptions } from './versioned-file.ts';
import { VersionedFile } from './versioned-file.ts';

const VERSION = 1;
const MOST_CALLS = 1_000;

const content = z.object({ calls: z.array(savedCall) });
type Content = z.infer<typeof content>;

/** The calls that the person kept, in `bench.json` of the profile. */
export class SavedCallStore {
  readonly #file: VersionedFile<Content>;
  readonly #clock: VersionedFileOptions<Content>['clock'];
  readonly #listeners = new Set<(calls: readonly SavedCall[]) => void>();

  private constructor(file: VersionedFile<Content>, clock: VersionedFileOptions<Content>['clock']) {
    this.#file = file;
    this.#clock = clock;
  }

  static async open(
    options: Pick<VersionedFileOptions<Content>, 'path' | 'clock' | 'onTrouble'>,
  ): Promise<SavedCallStore> {
    const file = await VersionedFile.open<Content>({
      ...options,
      schema: content,
      version: VERSION,
      initial: { calls: [] },
    });
    return new SavedCallStore(file, options.clock);
  }

  list(): readonly SavedCall[] {
    return this.#file.value.calls;
  }

  /** On disk when it resolves. One of the same server, tool and name is replaced. */
  async save(call: Omit<SavedCall, 'id' | 'savedAt'>): Promise<SavedCall> {
    const saved: SavedCall = { ...call, id: randomUUID(), savedAt: this.#clock.now() };
    const isSame = (other: SavedCall): boolean =>
      other.serverId === call.serverId && other.tool === call.tool && other.name === call.name;
    await this.#change((calls) => {
      const others = calls.filter((other) => !isSame(other));
      if (others.length >= MOST_CALLS)
        throw new ParleyError('bench.refused', 'There are 1,000 saved calls. Remove some first.');
      return [...others, saved];
    });
    return saved;
  }

  remove(id: string): Promise<void> {
    return this.#change((calls) => calls.filter((call) => call.id !== id));
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: (calls: readonly SavedCall[]) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async #change(change: (calls: readonly SavedCall[]) => SavedCall[]): Promise<void> {
    const { calls } = await this.#file.update((value) => ({ calls: change(value.calls) }));
    for (const listener of this.#listeners) listener(calls);
  }
}
