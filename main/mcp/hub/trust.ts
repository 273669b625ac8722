import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import { definitionHash } from '../config/definition-hash.ts';

/** The person may run exactly this definition. */
export function isTrusted(record: ServerRecord): boolean {
  return record.trustedHash === definitionHash(record.definition);
}
