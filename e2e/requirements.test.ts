import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirements } from './requirements.ts';

const folders = ['shared', 'main', 'preload', 'renderer', 'scripts', 'e2e'];
const citation = /\[((?:[A-Z]+-\d+(?:\.[a-z0-9-]+)?)(?:, ?[A-Z]+-\d+(?:\.[a-z0-9-]+)?)*)\]['"`]/g;

interface Citation {
  readonly file: string;
  readonly ids: readonly string[];
}

function citations(): Citation[] {
  const root = join(import.meta.dirname, '..');
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:test|spec)\.(?:ts|tsx|mjs)$/.test(name))
      .flatMap((name) => {
        const file = join(folder, name);
        const text = readFileSync(join(root, file), 'utf8');
        return [...text.matchAll(citation)].map((match) => ({
          file,
          ids: (match[1] ?? '').split(/, ?/),
        }));
      }),
  );
}

/** A cited case belongs to its requirement, whether or not the case is listed by itself. */
function baseOf(id: string): string {
  return id.replace(/\..*$/, '');
}

describe('requirements', () => {
  const cited = citations();

  it('are each cited by a test', () => {
    const ids = new Set(cited.flatMap((entry) => entry.ids.flatMap((id) => [id, baseOf(id)])));
    expect(Object.keys(requirements).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('are listed before a test cites them', () => {
    const unknown = cited.flatMap(({ file, ids }) =>
      ids
        .filter(
          (id) => !Object.hasOwn(requirements, id) && !Object.hasOwn(requirements, baseOf(id)),
        )
        .map((id) => `${id} in ${file}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are cited at most three at a time', () => {
    expect(cited.filter((entry) => entry.ids.length > 3)).toEqual([]);
  });
});
