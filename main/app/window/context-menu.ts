import type { MenuItemConstructorOptions } from 'electron';
import { appMenuTexts } from '../../../shared/texts/en/app-menu.ts';
import { roleItem } from '../menu/role-item.ts';

/** What was under the pointer. */
export interface ContextFacts {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly linkURL: string;
  readonly misspelledWord: string;
  readonly dictionarySuggestions: readonly string[];
  readonly editFlags: {
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    readonly canSelectAll: boolean;
  };
}

export interface ContextActions {
  readonly replaceWord: (word: string) => void;
  readonly copyText: (text: string) => void;
  /** Asks the person and opens an address. */
  readonly openLink: (url: string) => void;
}

/** The menu of a right click: editing in fields, copying of what is selected, links by way of the question for them. Empty: none. */
export function contextMenu(
  facts: ContextFacts,
  actions: ContextActions,
): readonly MenuItemConstructorOptions[] {
  const { editFlags, linkURL } = facts;
  const blocks: MenuItemConstructorOptions[][] = [];
  if (facts.misspelledWord !== '') {
    const words = facts.dictionarySuggestions.slice(0, 5);
    blocks.push(
      words.length === 0
        ? [{ label: appMenuTexts.noSuggestions, enabled: false }]
        : words.map((word) => ({
            label: word,
            click: () => {
              actions.replaceWord(word);
            },
          })),
    );
  }
  if (/^https?:/i.test(linkURL)) {
    blocks.push([
      {
        label: appMenuTexts.openLink,
        click: () => {
          actions.openLink(linkURL);
        },
      },
      {
        label: appMenuTexts.copyLink,
        click: () => {
          actions.copyText(linkURL);
        },
      },
    ]);
  }
  if (facts.isEditable) {
    blocks.push(
      [
        roleItem('undo', { enabled: editFlags.canUndo }),
        roleItem('redo', { enabled: editFlags.canRedo }),
      ],
      [
        roleItem('cut', { enabled: editFlags.canCut }),
        roleItem('copy', { enabled: editFlags.canCopy }),
        roleItem('paste', { enabled: editFlags.canPaste }),
        roleItem('selectAll', { enabled: editFlags.canSelectAll }),
      ],
    );
  } else if (facts.selectionText.trim() !== '') {
    blocks.push([roleItem('copy', { enabled: editFlags.canCopy })]);
  }
  return blocks.flatMap((block, index) =>
    index === 0 ? block : [{ type: 'separator' } as const, ...block],
  );
}
