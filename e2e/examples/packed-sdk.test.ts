import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFolder, startContainer, usableEngines } from '../servers/container/container.ts';
import { startOAuthServer } from '../servers/oauth/oauth-server.ts';
import { startSshServer } from '../servers/ssh/ssh-server.ts';
import { installPacked } from './packed-package.ts';
import type { PackedPackage } from './packed-package.ts';

const guide = join(import.meta.dirname, '../../docs/sdk.md');
const asking = join(import.meta.dirname, '../servers/mcp/asking-stdio.mjs');
const scripted = join(import.meta.dirname, '../servers/mcp/scripted-stdio.mjs');

const root = join(import.meta.dirname, '../..');
const engines = process.platform === 'linux' ? await usableEngines() : [];
let packed: PackedPackage;
let complaints = '';

beforeAll(async () => {
  packed = await installPacked(join(import.meta.dirname, 'sdk'), guide);
  complaints = await packed.compile();
}, 180_000);
afterAll(() => packed.dispose());

describe('the package, packed and installed', { timeout: 60_000 }, () => {
  it('compiles every example, those of the guide too, under strict, and has every type by its name [SDK-8, SDK-52, SDK-63]', () => {
    expect(complaints).toBe('');
  });

  it('has the types and makes the tools that the type reference names [SDK-8, SDK-5, SDK-2.types]', async () => {
    expect(await packed.runExample('type-reference')).toMatchObject({
      code: 0,
      output: expect.stringContaining('weather forecast') as string,
    });
  });

  it('runs the quick start [SDK-1, SDK-2, SDK-3]', async () => {
    const { code, output } = await packed.runExample('quick-start');
    expect(output).toContain('Hello, Alice!');
    expect(code).toBe(0);
  });

  it('runs tools of a business and tells their hints [SDK-32, SDK-2.name]', async () => {
    const { code, output } = await packed.runExample('business-tools');
    expect(output).toContain('search_docs {"readOnly":true}');
    expect(output).toContain('prefix cache: at most 5 hits');
    expect(code).toBe(0);
  });

  it('connects the servers that are allowed and shows the others as disabled [SDK-10.external, SDK-11.listed]', async () => {
    const { code, output } = await packed.runExample('server-kinds', { KEPT_SERVER: scripted });
    expect(output).toMatch(/keep: connected[^]+'echo'[^]+drop: disabled/);
    expect(code).toBe(0);
  });

  it('signs in before the first message and then asks a business [SDK-33.redirect-uri, SDK-34, SDK-52]', async () => {
    const guarded = await startOAuthServer();
    try {
      const { code, output } = await packed.runExample('complete', {
        ANALYTICS_URL: guarded.mcpUrl,
      });
      expect(output).toMatch(/analytics: connected[^]+user-123/);
      expect(code).toBe(0);
    } finally {
      await guarded.close();
    }
  });

  it('answers forms and pages of servers [SDK-40.url, SDK-42.message]', async () => {
    const { code, output } = await packed.runExample('questions', { ASKING_SERVER: asking });
    expect(output).toContain('form of my_server');
    expect(output).toMatch(/page page-1[^]+'my_server' finished elicitation page-1/);
    expect(code).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')(
    'runs a session on another machine, by ssh, with tools of this one and secrets beside the frames [RT-1.ssh, RT-5.elsewhere, RT-9]',
    async () => {
      const machine = await startSshServer();
      try {
        const home = join(packed.folder, 'there');
        await mkdir(home);
        const runtime = join(packed.folder, 'node_modules/parley-desktop/out/runtime/parley.js');
        const { code, output } = await packed.runExample('another-machine', {
          SSH_ARGUMENTS: JSON.stringify(machine.arguments),
          REMOTE_PROGRAM: `export HOME='${home}'; cd "$HOME" && '${process.execPath}' '${runtime}'`,
          KEPT_SERVER: scripted,
        });
        expect(output).toContain(`works in ${home}`);
        expect(output).toMatch(/host \d+[^]+canary-over-ssh[^]+success/);
        expect(machine.log()).toContain('Accepted publickey');
        expect(code).toBe(0);
        // The session is stored over there, and nothing else is left.
        expect(await readdir(home)).toEqual(['.parley']);
        const pid = Number(/pid\W+(\d+)/.exec(output)?.[1]);
        expect(() => process.kill(pid, 0)).toThrow();
      } finally {
        await machine.close();
      }
    },
  );

  it.skipIf(engines.length === 0).each(engines.length === 0 ? ['bubblewrap' as const] : engines)(
    'runs a session in a container, by %s, with tools of this side and secrets beside the frames [RT-1.container, RT-5.elsewhere]',
    async (engine) => {
      const home = join(packed.folder, `inside-${engine}`);
      const container = await startContainer(engine, {
        home,
        visible: [nodeFolder, root, join(packed.folder, 'node_modules')],
      });
      try {
        const runtime = join(packed.folder, 'node_modules/parley-desktop/out/runtime/parley.js');
        const { code, output } = await packed.runExample('container', {
          CONTAINER: JSON.stringify(container.command),
          PROGRAM: `cd /inside && '${process.execPath}' '${runtime}'`,
          KEPT_SERVER: scripted,
        });
        expect(output).toContain('works in /inside');
        expect(output).toMatch(/host \d+[^]+canary-in-container[^]+success/);
        expect(code).toBe(0);
        // The process tool tells a number of the container's own.
        expect(Number(/pid\W+(\d+)/.exec(output)?.[1])).toBeLessThan(200);
        // The session is stored inside, and nothing else is left.
        expect(await readdir(home)).toEqual(['.parley']);
      } finally {
        await container.close();
      }
    },
  );
});
