import { extname } from 'node:path';

/** Endings of texts that no common system runs when they are opened. Scripts (js, py, sh, bat …) are left out on purpose. */
const endings = new Set(
  (
    'txt md markdown rst adoc log csv tsv json jsonc jsonl yaml yml toml ini cfg xml ' +
    'ts tsx jsx css scss less vue svelte astro c h cc cpp cxx hpp rs go java kt kts swift cs scala ' +
    'sql graphql proto diff patch lock tex bib'
  ).split(' '),
);

/** True for a file that the system opens to be read or edited, by its name and mode. */
export function isOpenedAsText(path: string, mode: number): boolean {
  const isExecutable = (mode & 0o111) !== 0 && process.platform !== 'win32';
  return !isExecutable && endings.has(extname(path).slice(1).toLowerCase());
}
