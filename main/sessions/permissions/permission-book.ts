import { randomUUID } from 'node:crypto';
import type {
  GrantOrigin,
  PermissionsState,
  ToolReview,
} from '../../../shared/ipc/routes/permissions.ts';
import { messageOf, ParleyError } from '../../../shared/lib/errors.ts';
import { canonicalJson } from '../../../shared/lib/json.ts';
import type { ToolHints } from '../../../shared/mcp/hints.ts';
import { effectiveHints, hintsFromAnnotations } from '../../../shared/mcp/hints.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ToolDefinition } from '../../../shared/mcp/tool-definition.ts';
import { toolSettingsOf } from '../../../shared/mcp/tool-settings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import type { Grant, GrantStore, ToolPin } from '../../storage/grant-store.ts';
import type { Judgement } from './decide-permission.ts';
import { decidePermission, hasChanged } from './decide-permission.ts';
import { isSameSubject, isStale, isVoidedBy } from './grant-relations.ts';
import type { ToolNow } from './ledger.ts';
import { ledgerOf } from './ledger.ts';
import type { ToolDirectory } from './tool-directory.ts';
import { DefinitionHashes, hashOf } from './tool-pins.ts';

/** Stands for the server of the runtime's own tools, which no server has as its id. */
export const OWN_TOOLS = 'own';
/** Longest JSON text of arguments that is kept for the ledger. */
const PREVIEW_LENGTH = 2_000;

/** A call as permissions see it. */
export interface ToolCall {
  readonly sessionId: string;
  readonly serverId: string;
  /** Bare name. */
  readonly tool: string;
  readonly input: unknown;
  /** What the runtime knows of it; counts where the tool is not listed now. */
  readonly declared: ToolHints;
}

/** A tool as it is now, with what counts for it. */
export interface ToolFacts {
  readonly record: ServerRecord | undefined;
  readonly hints: ToolHints;
  readonly definition: ToolDefinition | undefined;
  readonly hash: string | undefined;
  readonly pin: ToolPin | undefined;
}

/** How far an approval reaches. */
export interface Approval {
  readonly behavior: 'allow' | 'deny';
  readonly scope: 'once' | 'session' | 'always';
  readonly covers: 'tool' | 'arguments' | 'server';
  readonly origin: GrantOrigin;
}

export interface PermissionBookDeps {
  readonly store: GrantStore;
  readonly tools: ToolDirectory;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the person decided about tools, and what it means for a call. Keyed by server id and bare tool name (SE-40). */
export class PermissionBook implements Disposable {
  readonly #deps: PermissionBookDeps;
  readonly #hashes = new DefinitionHashes();
  readonly #listeners = new Set<() => void>();
  readonly #ends: readonly (() => void)[];

  constructor(deps: PermissionBookDeps) {
    this.#deps = deps;
    const tell = (): void => {
      this.#tell();
    };
    this.#ends = [deps.store.onChange(tell), deps.tools.onChange(tell)];
  }

  /** What holds for a call now. Changes nothing. */
  judge(call: ToolCall): Judgement {
    const facts = this.factsOf(call);
    const { record } = facts;
    const isOwn = call.serverId === OWN_TOOLS;
    return decidePermission({
      serverId: call.serverId,
      tool: call.tool,
      sessionId: call.sessionId,
      argumentsHash: hashOf(call.input),
      isTurnedOff: toolSettingsOf(record?.settings, call.tool).enabled === false,
      definitionHash: facts.hash,
      pinnedHash: facts.pin?.hash,
      trustedHash: isOwn ? OWN_TOOLS : record?.trustedHash,
      hints: facts.hints,
      trustsHints: record?.settings.trustHints === true,
      grants: this.#deps.store.grants,
    });
  }

  /** What holds for a call that is about to run if it is allowed: uses are counted, and a trusted tool is pinned before it runs. */
  async admit(call: ToolCall): Promise<Judgement> {
    const judgement = this.judge(call);
    if ('grantId' in judgement) this.#deps.store.used(judgement.grantId);
    if (judgement.behavior !== 'allow' || judgement.why !== 'trusted-hints') return judgement;
    const { definition, hash, pin } = this.factsOf(call);
    if (pin || definition === undefined || hash === undefined) return judgement;
    try {
      await this.#deps.store.change({ pin: this.#pinFor(call, definition, hash) });
    } catch (failure) {
      this.#warn('A tool could not be pinned, so it is asked for.', failure);
      return { behavior: 'ask', why: 'nothing-allows' };
    }
    return this.judge(call);
  }

  factsOf({
    serverId,
    tool,
    declared,
  }: Pick<ToolCall, 'serverId' | 'tool' | 'declared'>): ToolFacts {
    const record = this.#deps.tools.recordOf(serverId);
    const listed = this.#deps.tools.toolDefinition(serverId, tool);
    const known = listed === undefined ? undefined : this.#hashes.of(listed);
    const own = known === undefined ? declared : hintsFromAnnotations(known.definition.annotations);
    return {
      record,
      hints: effectiveHints(own, toolSettingsOf(record?.settings, tool).hints),
      definition: known?.definition,
      hash: serverId === OWN_TOOLS ? OWN_TOOLS : known?.hash,
      pin: this.#deps.store.pinOf(serverId, tool),
    };
  }

  /**
   * Takes over what the person decided about a call. What holds always is on disk when it resolves; it rejects, and nothing
   * is taken over, when that cannot be.
   */
  async decide(call: ToolCall, approval: Approval): Promise<void> {
    const facts = this.factsOf(call);
    const { definition, hash } = facts;
    const add = approval.scope === 'once' ? undefined : this.#grantFor(call, approval, facts);
    const pin =
      approval.behavior === 'allow' && definition !== undefined && hash !== undefined
        ? this.#pinFor(call, definition, hash)
        : undefined;
    const isNewPin = pin !== undefined && pin.hash !== facts.pin?.hash;
    if (!add && !isNewPin) return;
    try {
      await this.#deps.store.change({
        add,
        ...(isNewPin ? { pin } : {}),
        drop: (grant) =>
          (add !== undefined && isSameSubject(grant, add)) || (isNewPin && isStale(grant, pin)),
      });
    } catch (failure) {
      if (add?.scope === 'always') throw failure;
      this.#warn('What was approved of a tool could not be written.', failure);
      if (add) await this.#deps.store.change({ add });
    }
  }

  /**
   * The permission of a tool in the tools table. "ask" and "deny" end every other grant of the tool. Rejects with
   * `permission.changed` where "allow" would approve a change that nobody looked at.
   */
  async set(serverId: string, tool: string, permission: 'ask' | 'allow' | 'deny'): Promise<void> {
    const call = { sessionId: '', serverId, tool, input: {}, declared: {} };
    const { pin, hash } = this.factsOf(call);
    if (permission === 'allow' && hasChanged({ pinnedHash: pin?.hash, definitionHash: hash })) {
      throw new ParleyError(
        'permission.changed',
        `“${tool}” is another one than you approved. Look at what changed before you allow it.`,
      );
    }
    if (permission !== 'ask') {
      const approval = { behavior: permission, scope: 'always', covers: 'tool' } as const;
      await this.decide(call, { ...approval, origin: { kind: 'tools-table' } });
    }
    if (permission === 'allow') return;
    await this.#deps.store.change({
      drop: (grant) =>
        grant.serverId === serverId &&
        'tool' in grant.covers &&
        grant.covers.tool === tool &&
        !(permission === 'deny' && grant.behavior === 'deny'),
    });
  }

  /** Throws `permission.not-listed` when nothing was ever approved of the tool. */
  review(serverId: string, tool: string): ToolReview {
    const { pin, definition, hash } = this.factsOf({ serverId, tool, declared: {} });
    if (!pin) throw notListed(tool);
    return {
      before: pin.definition,
      approvedAt: pin.pinnedAt,
      grants: this.#deps.store.grants.filter(
        (grant) => grant.scope === 'always' && isVoidedBy(grant, pin),
      ).length,
      ...(definition === undefined ? {} : { after: definition }),
      ...(hash === undefined ? {} : { definitionHash: hash }),
    };
  }

  /** Approves the tool as it is now: it is pinned anew, and what was always allowed is so again. */
  async approveChange(serverId: string, tool: string, definitionHash: string): Promise<void> {
    const { pin, definition, hash } = this.factsOf({ serverId, tool, declared: {} });
    if (!pin || definition === undefined || hash === undefined) throw notListed(tool);
    if (hash !== definitionHash) {
      throw new ParleyError(
        'permission.changed',
        `“${tool}” changed again while you looked at it, so nothing was approved. Look at it once more.`,
      );
    }
    await this.#deps.store.change({
      pin: this.#pinFor({ serverId, tool }, definition, hash),
      drop: (grant) => grant.scope === 'session' && isVoidedBy(grant, pin),
      map: (grant) =>
        isVoidedBy(grant, pin)
          ? { ...grant, covers: { ...grant.covers, definitionHash: hash } }
          : grant,
    });
  }

  get(grantId: string): Grant | undefined {
    return this.#deps.store.grants.find((grant) => grant.id === grantId);
  }

  revoke(grantId: string): Promise<void> {
    return this.#deps.store.change({ drop: (grant) => grant.id === grantId });
  }

  /** The grants of a session end with it. */
  forgetSession(sessionId: string): Promise<void> {
    return this.#deps.store.change({
      drop: (grant) => grant.scope === 'session' && grant.sessionId === sessionId,
    });
  }

  /** Nothing is left of a server that was removed. */
  forgetServer(serverId: string): Promise<void> {
    return this.#deps.store.change({
      drop: (grant) => grant.serverId === serverId,
      dropPin: (pin) => pin.serverId === serverId,
    });
  }

  state(): PermissionsState {
    const { store, tools } = this.#deps;
    const toolNow: ToolNow = (serverId, tool) => this.factsOf({ serverId, tool, declared: {} });
    return {
      grants: ledgerOf(store.grants, store.pins, (id) => tools.recordOf(id), toolNow),
      changed: store.pins
        .filter(({ serverId, tool, hash }) =>
          hasChanged({ pinnedHash: hash, definitionHash: toolNow(serverId, tool).hash }),
        )
        .map(({ serverId, tool }) => ({ serverId, tool })),
    };
  }

  /** Called after each change of grants, tools and servers. Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async dispose(): Promise<void> {
    for (const end of this.#ends) end();
    this.#listeners.clear();
    await this.#deps.store.dispose();
  }

  #grantFor(call: ToolCall, approval: Approval, facts: ToolFacts): Grant {
    const { serverId, tool } = call;
    const { record, hash } = facts;
    const isOwn = serverId === OWN_TOOLS;
    const trustedHash = isOwn ? OWN_TOOLS : record?.trustedHash;
    const now = this.#deps.clock.now();
    if (approval.behavior === 'allow' && (hash === undefined || trustedHash === undefined))
      throw notListed(tool);
    const base = {
      id: randomUUID(),
      behavior: approval.behavior,
      serverId,
      serverName: record?.name ?? '',
      trustedHash: trustedHash ?? '',
      origin: approval.origin,
      createdAt: now,
      // The call that was asked about is its first use.
      ...(approval.origin.kind === 'prompt' ? { uses: 1, lastUsedAt: now } : { uses: 0 }),
    };
    if (approval.covers === 'server') {
      return {
        ...base,
        scope: 'session',
        sessionId: call.sessionId,
        covers: { kind: 'server', definitions: this.#definitionsOf(serverId) },
      };
    }
    const named = { tool, definitionHash: hash ?? '' };
    const covers =
      approval.covers === 'tool'
        ? { kind: 'tool' as const, ...named }
        : {
            kind: 'arguments' as const,
            ...named,
            argumentsHash: hashOf(call.input),
            preview: canonicalJson(call.input).slice(0, PREVIEW_LENGTH),
          };
    return approval.scope === 'always' && !isOwn
      ? { ...base, scope: 'always', covers }
      : { ...base, scope: 'session', sessionId: call.sessionId, covers };
  }

  #definitionsOf(serverId: string): ReadonlyMap<string, string> {
    const { tools } = this.#deps;
    return new Map(
      tools.toolNames(serverId).flatMap((name): [string, string][] => {
        const listed = tools.toolDefinition(serverId, name);
        return listed === undefined ? [] : [[name, this.#hashes.of(listed).hash]];
      }),
    );
  }

  #pinFor(
    { serverId, tool }: Pick<ToolCall, 'serverId' | 'tool'>,
    definition: ToolDefinition,
    hash: string,
  ): ToolPin {
    return { serverId, tool, hash, definition, pinnedAt: this.#deps.clock.now() };
  }

  #warn(what: string, failure: unknown): void {
    this.#deps.log('warn', what, { reason: messageOf(failure) });
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function notListed(tool: string): ParleyError {
  return new ParleyError(
    'permission.not-listed',
    `“${tool}” is not listed by its server now, so what is allowed could not be shown. Connect the server and try again.`,
  );
}
