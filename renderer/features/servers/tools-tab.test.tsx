import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { person, serverState, toolInfo } from '../../testing/scripted-bridge.tsx';
import { ToolsTab } from './tools-tab.tsx';

const badge = (tool: HTMLElement, hint: string) =>
  tool.querySelector<HTMLElement>(`[data-hint="${hint}"]`);
const rowOf = (name: string): HTMLElement => {
  const found = screen.getByText(name).closest<HTMLElement>('[role="row"]');
  if (found === null) throw new Error(`No row of ${name}.`);
  return found;
};

describe('ToolsTab', () => {
  it.each(['readOnly', 'destructive', 'openWorld'] as const)(
    'tells yes, no and not declared apart for %s [UI-35]',
    (hint) => {
      render(
        <ToolsTab
          server={serverState({
            tools: [
              toolInfo({ name: 'declared_true', annotations: { [hint]: true } }),
              toolInfo({ name: 'declared_false', annotations: { [hint]: false } }),
              toolInfo({ name: 'undeclared' }),
            ],
          })}
        />,
      );
      const shown = ['declared_true', 'declared_false', 'undeclared'].map((name) => {
        const found = badge(rowOf(name), hint);
        return [found?.textContent, found?.dataset['state']];
      });
      expect(shown).toEqual([
        ['Yes', 'true'],
        ['No', 'false'],
        ['Not declared', 'undeclared'],
      ]);
    },
  );

  it('names a contradiction below the tool, never as a fourth badge [UI-35]', () => {
    render(
      <ToolsTab
        server={serverState({
          tools: [
            toolInfo({ name: 'both', annotations: { readOnly: true, destructive: true } }),
            toolInfo({ name: 'one', annotations: { readOnly: true, destructive: false } }),
          ],
        })}
      />,
    );
    expect(rowOf('both').textContent).toContain('Hints contradict. Treated as destructive');
    expect(rowOf('both').querySelectorAll('[data-hint]')).toHaveLength(3);
    expect(rowOf('one').textContent).not.toContain('contradict');
  });

  it('shows title, name and description, and the whole description on demand [UI-30]', async () => {
    const long = `${'word '.repeat(60)}end`;
    render(
      <ToolsTab
        server={serverState({
          tools: [toolInfo({ name: 'run_query', title: 'Run query', description: long })],
        })}
      />,
    );
    const row = rowOf('run_query');
    expect(row.textContent).toContain('Run query');
    const more = within(row).getByRole('button', { name: 'Whole description' });
    await person().click(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
  });

  it('lists tools that were set aside with their reasons [UI-30]', () => {
    render(
      <ToolsTab
        server={serverState({
          tools: [toolInfo({ name: 'fine' })],
          setAside: [{ name: 'bad', reason: 'Its schema is not an object.' }],
        })}
      />,
    );
    expect(screen.getByText('1 tool set aside')).toBeTruthy();
    expect(screen.getByText('Its schema is not an object.')).toBeTruthy();
  });

  it('finds one of many tools by a word of its description [UI-30]', async () => {
    const tools = Array.from({ length: 80 }, (_, index) =>
      toolInfo({ name: `tool_${String(index)}`, description: `Does thing ${String(index)}.` }),
    );
    render(<ToolsTab server={serverState({ tools })} />);
    fireEvent.change(screen.getByPlaceholderText('Search tools'), {
      target: { value: 'thing 79' },
    });
    expect(await screen.findByText('1 of 80')).toBeTruthy();
    expect(rowOf('tool_79')).toBeTruthy();
    expect(screen.queryByText('tool_1')).toBeNull();
  });
});
