import { describe, expect, it, vi } from 'vitest';
import { contextMenu, type ContextFacts } from './context-menu.ts';
import { zoomLevel } from './zoom.ts';

const facts = (part: Partial<ContextFacts>): ContextFacts => ({
  isEditable: false,
  selectionText: '',
  linkURL: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: {
    canCut: true,
    canCopy: true,
    canPaste: true,
    canUndo: false,
    canRedo: false,
    canSelectAll: true,
  },
  ...part,
});
const nothing = { replaceWord: vi.fn(), copyText: vi.fn(), openLink: vi.fn() };
const names = (part: Partial<ContextFacts>) =>
  contextMenu(facts(part), nothing).map(({ role, label, type }) => role ?? label ?? type);

describe('a right click', () => {
  it('edits in a field, copies what is selected, and has no menu elsewhere [UI-7.menu]', () => {
    expect(names({ isEditable: true })).toEqual([
      'undo',
      'redo',
      'separator',
      'cut',
      'copy',
      'paste',
      'selectAll',
    ]);
    expect(names({ selectionText: 'some words' })).toEqual(['copy']);
    expect(names({})).toEqual([]);
  });

  it('opens a link by way of the question, copies its address, and offers no other scheme [UI-7.menu]', () => {
    const linkURL = 'https://example.com/a';
    const items = contextMenu(facts({ linkURL }), nothing);
    for (const item of items) (item.click as () => void)();
    expect(nothing.openLink.mock.calls).toEqual([[linkURL]]);
    expect(nothing.copyText.mock.calls).toEqual([[linkURL]]);
    expect(names({ linkURL: 'file:///etc/passwd' })).toEqual([]);
  });

  it('offers what the dictionary suggests for a wrong word [UI-7.menu]', () => {
    const items = contextMenu(
      facts({ isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the'] }),
      nothing,
    );
    (items[0]?.click as () => void)();
    expect(nothing.replaceWord.mock.calls).toEqual([['the']]);
  });
});

it('zoom goes by steps, ends at its ends and comes back to the actual size [UI-7.zoom]', () => {
  expect(zoomLevel(0, 'in')).toBe(1);
  expect(zoomLevel(5, 'in')).toBe(5);
  expect(zoomLevel(-3, 'out')).toBe(-3);
  expect(zoomLevel(3.4, 'reset')).toBe(0);
});
