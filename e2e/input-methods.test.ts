import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../renderer', import.meta.url));
/** Places without a text field, where such a key can be no one's word. */
const withoutField = ['features/chat/markdown/markdown-link.tsx', 'lib/apps/tool-app-view.tsx'];

it('every place of the window that acts on Enter or Escape asks whether an input method composes [UI-10.ime]', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({
      name: name.replaceAll('\\', '/'),
      source: readFileSync(join(root, name), 'utf8'),
    }))
    .filter(({ name, source }) => {
      return /\.key [!=]== '(Enter|Escape)'/.test(source) && !withoutField.includes(name);
    });
  expect(files.length).toBeGreaterThan(12);
  const deaf = files.filter(
    ({ source }) => !/\bisComposing\(/.test(source) || /\.isComposing\b/.test(source),
  );
  expect(deaf.map(({ name }) => name)).toEqual([]);
});
