import { protocolVersionText } from '../../../../shared/agent/frames.ts';
import type { PermissionMode, SDKMessage } from '../../../../shared/agent/messages.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import type { LeftOutTool, ToolRegistry } from '../tools/tool-registry.ts';

export interface AnnouncementOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly registry: ToolRegistry;
  /** Names of custom commands. */
  readonly commands: readonly string[];
  /** Names of sub-agents. */
  readonly agents: readonly string[];
  readonly model: () => string;
  readonly mode: () => PermissionMode;
  readonly emit: (message: SDKMessage) => void;
}

/** Tells the host what the session is and which tools it has: once before a turn's first request, and when the tools have changed since. */
export class Announcements {
  readonly #options: AnnouncementOptions;
  #told: { readonly tools: ReadonlySet<string>; readonly leftOut: ReadonlySet<string> } = {
    tools: new Set(),
    leftOut: new Set(),
  };
  #hasBegun = false;

  constructor(options: AnnouncementOptions) {
    this.#options = options;
  }

  /** `system/init`, and what is left out of it when that is new. */
  beginTurn(): void {
    const { registry, sessionId } = this.#options;
    const { tools } = registry.current();
    this.#options.emit({
      type: 'system',
      subtype: 'init',
      uuid: crypto.randomUUID(),
      session_id: sessionId,
      cwd: this.#options.cwd,
      model: this.#options.model(),
      permission_mode: this.#options.mode(),
      tools: tools.map((tool) => tool.name),
      mcp_servers: registry.links.map((link) => ({
        name: link.name,
        status: link.state.status,
        ...(link.state.error === undefined ? {} : { error: link.state.error }),
      })),
      agents: [...this.#options.agents],
      commands: [...this.#options.commands],
      runtime_version: RUNTIME_VERSION,
      protocol_version: protocolVersionText,
    });
    // The first list is in init; only what it lacks is news.
    if (!this.#hasBegun) this.#told = { ...this.#told, tools: names(tools) };
    this.#hasBegun = true;
    this.tellChanges();
  }

  /** `system/tools_changed` when tools came, went or were left out since they were last told. */
  tellChanges(): void {
    if (!this.#hasBegun) return;
    const { tools, leftOut } = this.#options.registry.current();
    const now = { tools: names(tools), leftOut: new Set(leftOut.map(leftOutKey)) };
    const added = [...now.tools].filter((name) => !this.#told.tools.has(name));
    const removed = [...this.#told.tools].filter((name) => !now.tools.has(name));
    const newlyLeftOut = leftOut.filter((tool) => !this.#told.leftOut.has(leftOutKey(tool)));
    this.#told = now;
    if (added.length + removed.length + newlyLeftOut.length === 0) return;
    this.#options.emit({
      type: 'system',
      subtype: 'tools_changed',
      uuid: crypto.randomUUID(),
      session_id: this.#options.sessionId,
      added,
      removed,
      left_out: newlyLeftOut.map(({ name, reason }) => ({ name, reason })),
    });
  }
}

function names(tools: readonly { readonly name: string }[]): Set<string> {
  return new Set(tools.map((tool) => tool.name));
}

function leftOutKey(tool: LeftOutTool): string {
  return `${tool.name}\0${tool.reason}`;
}
