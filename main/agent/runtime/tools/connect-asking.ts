import type { McpConnection } from '../../../mcp/client/connection.ts';
import type { ConnectionExtras } from './connect-server.ts';
import type { ElicitationDesk } from './elicitation-desk.ts';

interface Connected {
  readonly connection: McpConnection;
  /** What the server was told that people can be asked. */
  readonly elicitation: 'form' | 'form-and-url' | undefined;
}

/**
 * Connects and says that people can be asked, in both modes. A server that refuses the handshake is tried once more with the
 * older, empty declaration, which means forms only (SDK-41).
 */
export async function connectAsking(
  serverName: string,
  questions: ElicitationDesk | undefined,
  connect: (extras: ConnectionExtras) => Promise<McpConnection>,
): Promise<Connected> {
  if (questions?.isOpen !== true) return { connection: await connect({}), elicitation: undefined };
  const declared = (elicitation: { form?: object; url?: object }): ConnectionExtras => ({
    capabilities: { elicitation },
    handlers: { elicit: (question, context) => questions.answer(serverName, question, context) },
  });
  if (!questions.takesFormsOnly(serverName)) {
    try {
      const connection = await connect(declared({ form: {}, url: {} }));
      return { connection, elicitation: 'form-and-url' };
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  const connection = await connect(declared({}));
  questions.rememberFormsOnly(serverName);
  return { connection, elicitation: 'form' };
}

/** The server answered the handshake with an error of its own. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'rpc';
}
