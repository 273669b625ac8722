// @ts-check
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFirstScreen, FIRST_SCREEN_LIMIT } from './first-screen.mjs';

/** @type {string} */
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-screen-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param {Record<string, number>} scripts */
async function page(scripts) {
  const lines = Object.keys(scripts).map((name, index) =>
    index === 0
      ? `<script type="module" crossorigin src="./${name}"></script>`
      : `<link rel="modulepreload" crossorigin href="./${name}">`,
  );
  for (const [name, size] of Object.entries(scripts))
    await writeFile(join(folder, name), 'x'.repeat(size));
  const file = join(folder, 'index.html');
  await writeFile(file, `<html><link rel="stylesheet" href="./a.css">${lines.join('\n')}</html>`);
  return file;
}

describe('the weight of the first screen', () => {
  it('may be 600 KB with all that its entry imports, and no byte more [PF-11]', async () => {
    const half = FIRST_SCREEN_LIMIT / 2;
    await checkFirstScreen(await page({ 'a.js': half, 'b.js': half }));
    const heavy = checkFirstScreen(await page({ 'a.js': half, 'b.js': half + 1 }));
    await expect(heavy).rejects.toThrow('600001 bytes of script, more than 600000 (./a.js 300000');
  });

  it('is not taken for light when the page loads nothing [PF-11]', async () => {
    await expect(checkFirstScreen(await page({}))).rejects.toThrow('loads no script');
  });
});
