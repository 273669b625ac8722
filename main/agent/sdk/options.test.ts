import { describe, expect, it } from 'vitest';
import { InvalidOptionsError } from './errors.ts';
import type { Options } from './options.ts';
import { query } from './query.ts';
import { createSdkMcpServer } from './sdk-mcp-server.ts';
import { ScriptedRuntime, SESSION } from './testing/scripted-runtime.ts';

const OTHER = '22222222-2222-4222-8222-222222222222';

/** What `query()` throws at once for these options; nothing may have been started then. */
function refusal(options: unknown): InvalidOptionsError {
  const transport = new ScriptedRuntime();
  try {
    const running = query({ prompt: 'x', options: { transport, ...(options as Options) } });
    void running.close();
  } catch (failure) {
    expect(failure).toBeInstanceOf(InvalidOptionsError);
    expect(transport.events).toEqual([]);
    return failure as InvalidOptionsError;
  }
  throw new Error('These options were taken.');
}

describe('options of query()', () => {
  it('names an unknown key and one of the wrong type by its path, at once [SDK-21]', () => {
    expect(refusal({ modle: 'x' }).path).toBe('modle');
    expect(refusal({ maxTurns: 'three' }).path).toBe('maxTurns');
    expect(refusal({ hooks: { PreToolUse: [{ hooks: ['x'] }] } }).path).toBe(
      'hooks.PreToolUse.0.hooks.0',
    );
    expect(refusal({ hooks: { BeforeLunch: [] } }).path).toMatch(/^hooks/);
    expect(refusal({ canUseTool: true }).path).toBe('canUseTool');
    expect(refusal({ sessionId: 'mine' }).path).toBe('sessionId');
    expect(refusal({ abortController: {} }).path).toBe('abortController');
  });

  it('reports every finding, each with its path [SDK-21]', () => {
    const { issues } = refusal({ model: 3, mcpServers: { a: { type: 'pipe' } } });
    expect(issues.map((issue) => issue.path)).toEqual(['model', 'mcpServers.a.type']);
  });

  it('names the place of a rule or matcher that cannot be read [SDK-14.rules, SDK-21]', () => {
    const rule = refusal({ allowedTools: ['Read', 'Bash(a; b)'] });
    expect(rule.path).toBe('allowedTools.1');
    expect(rule.message).toMatch(/not one plain command/);
    expect(refusal({ disallowedTools: ['TodoWrite(x)'] }).path).toBe('disallowedTools.0');
    expect(refusal({ hooks: { Stop: [{ matcher: '(', hooks: [] }] } }).path).toBe(
      'hooks.Stop.0.matcher',
    );
    expect(refusal({ settingSources: ['everyone'] }).path).toBe('settingSources.0');
    expect(refusal({ settings: 7 }).path).toBe('settings');
    expect(refusal({ additionalDirectories: '/x' }).path).toBe('additionalDirectories');
  });

  it('carries rules, folders and settings to the runtime [SDK-20.settings]', async () => {
    const transport = new ScriptedRuntime();
    const running = query({
      prompt: 'x',
      options: {
        transport,
        provider: 'offline',
        allowedTools: ['Bash(git status:*)'],
        additionalDirectories: ['/other'],
        settingSources: ['project'],
        settings: { env: { A: '1' } },
      },
    });
    expect((await transport.hostRequest('initialize')).request).toMatchObject({
      allowed_tools: ['Bash(git status:*)'],
      additional_directories: ['/other'],
      setting_sources: ['project'],
      settings: { env: { A: '1' } },
      allow_skip_permissions: false,
    });
    await running.close();
  });

  it.each<[Options, object]>([
    [{ maxBudgetUsd: 2 }, { max_budget_usd: 2 }],
    [{ contextWindow: 9_000 }, { context_window: 9_000 }],
    [{ skills: ['tidy'] }, { skills: ['tidy'] }],
    [{}, { skills: 'all', persist_session: true, enable_file_checkpointing: false }],
    [{ enableFileCheckpointing: true }, { enable_file_checkpointing: true }],
    [
      { outputFormat: { type: 'json_schema', schema: { type: 'object' } } },
      { output_schema: { type: 'object' } },
    ],
    [{ systemPrompt: 'Be brief.' }, { system_prompt: 'Be brief.' }],
    [
      { systemPrompt: { type: 'preset', preset: 'default', append: 'And kind.' } },
      { append_system_prompt: 'And kind.' },
    ],
    [
      { agents: { reader: { description: 'd', prompt: 'p', tools: ['Read'], maxTurns: 2 } } },
      { agents: { reader: { description: 'd', prompt: 'p', tools: ['Read'], max_turns: 2 } } },
    ],
    [{ continue: true }, { continue_latest: true, resume: false }],
    [{ continue: true, forkSession: true }, { fork_from: 'latest' }],
    [
      { resume: SESSION, forkSession: true, sessionId: OTHER },
      { fork_from: SESSION, session_id: OTHER },
    ],
    [{ onElicitation: () => ({ action: 'cancel' }) }, { has_elicitation: true }],
    [{ hooks: { Elicitation: [{ hooks: [() => undefined] }] } }, { has_elicitation: true }],
    [{ hooks: { Elicitation: [] } }, { has_elicitation: false }],
    [
      { hooks: { Stop: [{ matcher: 'x', hooks: [() => undefined], timeout: 5 }] } },
      { hooks: [{ event: 'Stop', matcher: 'x', callback_ids: ['hook-1'], timeout_ms: 5 }] },
    ],
  ])('reach the runtime: %j as %j [SDK-20.carried]', async (options, fields) => {
    const transport = new ScriptedRuntime();
    const running = query({ prompt: 'x', options: { transport, provider: 'offline', ...options } });
    expect((await transport.hostRequest('initialize')).request).toMatchObject(fields);
    await running.close();
  });

  it('refuses a server of an unknown kind or with a wrong field, naming server and field [SDK-10.kinds, SDK-10.fields]', () => {
    const kind = refusal({ mcpServers: { kb: { type: 'carrier-pigeon' } } });
    expect(kind.path).toBe('mcpServers.kb.type');
    expect(kind.message).toMatch(/kb.*carrier-pigeon/);
    expect(refusal({ mcpServers: { kb: { type: 'http', url: 'ftp://x/' } } }).path).toBe(
      'mcpServers.kb.url',
    );
    expect(refusal({ mcpServers: { kb: { command: 'x', arguments: [] } } }).path).toBe(
      'mcpServers.kb.arguments',
    );
    expect(refusal({ mcpServers: { kb: { type: 'sdk', name: 'kb', instance: {} } } }).path).toBe(
      'mcpServers.kb.instance',
    );
    expect(refusal({ mcpServers: { kb: 'npx kb' } }).path).toMatch(/^mcpServers\.kb/);
    expect(refusal({ mcpServers: [] }).path).toBe('mcpServers');
  });

  it('asks for a clear yes before every tool runs unasked [SDK-18]', async () => {
    expect(refusal({ permissionMode: 'bypassPermissions' }).message).toMatch(
      /allowDangerouslySkipPermissions/,
    );
    const running = query({
      prompt: 'x',
      options: {
        provider: 'offline',
        transport: new ScriptedRuntime(),
        permissionMode: 'bypassPermissions',
        allowDangerouslySkipPermissions: true,
      },
    });
    await running.close();
  });

  it('refuses options that contradict each other [SDK-20.contradictions]', () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(refusal({ resume: one, sessionId: other }).path).toBe('sessionId');
    expect(refusal({ resume: one, persistSession: false }).path).toBe('resume');
    expect(refusal({ pathToRuntime: '/x.js' }).path).toBe('transport');
    expect(refusal({ provider: 'openai-compatible', auth: { apiKey: 'k' } }).path).toBe('model');
  });

  it('refuses a prompt that is neither text nor an async iterable, and unknown parameters [SDK-1.parameters]', () => {
    expect(() => query({ prompt: 7 as never })).toThrow(InvalidOptionsError);
    expect(() => query({ prompt: ['x'] as never })).toThrow(/prompt/);
    expect(() => query({ prompt: 'x', option: {} } as never)).toThrow(/option/);
  });

  it('takes every kind of server in one query [SDK-10.mixed, SDK-10.stdio-default, SDK-11.absent]', async () => {
    const runtime = new ScriptedRuntime();
    const running = query({
      prompt: 'x',
      options: {
        provider: 'offline',
        transport: runtime,
        mcpServers: {
          own: createSdkMcpServer({ name: 'own' }),
          local: { command: 'npx', args: ['x'], timeout: 5, isProxy: true },
          old: { type: 'sse', url: 'https://old.test/' },
          remote: { type: 'http', url: 'https://new.test/' },
        },
      },
    });
    const { request } = await runtime.hostRequest('initialize');
    expect(request['sdk_servers']).toEqual([{ name: 'own', timeout_ms: 0 }]);
    expect(request['servers']).toMatchObject([
      { name: 'local', timeout_ms: 5, disabled: false, definition: { type: 'stdio' } },
      { name: 'old', disabled: false, definition: { type: 'sse' } },
      { name: 'remote', disabled: false, definition: { type: 'http' } },
    ]);
    await running.close();
  });

  it('starts none of the process servers of an empty list, and in-process ones all the same [SDK-11.empty, SDK-11.process-only]', async () => {
    const runtime = new ScriptedRuntime();
    const running = query({
      prompt: 'x',
      options: {
        provider: 'offline',
        transport: runtime,
        allowedMcpServerNames: [],
        mcpServers: {
          own: createSdkMcpServer({ name: 'own' }),
          local: { command: 'npx' },
          remote: { type: 'http', url: 'https://new.test/' },
        },
      },
    });
    const { request } = await runtime.hostRequest('initialize');
    expect(request['sdk_servers']).toMatchObject([{ name: 'own' }]);
    expect(request['servers']).toMatchObject([
      { name: 'local', disabled: true },
      { name: 'remote', disabled: true },
    ]);
    await running.close();
  });
});
