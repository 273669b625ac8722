/** Names of menus whose items are the platform's own. */
export const appMenuTexts = { file: 'File', view: 'View' } as const;
