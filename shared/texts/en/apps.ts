/** Words around MCP apps. */
export const apps = {
  place: (tool: string) => `App of ${tool}`,
  keys: 'Enter goes into the app, F6 comes back',
  show: 'Show app',
  hide: 'Hide app',
  notRead: 'The app of this tool could not be read from its server.',
  reaches: (domains: string) => `This app can reach ${domains} and nothing else.`,
  unreachable: (domains: string) =>
    `This app asks for ${domains}, which it was not given. Parts of it may be missing.`,
  refused: {
    address: 'The tool names an app whose address does not begin with ui://, so it was not opened.',
    kind: 'What the tool names as its app is no HTML of MCP Apps, so it was not opened.',
    size: 'The app of this tool is larger than 5 MB, so it was not opened.',
    empty: 'The app of this tool is empty.',
  },
  trouble: {
    silent:
      'This app has not begun to talk to Parley. It may not be an MCP app, or something in it failed.',
    flood: 'This app sent far too many messages, so it was closed.',
    ended: 'This app ended by itself. Show it again, or go on without it.',
    done: 'This app said that it is done, so it was closed.',
    replaced: 'This app was closed to make room for others that were opened after it.',
  },
  saves: (tool: string, server: string) => `The app of ${tool} (${server}) offers this file`,
  fill: 'Fill the window',
  shrink: 'Back to its place',
  filling: (tool: string) => `App of ${tool}`,
  fillNote: 'F6 comes back from the app, Escape closes.',
  elsewhere: 'This app fills the window.',
  draft: (tool: string, server: string) =>
    `The app of ${tool} (${server}) wrote this draft. It is not sent until you send it.`,
  asks: (tool: string) => `Asked by the app of ${tool}, not by the agent`,
};
