import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import * as ai from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as zod from 'zod';
import { startOAuthServer } from '../../../e2e/servers/oauth/oauth-server.ts';
import type { ScriptedOAuth } from '../../../e2e/servers/oauth/oauth-server.ts';
import * as mcp from './index.ts';
import * as stdio from './stdio.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'docs/mcp-client.md');
const serverFile = join(root, 'e2e/servers/mcp/two-era-server.mjs');

const modules: Record<string, unknown> = {
  'parley-desktop/mcp': mcp,
  'parley-desktop/mcp/stdio': stdio,
  ai,
  zod,
};
const examples = (await readFile(file, 'utf8'))
  .split('```ts\n')
  .slice(1)
  .map((part) => part.split('```')[0] ?? '');

const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: 'text', text: 'Hello.' }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  }),
});
let client: mcp.MCPClient;
let guarded: ScriptedOAuth;
/** A person who agrees to everything. */
const openInBrowser = async (page: string): Promise<void> => {
  await fetch(page);
};
beforeAll(async () => {
  guarded = await startOAuthServer();
  client = await mcp.createMCPClient({
    transport: new stdio.StdioMCPTransport({ command: process.execPath, args: [serverFile] }),
    capabilities: { elicitation: {} },
  });
});
afterAll(async () => {
  await client.close();
  await guarded.close();
});

/** The example as a function body: imports become look-ups. */
function runnable(example: string): string {
  const plain = example.replaceAll(
    /import \{ ([^}]+) \} from '([^']+)';/g,
    "const { $1 } = modules['$2'];",
  );
  const { outputText } = ts.transpileModule(`async function run() {\n${plain}\n}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2023 },
  });
  return `${outputText}\nreturn run();`;
}

describe('the reference', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThanOrEqual(6));

  it.each(examples.map((example, place) => [place + 1, example] as const))(
    'example %i runs [MC-1]',
    async (_, example) => {
      const log = vi.fn();
      const given = { modules, client, model, serverFile, process, console: { log } };
      const page = { serverUrl: guarded.mcpUrl, openInBrowser };
      const values = { ...given, ...page };
      // The text of our own documentation is what is tested here.
      const run = compileFunction(runnable(example), Object.keys(values)) as (
        ...values: unknown[]
      ) => Promise<void>;
      await run(...Object.values(values));
      if (example.includes('console.log') && !example.includes('onElicitation'))
        expect(log).toHaveBeenCalled();
    },
  );

  it('compiles with the public types [MC-8]', () => {
    const source = [
      "import type { LanguageModel } from 'ai';",
      "import type { MCPClient } from 'parley-desktop/mcp';",
      'declare const client: MCPClient; declare const model: LanguageModel; declare const serverFile: string;',
      'declare const serverUrl: string; declare const openInBrowser: (page: string) => Promise<void>;',
      ...examples.map((example) => {
        const lines = example.split('\n');
        const isImport = (line: string): boolean => line.startsWith('import ');
        return `{\n${lines.filter((line) => !isImport(line)).join('\n')}\n}`;
      }),
      'export {};',
    ];
    const named = [...examples.join('\n').matchAll(/^import \{ (.+) \} from ('.+');$/gm)].flatMap(
      ([, names = '', from = '']) =>
        names.split(', ').map((name) => `import { ${name} } from ${from};`),
    );
    const imports = [...new Set(named)];
    const name = join(root, 'documentation-examples.ts');
    const text = [...imports, ...source].join('\n');
    const options: ts.CompilerOptions = {
      ...ts.parseConfigFileTextToJson('', '{}').config,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
      paths: {
        'parley-desktop/mcp': [join(root, 'main/mcp/client/index.ts')],
        'parley-desktop/mcp/stdio': [join(root, 'main/mcp/client/stdio.ts')],
      },
    };
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (path, ...rest) =>
      path === name ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023) : read(path, ...rest);
    const exists = host.fileExists.bind(host);
    host.fileExists = (path) => path === name || exists(path);
    const program = ts.createProgram([name], options, host);
    const problems = ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(problems).toEqual([]);
  });
});
