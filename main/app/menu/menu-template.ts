import type { MenuItemConstructorOptions } from 'electron';
import type { ActionId, Bindings } from '../../../shared/actions/action-list.ts';
import { acceleratorOf, leavesTextAlone } from '../../../shared/actions/shortcut.ts';
import { actions } from '../../../shared/texts/en/actions.ts';
import { appMenuTexts } from '../../../shared/texts/en/app-menu.ts';
import { roleItem } from './role-item.ts';

export interface MenuFacts {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly bindings: Bindings;
  /** What can be done now; the rest is drawn as not possible. */
  readonly possible: ReadonlySet<ActionId>;
  readonly run: (id: ActionId) => void;
}

/** The menu bar by the conventions of the platform, with the person's own keys. */
export function menuTemplate(facts: MenuFacts): MenuItemConstructorOptions[] {
  const isMac = facts.platform === 'darwin';
  const item = (id: ActionId): MenuItemConstructorOptions => itemOf(id, facts);
  return [
    ...(isMac ? [macAppMenu(item)] : []),
    {
      label: appMenuTexts.file,
      submenu: [
        item('session.new'),
        item('session.import'),
        item('server.add'),
        ...(isMac
          ? [line, roleItem('close')]
          : [line, item('settings.open'), line, roleItem('quit')]),
      ],
    },
    editMenu(),
    viewMenu(item, facts.isPackaged),
    sessionMenu(item),
    windowMenu(isMac),
    {
      role: 'help',
      label: appMenuTexts.help,
      submenu: [
        item('shortcuts.open'),
        item('welcome.open'),
        item('log.open'),
        item('report.copy'),
        ...(isMac ? [] : [line, roleItem('about')]),
      ],
    },
  ];
}

function editMenu(): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    label: appMenuTexts.edit,
    submenu: [
      roleItem('undo'),
      roleItem('redo'),
      line,
      roleItem('cut'),
      roleItem('copy'),
      roleItem('paste'),
      roleItem('pasteAndMatchStyle'),
      roleItem('delete'),
      line,
      roleItem('selectAll'),
    ],
  };
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'windowMenu',
    label: appMenuTexts.window,
    submenu: [
      roleItem('minimize'),
      ...(isMac ? [roleItem('zoom'), line, roleItem('front')] : [roleItem('close')]),
    ],
  };
}

const line: MenuItemConstructorOptions = { type: 'separator' };

function itemOf(id: ActionId, facts: MenuFacts): MenuItemConstructorOptions {
  const keys = facts.bindings[id];
  return {
    id,
    label: actions.names[id],
    enabled: facts.possible.has(id),
    // Keys that also write or close something are heard by the page alone.
    ...(keys === undefined || !leavesTextAlone(keys) || keys === 'Escape'
      ? {}
      : { accelerator: acceleratorOf(keys) }),
    click: () => {
      facts.run(id);
    },
  };
}

type MakeItem = (id: ActionId) => MenuItemConstructorOptions;

function viewMenu(item: MakeItem, isPackaged: boolean): MenuItemConstructorOptions {
  return {
    label: appMenuTexts.view,
    submenu: [
      item('palette.open'),
      line,
      item('inbox.open'),
      item('servers.open'),
      item('bench.open'),
      line,
      item('sidebar.toggle'),
      item('panel.toggle'),
      line,
      item('zoom.reset'),
      item('zoom.in'),
      item('zoom.out'),
      line,
      roleItem('togglefullscreen'),
      ...(isPackaged ? [] : [line, roleItem('reload'), roleItem('toggleDevTools')]),
    ],
  };
}

function sessionMenu(item: MakeItem): MenuItemConstructorOptions {
  return {
    label: appMenuTexts.session,
    submenu: [
      item('session.find'),
      item('search.sessions'),
      item('transcript.latest'),
      item('turn.stop'),
      line,
      item('session.next'),
      item('session.previous'),
      line,
      item('session.reveal'),
      item('session.pin'),
      item('session.archive'),
      item('session.fork'),
      item('session.export'),
      item('session.delete'),
    ],
  };
}

function macAppMenu(item: MakeItem): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      roleItem('about'),
      line,
      item('settings.open'),
      line,
      roleItem('services'),
      line,
      roleItem('hide'),
      roleItem('hideOthers'),
      roleItem('unhide'),
      line,
      roleItem('quit'),
    ],
  };
}
