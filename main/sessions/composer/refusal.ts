import { messageOf, ParleyError } from '../../../shared/lib/errors.ts';
import { McpError } from '../../mcp/client/mcp-error.ts';

/** What cannot be put into a message, with the reason as a sentence. */
export function refused(reason: string, cause?: unknown): ParleyError {
  return new ParleyError('composer.refused', reason, { cause });
}

/** Runs a request to a server; its failure is a refusal in its own words. */
export async function fromServer<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof McpError) throw refused(messageOf(thrown), thrown);
    throw thrown;
  }
}
