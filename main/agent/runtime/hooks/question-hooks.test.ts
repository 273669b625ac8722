import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { ScriptedHost } from '../testing/scripted-host.ts';

let root = '';
let host: ScriptedHost;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-question-hooks-'));
  // Writes what it was told, and answers with what stands in its argument.
  await writeFile(
    join(root, 'hook.mjs'),
    `import { readFileSync, writeFileSync } from 'node:fs';
     writeFileSync('told.json', readFileSync(0, 'utf8'));
     console.log(process.argv[2]);`,
  );
});
afterEach(() => host.runtime.end());
afterAll(() => rm(root, { recursive: true, force: true }));

const answering = (answer: object) => ({
  type: 'command',
  command: process.execPath,
  args: [join(root, 'hook.mjs'), JSON.stringify(answer)],
});
const shell = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const question: JsonObject & { subtype: string } = {
  subtype: 'elicitation_hooks',
  server_name: 'linear',
  message: 'Which plan?',
  requested_schema: { type: 'object', properties: { plan: { type: 'string' } } },
};

/** What the hooks of the settings say to the question. */
async function said(hooks: object, fields: JsonObject = {}, signal?: AbortSignal) {
  host = new ScriptedHost();
  await host.initialize({ config_root: join(root, 'profile'), cwd: root, settings: { hooks } });
  const request = { ...question, ...fields };
  return host.control.request(request, { signal });
}
const told = async () => JSON.parse(await readFile(join(root, 'told.json'), 'utf8')) as unknown;

describe('a question of a server of the host', () => {
  it('is answered by the command of a settings hook that is told of it [SDK-43.hooks, UI-40.hooks]', async () => {
    const answer = { action: 'accept', content: { plan: 'Team' } };
    const hook = { matcher: 'linear', hooks: [answering({ hookSpecificOutput: answer })] };
    expect(await said({ Elicitation: [hook] })).toEqual({ answer });
    expect(await told()).toMatchObject({
      hook_event_name: 'Elicitation',
      mcp_server_name: 'linear',
      message: 'Which plan?',
      mode: 'form',
      requested_schema: { properties: { plan: {} } },
    });
  });

  it('is declined by an exit code that blocks; another server’s is not theirs [UI-40.hooks]', async () => {
    const hooks = { Elicitation: [{ matcher: 'linear', hooks: [shell('exit 2')] }] };
    expect(await said(hooks)).toEqual({ answer: { action: 'decline' } });
    await host.runtime.end();
    expect(await said(hooks, { server_name: 'other' })).toEqual({});
  });

  it('is left to the person where there is no hook, or it fails or hangs [SDK-19.failure, UI-40.hooks]', async () => {
    expect(await said({})).toEqual({});
    await host.runtime.end();
    const hooks = [shell('exit 3'), shell('sleep 60', { timeout: 50 })];
    expect(await said({ Elicitation: [{ hooks }] })).toEqual({});
    expect(host.diagnostics.join()).toMatch(/exit code 3.*did not end within 50 ms/s);
  });

  it('passes the hooks again with its answer [SDK-43.order, UI-40.hooks]', async () => {
    const hooks = { ElicitationResult: [{ hooks: [answering({ action: 'cancel' })] }] };
    const given = { action: 'accept', content: { plan: 'Solo' } };
    expect(await said(hooks, { answer: given })).toEqual({ answer: { action: 'cancel' } });
    expect(await told()).toMatchObject({ hook_event_name: 'ElicitationResult', ...given });
  });

  it('that is withdrawn ends its hook [UI-40.hooks]', async () => {
    const withdrawn = new AbortController();
    const asked = said({ Elicitation: [{ hooks: [shell('sleep 60')] }] }, {}, withdrawn.signal);
    const failed = expect(asked).rejects.toThrow('withdrawn');
    await expect
      .poll(() => host.messages.some((one) => 'subtype' in one && one.subtype === 'hook_started'))
      .toBe(true);
    withdrawn.abort(new Error('withdrawn'));
    await failed;
    await host.until((one) => 'subtype' in one && one.subtype === 'hook_response');
    expect(host.messages.at(-1)).toMatchObject({ outcome: 'cancelled' });
  });
});
