import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { renderWindow, person, serverState } from '../../../testing/scripted-bridge.tsx';
import { ChatProvider } from '../store/chat-context.tsx';
import { createChatStore } from '../store/chat-store.ts';
import { agentSays, snapshotOf, toolResult, toolUse } from '../testing/messages.ts';
import { OpenStates } from '../transcript/open-states.ts';
import { OpenInBench, type BenchCall } from './run-in-bench.tsx';
import { ToolCards } from './tool-card.tsx';
import { plainHtml } from '../transcript/copy-selection.ts';
import { Markdown } from '../markdown/markdown.tsx';

const own = (id: string, tool: string, input: object) =>
  toolUse({ id, name: tool, tool_name: tool, server_name: undefined, input });

async function show(messages: SDKMessage[], ids: string[], states = new Map<string, unknown>()) {
  const chat = createChatStore();
  chat.reset(snapshotOf(messages));
  const cards = (
    <ChatProvider chat={chat}>
      <OpenStates value={states}>
        <ToolCards ids={ids} waitingIds={[]} />
      </OpenStates>
    </ChatProvider>
  );
  const { view } = await renderWindow(cards);
  return view;
}
const heads = () => screen.getAllByRole('button', { expanded: false });
const result = (n: number, id: string, words: string) =>
  toolResult(n, id, 'ok', [{ type: 'text', text: words }]);

describe('tools of the runtime', () => {
  it('show a change as lines that came and went, a command with its exit code, tasks as a list [UI-13.views]', async () => {
    const user = person();
    const view = await show(
      [
        agentSays(
          3,
          own('e', 'Edit', {
            file_path: '/src/a.ts',
            old_string: 'one\ntwo',
            new_string: 'one\n2',
          }),
          own('b', 'Bash', { command: 'npm test' }),
          own('t', 'TodoWrite', { todos: [{ content: 'Sort', status: 'in_progress' }] }),
          toolUse({ id: 'x', name: 'mcp__x__Edit', tool_name: 'Edit', input: { file_path: 'a' } }),
        ),
        result(4, 'e', 'Edited.'),
        toolResult(5, 'b', 'error', [{ type: 'text', text: 'red\n[Exit code 2.]' }]),
        result(6, 't', '[>] Sort'),
        result(7, 'x', 'Something else'),
      ],
      ['e', 'b', 't', 'x'],
    );
    for (const head of heads()) await user.click(head);
    const changes = screen.getByLabelText('Changes');
    expect(changes.textContent).toBe(' one−two+2');
    expect(screen.getByText('Exit code 2')).toBeTruthy();
    expect(screen.getByText('npm test')).toBeTruthy();
    const tasks = within(screen.getByRole('list', { name: 'Tasks' }));
    expect(tasks.getByRole('img', { name: 'In progress' })).toBeTruthy();
    // A server's tool of the same name is no tool of the runtime.
    expect(view.container.textContent).toContain('Something else');
  });

  it('show JSON as a tree, and what is unfolded is still so when the row comes back [UI-13.views]', async () => {
    const user = person();
    const states = new Map<string, unknown>();
    const messages = [
      agentSays(3, toolUse({ id: 'j' })),
      result(4, 'j', JSON.stringify({ rows: [{ deep: 'value' }] })),
    ];
    const first = await show(messages, ['j'], states);
    await user.click(screen.getByRole('button', { expanded: false }));
    await user.click(screen.getByRole('radio', { name: 'Tree' }));
    const tree = screen.getByRole('group', { name: 'Result' });
    await user.click(within(tree).getByRole('button', { name: /rows/ }));
    await user.click(within(tree).getByRole('button', { name: /^0/ }));
    expect(tree.textContent).toContain('"value"');
    first.unmount();
    await show(messages, ['j'], states);
    expect(screen.getByRole('group', { name: 'Result' })).toBeTruthy();
  });

  it('keep a long result out of the page and open it in a viewer [UI-13.views]', async () => {
    const user = person();
    const long = Array.from({ length: 2_000 }, (_, n) => `line ${String(n)}`).join('\n');
    const view = await show([agentSays(3, toolUse({ id: 'l' })), result(4, 'l', long)], ['l']);
    await user.click(screen.getByRole('button', { expanded: false }));
    expect(view.container.textContent).not.toContain('line 1999');
    await user.click(screen.getByRole('button', { name: 'Open in viewer' }));
    expect(screen.getByRole('dialog').textContent).toContain('2000 lines');
  });
});

it('a call of a server is taken to the bench with what was sent; the tools of the runtime are not [UI-13.bench]', async () => {
  const user = person();
  const opened: BenchCall[] = [];
  const chat = createChatStore();
  chat.reset(
    snapshotOf([
      agentSays(
        3,
        toolUse({ id: 'one', input: { name: 'a' } }),
        toolUse({ id: 'gone', server_name: 'removed' }),
        own('read', 'Read', { file_path: '/a' }),
      ),
      result(4, 'one', 'Done.'),
      toolResult(5, 'gone', 'error', [{ type: 'text', text: 'Not there.' }]),
      result(6, 'read', 'text'),
    ]),
  );
  const server = serverState({ name: 'notes' });
  await renderWindow(
    <OpenInBench value={(call) => opened.push(call)}>
      <ChatProvider chat={chat}>
        <ToolCards ids={['one', 'gone', 'read']} waitingIds={[]} />
      </ChatProvider>
    </OpenInBench>,
    { 'servers.list': () => ({ servers: [server], sequence: 1 }) },
  );
  for (const head of heads()) await user.click(head);
  await user.click(screen.getByRole('button', { name: 'Run again in bench' }));
  expect(opened).toEqual([{ serverId: server.id, tool: 'one', input: { name: 'a' } }]);
});

describe('copying', () => {
  it('gives tables and code as HTML without our controls and classes [UI-12.copy]', () => {
    const { container } = render(
      <Markdown
        text={
          '| a | b |\n|---|---|\n| 1 | <b>2 |\n\n```js\nlet a;\n```\n\n[x](https://x.example/?a=1&b=2)'
        }
      />,
    );
    const html = plainHtml(container);
    expect(html).toContain('<table><thead><tr><th>a</th><th>b</th></tr></thead>');
    expect(html).toContain('<td>&lt;b&gt;2</td>');
    expect(html).toContain('<pre><code>let a;</code></pre>');
    expect(html).toContain('<a href="https://x.example/?a=1&amp;b=2">x</a>');
    expect(html).not.toMatch(/class=|<button|<figcaption/);
  });
});
