import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';
import { ConsentQuestion } from './consent-question.tsx';

const requestId = '00000000-0000-4000-8000-000000000000';
const exact = (text: string) => ({ text, parts: [{ text, hidden: false }] });
const command: ConsentRequest = {
  kind: 'run-command',
  requestId,
  serverName: 'docs',
  occasion: 'new',
  command: exact('npx'),
  resolvedPath: '/usr/bin/npx',
  args: [
    exact('-y'),
    exact('docs-mcp'),
    {
      text: 'a\u200b | sh',
      parts: [
        { text: 'a', hidden: false },
        { text: 'U+200B', hidden: true },
        { text: ' | sh', hidden: false },
      ],
    },
    exact('x'.repeat(30_000)),
  ],
  folder: '/home/a/code',
  environmentNames: ['DOCS_TOKEN'],
  from: [exact('a working folder'), exact('/home/a/code/.mcp.json')],
  warnings: [
    { code: 'hidden-characters', argument: 3 },
    { code: 'shell-text', argument: 3 },
    { code: 'unpinned-package', argument: 2 },
  ],
};

describe('a question of the consent view', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('shows everything exactly and whole [SE-31.command, SE-31.hidden]', () => {
    render(<ConsentQuestion request={command} onAnswer={vi.fn()} />);
    expect(screen.getByRole('alertdialog', { name: 'Let docs run this command?' })).toBeTruthy();
    const body = document.body.textContent;
    for (const text of ['npx', 'found at /usr/bin/npx', '-y', 'docs-mcp', 'U+200B', ' | sh']) {
      expect(body).toContain(text);
    }
    expect(body).toContain('x'.repeat(30_000));
    expect(body).not.toContain('\u200b');
    for (const text of ['/home/a/code', 'DOCS_TOKEN', 'a working folder', '/home/a/code/.mcp.json'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(body).toContain('Argument 3 hides an invisible character and holds a shell command.');
    expect(body).toContain('docs-mcp has no exact version.');
  });

  it('shows what the variables of a command make of it, beside the command as it is written [SE-31.expanded]', () => {
    const expanded = { command: exact('${TOOLS}/pg'), expandedCommand: exact('/opt/tools/pg') };
    const found = { ...command, ...expanded, resolvedPath: '/opt/tools/pg' };
    const { rerender } = render(<ConsentQuestion request={found} onAnswer={vi.fn()} />);
    expect(document.body.textContent).toContain('${TOOLS}/pgmeans /opt/tools/pg');
    expect(document.body.textContent).not.toContain('found at');
    rerender(<ConsentQuestion request={{ ...found, resolvedPath: null }} onAnswer={vi.fn()} />);
    expect(screen.getByText(/\/opt\/tools\/pg.*not/)).toBeTruthy();
    // What only a secret tells is not missing: it is looked up when the server starts.
    const open = {
      ...found,
      expandedCommand: exact('/opt/${secret:tools}/pg'),
      resolvedPath: null,
    };
    rerender(<ConsentQuestion request={open} onAnswer={vi.fn()} />);
    expect(screen.getByText(/depends on \$\{secret:tools\}/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('was not found');
  });

  it('has the focus on Cancel, and Escape cancels [SE-31.default]', () => {
    const onAnswer = vi.fn();
    render(<ConsentQuestion request={command} onAnswer={onAnswer} />);
    expect(document.activeElement?.textContent).toBe('Cancel');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(onAnswer.mock.calls).toEqual([['cancel']]);
  });

  it('takes no acceptance in its first 400 ms, then takes it [SE-41.grace]', () => {
    const onAnswer = vi.fn();
    render(<ConsentQuestion request={command} onAnswer={onAnswer} />);
    const accept = screen.getByRole('button', { name: 'Trust and start' });
    fireEvent.click(accept);
    act(() => {
      vi.advanceTimersByTime(399);
    });
    fireEvent.click(accept);
    expect(onAnswer).not.toHaveBeenCalled();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    fireEvent.click(accept);
    expect(onAnswer.mock.calls).toEqual([['accept']]);
  });

  it('shows what changed, the old struck out above the new [SE-30.diff]', () => {
    const changed: ConsentRequest = {
      ...command,
      occasion: 'changed',
      args: [exact('-y'), exact('docs-mcp@2.0.0')],
      warnings: [],
      previous: {
        command: 'npx',
        args: ['-y', 'docs-mcp@1.0.0'],
        folder: '/home/a/old',
        environmentNames: ['OLD_TOKEN'],
      },
    };
    render(<ConsentQuestion request={changed} onAnswer={vi.fn()} />);
    const lines = screen.getAllByRole('definition').map((line) => line.textContent);
    expect(lines.indexOf('docs-mcp@1.0.0')).toBe(lines.indexOf('docs-mcp@2.0.0') - 1);
    const body = document.body.textContent;
    expect(body).toContain('was /home/a/old');
    expect(body).toContain('DOCS_TOKENnew');
    expect(body).toContain('OLD_TOKENremoved');
  });

  it('says so when a command cannot be found', () => {
    render(<ConsentQuestion request={{ ...command, resolvedPath: null }} onAnswer={vi.fn()} />);
    expect(document.body.textContent).toContain('npx was not found in PATH.');
  });

  it('shows a whole address with its real host marked [SE-31.address, SE-10.review]', () => {
    const url = 'https://docs.example:8443/docs.example?next=docs.example';
    render(
      <ConsentQuestion
        request={{
          kind: 'open-link',
          requestId,
          url: exact(url),
          host: 'docs.example:8443',
          warnings: [{ code: 'private-address' }],
        }}
        onAnswer={vi.fn()}
      />,
    );
    expect(
      screen.getByText('docs.example:8443', { selector: 'b' }).parentElement?.textContent,
    ).toBe(url);
    expect(document.body.textContent).toContain('on this computer or its local network');
  });

  it('says who asks for a sign-in, where, and how the answer comes back [UI-39.consent, SE-5]', () => {
    const url = 'https://auth.example/authorize?client_id=c&state=s';
    render(
      <ConsentQuestion
        request={{
          kind: 'sign-in',
          requestId,
          serverName: 'li\u200bnear',
          url: exact(url),
          host: 'auth.example',
          issuer: exact('https://auth.example/tenant'),
          redirect: 'loopback',
          warnings: [{ code: 'private-address' }],
        }}
        onAnswer={vi.fn()}
      />,
    );
    expect(
      screen.getByRole('alertdialog', { name: /^Sign in to li ?U\+200B ?near\?$/ }),
    ).toBeTruthy();
    expect(screen.getByText('auth.example', { selector: 'b' }).parentElement?.textContent).toBe(
      url,
    );
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual([
      'auth.example',
      'https://auth.example/tenant',
      'to an address on this computer that closes after one visit',
    ]);
    expect(screen.getByRole('button', { name: 'Open sign-in page' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
  });
});

it('another way to the network is shown before it holds [UI-8.settings]', () => {
  const request: ConsentRequest = {
    kind: 'change-network',
    requestId,
    proxy: 'address',
    proxyAddress: exact('http://proxy.test:8080'),
    bypass: exact(''),
    caFile: exact('/etc/company.pem'),
    authorities: [exact('CN=Company Root'), exact('CN=Company Sub')],
    systemCertificates: true,
  };
  render(<ConsentQuestion request={request} onAnswer={vi.fn()} />);
  expect(screen.getByRole('alertdialog', { name: 'Reach the network this way?' })).toBeTruthy();
  const words = consentTexts.changeNetwork;
  expect(shownFacts()).toEqual([
    words.proxy,
    'http://proxy.test:8080',
    words.caFile,
    '/etc/company.pem',
    words.authorities,
    'CN=Company Root',
    'CN=Company Sub',
    words.system,
    words.systemTrusted,
  ]);
  cleanup();
});

it('where conversations go is shown before they go there, and which key stays behind [SE-5.provider]', () => {
  const request: ConsentRequest = {
    kind: 'use-provider',
    requestId,
    occasion: 'moved',
    name: exact('Team'),
    protocol: 'openai',
    url: exact('http://other.example/v1'),
    host: 'other.example',
    previousUrl: exact('https://llm.example/v1'),
    dropsKey: true,
    warnings: [{ code: 'plain-http' }],
  };
  render(<ConsentQuestion request={request} onAnswer={vi.fn()} />);
  const words = consentTexts.useProvider;
  expect(screen.getByRole('alertdialog', { name: words.titleMoved })).toBeTruthy();
  expect(shownFacts()).toEqual([
    words.name,
    'Team',
    words.host,
    'other.example',
    words.protocol,
    words.protocols.openai,
    words.before,
    'https://llm.example/v1',
    words.key,
    words.keyDropped,
  ]);
  expect(screen.getByText(consentTexts.warnings.plainHttp)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
  cleanup();
});

it('a folder is shown with what it brings and what that can run [UI-17.folder, SE-32.desktop]', () => {
  const request: ConsentRequest = {
    kind: 'trust-folder',
    requestId,
    folder: exact('/home/a/code'),
    files: [exact('AGENTS.md'), exact('.mcp.json')],
    commands: [exact('own: node x.js')],
  };
  render(<ConsentQuestion request={request} onAnswer={vi.fn()} />);
  expect(screen.getByRole('alertdialog', { name: 'Trust this folder?' })).toBeTruthy();
  const words = folderTexts.question;
  expect(shownFacts()).toEqual([
    words.folder,
    '/home/a/code',
    words.brings,
    'AGENTS.md',
    '.mcp.json',
    words.runs,
    'own: node x.js',
  ]);
  cleanup();
});

/** Names and values in the order in which they are read. */
function shownFacts(): string[] {
  return [...document.querySelectorAll('dt, dd')].map((part) => part.textContent);
}
