import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ConsentRequest } from '../../shared/ipc/consent.ts';
import { ConsentQuestion } from './consent-question.tsx';

const exact = (text: string) => ({ text, parts: [{ text, hidden: false }] });
const url = 'https://auth.xn--lnear-n2e.app/connect?next=xn--lnear-n2e.app';
const request: Extract<ConsentRequest, { kind: 'open-server-url' }> = {
  kind: 'open-server-url',
  requestId: '00000000-0000-4000-8000-000000000000',
  serverName: 'linear',
  message: {
    text: 'Connect\u200b your workspace.',
    parts: [
      { text: 'Connect', hidden: false },
      { text: 'U+200B', hidden: true },
      { text: ' your workspace.', hidden: false },
    ],
  },
  url: exact(url),
  domain: 'xn--lnear-n2e.app',
  port: '',
  scheme: 'https',
  serverHost: 'mcp.linear.app',
  serverDomain: 'linear.app',
  spelled: exact('lіnear.app'),
  readsAs: 'linear.app',
  isMixed: true,
  lookalikes: [{ position: 2, code: 'U+0456', alphabet: 'Cyrillic', looksLike: 'i' }],
  warnings: [],
};
const shown = () => document.body.textContent;

describe('the question about an address of a server', () => {
  it('names the server, marks the domain and says what it imitates [UI-41, UI-41.lookalike]', () => {
    render(<ConsentQuestion request={request} onAnswer={vi.fn()} />);
    expect(
      screen.getByRole('alertdialog', { name: 'linear wants to open a page in your browser' }),
    ).toBeTruthy();
    expect(shown()).toContain('ConnectU+200B your workspace. Nothing has been loaded yet.');
    const domain = screen.getByText('xn--lnear-n2e.app', { selector: 'b' });
    expect(domain.parentElement?.textContent).toBe(url);
    expect(domain.previousSibling?.textContent).toBe('https://auth.');
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
      'xn--lnear-n2e.app',
      'mcp.linear.app',
      'https',
    ]);
    expect(shown()).toContain('This is not linear.app');
    expect(shown()).toContain('Its second letter is U+0456, a Cyrillic letter that looks like i.');
    expect(screen.getByRole('button', { name: 'Open anyway' })).toBeTruthy();
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('has the focus on Decline, which is an answer; Escape is none [UI-41.focus]', () => {
    const onAnswer = vi.fn();
    render(<ConsentQuestion request={request} onAnswer={onAnswer} />);
    const focused = document.activeElement ?? document.body;
    expect(focused.textContent).toBe('Decline');
    fireEvent.keyDown(focused, { key: 'Escape' });
    fireEvent.click(focused);
    expect(onAnswer.mock.calls).toEqual([['dismiss'], ['cancel']]);
  });

  it('says whom an address belongs to that is not of the server, and no more [UI-41.domain]', () => {
    const { readsAs, ...plain } = request;
    expect(readsAs).toBe('linear.app');
    const other = {
      ...plain,
      spelled: exact('äuth.example'),
      domain: 'auth.example',
      isMixed: false,
      lookalikes: [],
    };
    const view = render(
      <ConsentQuestion request={{ ...other, port: '8443' }} onAnswer={vi.fn()} />,
    );
    expect(shown()).toContain('The address belongs to auth.example, the server to linear.app.');
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
      'auth.example:8443',
      'äuth.example',
      'mcp.linear.app',
      'https',
    ]);
    expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();
    view.rerender(
      <ConsentQuestion
        request={{ ...other, serverHost: null, serverDomain: null }}
        onAnswer={vi.fn()}
      />,
    );
    expect(shown()).not.toContain('belongs to');
    expect(shown()).toContain('this computer');
  });

  it('lets a long message scroll with the rest', () => {
    const long = 'word '.repeat(400);
    render(<ConsentQuestion request={{ ...request, message: exact(long) }} onAnswer={vi.fn()} />);
    const body = screen.getByRole('region');
    expect(body.textContent).toContain(long.trim());
  });
});
