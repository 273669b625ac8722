/** The languages that have a grammar, by their own names. */
const known = new Set(
  'bash c cpp csharp css diff dockerfile go html ini java javascript json jsx kotlin lua markdown php powershell python ruby rust scss sql swift toml tsx typescript vue xml yaml'.split(
    ' ',
  ),
);

const otherNames: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  'c#': 'csharp',
  cjs: 'javascript',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  jsonc: 'json',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** The own name of a language as it is named in a text; undefined for one that is not known. */
export function languageOf(written: string): string | undefined {
  const lower = written.toLowerCase();
  const name = otherNames[lower] ?? lower;
  return known.has(name) ? name : undefined;
}
