import { builtinModules } from 'node:module';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const bareBuiltins = builtinModules
  .filter((name) => !name.startsWith('_') && !name.startsWith('node:'))
  .map((name) => ({ name, message: `Write 'node:${name}'.` }));

const bans = {
  electron: {
    name: 'electron',
    allowTypeImports: false,
    message: 'Electron is injected: only main/app, main/ipc and preload import it.',
  },
  ipcMain: { name: 'electron', importNames: ['ipcMain'], message: 'Only main/ipc listens.' },
  ipcRenderer: {
    name: 'electron',
    importNames: ['ipcRenderer'],
    message: 'Only the preload talks to main.',
  },
  childProcess: {
    name: 'node:child_process',
    message: 'Start processes through main/lib/subprocess.ts (lifeline, no leaked descriptors).',
  },
};

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use a named export.',
};
const noEnum = { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' };
const rawColour = String.raw`(^|[\s\[:(,])#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(rgb|rgba|hsl|hsla|oklch|oklab)\(`;
const noRawColour = ['Literal[value', 'TemplateElement[value.raw'].map((head) => ({
  selector: `${head}=/${rawColour}/i]`,
  message: 'Use a design token: raw colours do not follow the theme.',
}));

/**
 * Import bans for some files.
 * @param {string[]} files
 * @param {{ name: string }[]} paths
 */
const banImports = (files, ...paths) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': ['error', { paths: [...bareBuiltins, ...paths] }],
  },
});

const tests = ['**/*.test.{ts,tsx,mjs}', 'e2e/**', 'renderer/testing/**'];
const configs = ['*.config.{ts,mjs,cjs}', '.*.cjs'];

export default tseslint.config(
  // Examples are checked as whoever copies them has them: against the packed package.
  { ignores: ['out/**', 'node_modules/**', '**/__fixtures__/**', 'e2e/examples/sdk/**'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ['.dependency-cruiser.cjs', 'eslint.config.mjs', 'scripts/*.cjs'],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      // There are no enums here, and the search for them is slow.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // An async function may satisfy an asynchronous interface without waiting for anything.
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', noDefaultExport, noEnum],
      'no-restricted-properties': [
        'error',
        { object: 'shell', property: 'openExternal', message: 'Go through the URL gate.' },
      ],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  banImports(['**/*.{ts,tsx,mjs}'], bans.electron, bans.childProcess),
  banImports(['scripts/**', 'bench/**', ...tests], bans.electron),
  banImports(
    ['main/lib/subprocess.ts', 'main/lib/subprocess/**', 'main/agent/runtime/tools/**'],
    bans.electron,
  ),
  banImports(['main/index.ts', 'main/app/**'], bans.ipcMain, bans.ipcRenderer, bans.childProcess),
  banImports(['main/ipc/**'], bans.ipcRenderer, bans.childProcess),
  banImports(['preload/**'], bans.ipcMain, bans.childProcess),
  {
    files: ['scripts/electron-runtime/default-app/**'],
    rules: {
      '@typescript-eslint/ban-ts-comment': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
    },
  },
  {
    files: ['main/app/external-url.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['renderer/**/*.tsx'],
    rules: {
      'max-lines-per-function': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', noDefaultExport, noEnum, ...noRawColour],
    },
  },
  {
    files: tests,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['scripts/**/*.mjs'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  { files: configs, rules: { 'no-restricted-syntax': 'off' } },
);
