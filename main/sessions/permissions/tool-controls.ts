import { ParleyError } from '../../../shared/lib/errors.ts';
import type { ToolHints } from '../../../shared/mcp/hints.ts';
import { hintNames } from '../../../shared/mcp/hints.ts';
import { toolSettingsOf, withToolSettings } from '../../../shared/mcp/tool-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import { requireGesture } from './gesture.ts';
import type { PermissionBook } from './permission-book.ts';
import type { ToolDirectory } from './tool-directory.ts';

/** The person's word about hints: null takes it back, what is absent stays. */
export type HintOverride = {
  readonly [K in keyof ToolHints]?: boolean | null | undefined;
};

export interface ToolControlsDeps {
  readonly book: PermissionBook;
  readonly tools: ToolDirectory;
  readonly clock: Clock;
}

/**
 * What a person sets outside a prompt. What makes calls easier needs a key press or click just before (`lastInputAt`, epoch
 * ms; SE-5) and rejects with `session.no-gesture` without one; what makes them harder is always taken.
 */
export class ToolControls {
  constructor(private readonly deps: ToolControlsDeps) {}

  async set(
    serverId: string,
    tool: string,
    permission: 'ask' | 'allow' | 'deny',
    lastInputAt: number,
  ): Promise<void> {
    if (permission !== 'deny') requireGesture(this.deps.clock, lastInputAt);
    if (!this.deps.tools.recordOf(serverId)) throw gone();
    await this.deps.book.set(serverId, tool, permission);
  }

  async setTool(
    serverId: string,
    tool: string,
    change: { readonly enabled?: boolean | undefined; readonly hints?: HintOverride | undefined },
    lastInputAt: number,
  ): Promise<void> {
    if (change.enabled === true || change.hints) requireGesture(this.deps.clock, lastInputAt);
    await this.deps.tools.updateSettings(serverId, (settings) => {
      const before = toolSettingsOf(settings, tool);
      return withToolSettings(settings, tool, {
        ...before,
        ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
        hints: mergeHints(before.hints ?? {}, change.hints ?? {}),
      });
    });
  }

  async trustHints(serverId: string, trust: boolean, lastInputAt: number): Promise<void> {
    if (trust) requireGesture(this.deps.clock, lastInputAt);
    await this.deps.tools.updateSettings(serverId, (settings) => ({
      ...settings,
      trustHints: trust,
    }));
  }

  async revoke(grantId: string, lastInputAt: number): Promise<void> {
    if (this.deps.book.get(grantId)?.behavior === 'deny') {
      requireGesture(this.deps.clock, lastInputAt);
    }
    await this.deps.book.revoke(grantId);
  }

  async approveChange(
    serverId: string,
    tool: string,
    definitionHash: string,
    lastInputAt: number,
  ): Promise<void> {
    requireGesture(this.deps.clock, lastInputAt);
    await this.deps.book.approveChange(serverId, tool, definitionHash);
  }
}

function mergeHints(before: ToolHints, change: HintOverride): ToolHints {
  const hints: ToolHints = {};
  for (const name of hintNames) {
    const value = change[name] === undefined ? before[name] : change[name];
    if (typeof value === 'boolean') hints[name] = value;
  }
  return hints;
}

function gone(): ParleyError {
  return new ParleyError('server.not-found', 'This server does not exist any more.');
}
