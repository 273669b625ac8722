import { render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ServerFailure } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { person, renderWindow, serverState } from '../../testing/scripted-bridge.tsx';
import { ServersPage } from './index.ts';
import { LaunchDoctor } from './launch-doctor.tsx';
import { doctorReport } from '../../../shared/mcp/launch-doctor.ts';

const words = text.servers.doctor;
const at = Date.UTC(2026, 5, 3, 9, 41);

function failed(failure: Partial<ServerFailure> & Pick<ServerFailure, 'code'>) {
  return serverState({
    name: 'playwright',
    status: 'failed',
    definition: {
      type: 'stdio',
      command: 'npx',
      args: ['@playwright/mcp@0.0.41', "it's"],
      envNames: ['TOKEN'],
    },
    failure: { message: 'It did not start.', at, ...failure },
  });
}

function examine(server: ReturnType<typeof failed>) {
  const handlers = {
    onTryAgain: vi.fn(),
    onReview: vi.fn(),
    onEdit: vi.fn(),
    onValues: vi.fn(),
    onAllowLonger: vi.fn(),
  };
  render(<LaunchDoctor server={server} platform="linux" busy={false} {...handlers} />);
  return handlers;
}
const steps = () =>
  within(screen.getByRole('list', { name: 'What was tried' }))
    .getAllByRole('listitem')
    .map((step) => [step.dataset['step'], step.dataset['result']]);

describe('launch doctor', () => {
  it('shows the command, where it was searched, and that nothing ran [UI-36]', () => {
    examine(
      failed({
        code: 'command-not-found',
        command: 'npx',
        pathSearched: ['/usr/bin', '/bin'],
        cwd: '/home/mira/code',
      }),
    );
    expect(screen.getByRole('heading', { name: 'The command npx was not found' })).toBeTruthy();
    expect(steps()).toEqual([
      ['definition', 'ok'],
      ['command', 'bad'],
      ['process', 'skipped'],
      ['handshake', 'skipped'],
    ]);
    const list = screen.getByRole('list', { name: 'What was tried' }).textContent;
    expect(list).toContain(`npx @playwright/mcp@0.0.41 'it'\\''s'`);
    expect(list).toContain('Searched for npx in 2 folders of PATH');
    expect(list).toContain('/usr/bin\n/bin');
    expect(list).toContain('Folder /home/mira/code');
  });

  it('shows resolved path, exit code and last lines of a program that stopped [UI-36]', () => {
    examine(
      failed({
        code: 'exited-early',
        resolvedPath: '/opt/bin/npx',
        exitCode: 3,
        stderr: ['boom', '  at start'],
      }),
    );
    expect(steps()).toEqual([
      ['definition', 'ok'],
      ['command', 'ok'],
      ['process', 'bad'],
      ['handshake', 'bad'],
    ]);
    const list = screen.getByRole('list', { name: 'What was tried' }).textContent;
    expect(list).toContain('/opt/bin/npx');
    expect(list).toContain('Exit code 3');
    expect(list).toContain('boom\n  at start');
  });

  it('shows lines that are no MCP messages and the signal that ended it [UI-36]', () => {
    examine(
      failed({
        code: 'exited-early',
        resolvedPath: '/bin/x',
        exitCode: null,
        signal: 'SIGSEGV',
        junk: ['Welcome!'],
      }),
    );
    const list = screen.getByRole('list', { name: 'What was tried' }).textContent;
    expect(list).toContain('Ended by SIGSEGV');
    expect(list).toContain('1 line on standard output that are no MCP messages');
    expect(list).toContain('Welcome!');
  });

  it('offers a longer first start to a program that never answered [UI-36]', async () => {
    const handlers = examine(failed({ code: 'no-answer', resolvedPath: '/bin/npx' }));
    await person().click(screen.getByRole('button', { name: 'Allow 2 min' }));
    expect(handlers.onAllowLonger).toHaveBeenCalledWith(120_000);
    await person().click(screen.getByRole('button', { name: 'Try again' }));
    expect(handlers.onTryAgain).toHaveBeenCalledOnce();
    await person().click(screen.getByRole('button', { name: 'Edit server' }));
    expect(handlers.onEdit).toHaveBeenCalledOnce();
  });

  it('keeps stored values when only the first start is made longer [UI-36]', async () => {
    const server = failed({ code: 'no-answer' });
    const { bridge } = await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [server], sequence: 1 }),
      'servers.update': () => ({ outcome: 'started', serverId: server.id }),
    });
    await person().click(screen.getByRole('button', { name: 'Allow 2 min' }));
    expect(bridge.inputs('servers.update')).toEqual([
      {
        serverId: server.id,
        draft: {
          name: 'playwright',
          startTimeoutMs: 120_000,
          definition: {
            type: 'stdio',
            command: 'npx',
            args: ['@playwright/mcp@0.0.41', "it's"],
            env: {},
          },
        },
        keepEnv: ['TOKEN'],
        keepHeaders: [],
      },
    ]);
  });

  it('copies a command that is quoted right and a report without values [UI-36]', async () => {
    const user = person();
    const server = failed({ code: 'exited-early', cwd: '/my dir', exitCode: 1, stderr: ['boom'] });
    examine(server);
    await user.click(screen.getByRole('button', { name: 'Copy as shell command' }));
    expect(await navigator.clipboard.readText()).toBe(
      String.raw`cd '/my dir' && env 'TOKEN=<TOKEN>' npx @playwright/mcp@0.0.41 'it'\''s'`,
    );
    await user.click(screen.getByRole('button', { name: 'Copy report' }));
    const report = await navigator.clipboard.readText();
    expect(report).toBe(doctorReport(server, 'linux'));
    for (const part of ['It did not start.', 'Exit code: 1', '  boom', 'Variables set: TOKEN']) {
      expect(report).toContain(part);
    }
  });

  it('explains an address that cannot be reached without speaking of processes [UI-36]', () => {
    examine({
      ...failed({ code: 'unreachable' }),
      definition: { type: 'http', url: 'https://mcp.example/mcp', headerNames: ['Authorization'] },
    });
    expect(steps()).toEqual([
      ['definition', 'ok'],
      ['address', 'bad'],
      ['handshake', 'skipped'],
    ]);
    expect(screen.queryByRole('button', { name: 'Copy as shell command' })).toBeNull();
  });

  it('offers the full path of a command that is found by now, and else where it comes from [UI-36]', async () => {
    let path: string | null = '/opt/homebrew/bin/npx';
    const missing = failed({ code: 'command-not-found', command: 'npx' });
    const user = person();
    const { bridge, emit } = await renderWindow(<ServersPage serverId={missing.id} />, {
      'servers.list': () => ({ servers: [missing], sequence: 1 }),
      'serverSetup.inspect': () => ({ variables: [], plainSecrets: [], hasKeychain: true }),
      'servers.findCommand': () => ({ path, searched: [] }),
      'servers.update': () => ({ outcome: 'started' }),
      'app.openLink': () => ({ opened: true }),
    });
    expect(await screen.findByText(path)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: words.fullPathUse }));
    expect(bridge.inputs('servers.update')).toMatchObject([
      { draft: { definition: { command: path } }, keepEnv: ['TOKEN'] },
    ]);
    path = null;
    const later = {
      ...missing,
      failure: { code: 'command-not-found' as const, message: '', at: at + 1 },
    };
    await emit('servers.changed', { servers: [later], sequence: 2 });
    await user.click(await screen.findByRole('button', { name: words.installOpen('nodejs.org') }));
    expect(bridge.inputs('app.openLink')).toEqual([{ url: 'https://nodejs.org/' }]);
  });
});
