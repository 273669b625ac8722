import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { ToolInfo } from '../../../../shared/mcp/tool.ts';

/** Badges of what the server declares true of a tool (RT-60). */
export function badges({ annotations }: Pick<ToolInfo, 'annotations'>): string[] {
  return [
    ...(annotations.readOnly === true ? ['[read-only]'] : []),
    ...(annotations.destructive === true ? ['[destructive]'] : []),
    ...(annotations.openWorld === true ? ['[open-world]'] : []),
  ];
}

const MOST_DESCRIPTION = 100;

/** One line for each tool, and one for each that was set aside with the reason. Control characters of a server do not reach the terminal. */
export function toolLines({ tools, setAside }: Pick<ServerState, 'tools' | 'setAside'>): string[] {
  return [
    ...tools.map((tool) => {
      const first = plain(tool.description ?? tool.title ?? '');
      const told =
        first.length > MOST_DESCRIPTION ? `${first.slice(0, MOST_DESCRIPTION - 1)}…` : first;
      return ['  ' + plain(tool.name), ...badges(tool), ...(told === '' ? [] : [told])].join('  ');
    }),
    ...setAside.map(({ name, reason }) => `  ${plain(name)}  set aside: ${plain(reason)}`),
  ];
}

/** In one line, and without what a terminal would obey. */
export function plain(text: string): string {
  return plainLine(text.replace(/\s+/g, ' ')).trim();
}

/** A line as it stands, without what a terminal would obey. */
export function plainLine(line: string): string {
  return line.replace(/(?!\t)[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '');
}
