import { createHash } from 'node:crypto';
import { fullToolName } from '../../../../shared/mcp/hints.ts';

/** Where a tool lives. */
export interface ToolAddress {
  /** Absent for the runtime's own tools. */
  readonly serverName: string | undefined;
  readonly toolName: string;
}

/** Full name: `mcp__server__tool`, or the bare name of a tool of the runtime. */
export function addressName({ serverName, toolName }: ToolAddress): string {
  return serverName === undefined ? toolName : fullToolName(serverName, toolName);
}

/** What every provider takes as the name of a tool. */
const LEGAL = /^[A-Za-z0-9_-]{1,64}$/;
const READABLE = 50;

/**
 * The name that is sent to the model (RT-28): the full name where it fits and nobody else has it, else a short one that is the same in every session.
 * It is mapped back by table, never parsed.
 */
export function modelNames(addresses: readonly ToolAddress[]): ReadonlyMap<ToolAddress, string> {
  const uses = new Map<string, number>();
  for (const address of addresses) {
    const full = addressName(address);
    uses.set(full, (uses.get(full) ?? 0) + 1);
  }
  return new Map(
    addresses.map((address) => {
      const full = addressName(address);
      return [address, uses.get(full) === 1 ? modelName(address) : alias(address)];
    }),
  );
}

/** The name of one tool when no other has the same full name. */
export function modelName(address: ToolAddress): string {
  const full = addressName(address);
  return LEGAL.test(full) ? full : alias(address);
}

function alias(address: ToolAddress): string {
  const digest = createHash('sha256')
    .update(`${address.serverName ?? ''}\0${address.toolName}`)
    .digest('hex')
    .slice(0, 12);
  const readable = addressName(address)
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, READABLE);
  return `${readable}_${digest}`;
}

/** A name of a tool that is not there any more, made fit for a provider. */
export function legalName(name: string): string {
  if (LEGAL.test(name)) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, READABLE)}_${digest}`;
}
