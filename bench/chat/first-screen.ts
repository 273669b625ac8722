import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../e2e/fixtures/launch.ts';

/** PF-11: bytes of minified JavaScript that the page loads before anything is asked for, by file. */
export async function weighFirstScreen(): Promise<ReadonlyMap<string, number>> {
  const root = join(projectRoot, 'out/renderer');
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, name = '']) => name,
  );
  const known = new Set(await readdir(join(root, 'assets')));
  const sizes = new Map<string, number>();
  const weigh = async (name: string): Promise<void> => {
    if (sizes.has(name)) return;
    const source = await readFile(join(root, name), 'utf8');
    sizes.set(name, Buffer.byteLength(source));
    for (const [, file = ''] of source.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (known.has(file)) await weigh(`assets/${file}`);
  };
  for (const name of names) await weigh(name);
  return sizes;
}
