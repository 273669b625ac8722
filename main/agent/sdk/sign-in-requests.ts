import { z } from 'zod';
import type { mcpAuthenticateResponse } from '../../../shared/agent/frames.ts';
import type { ControlPayload } from '../../lib/control-channel.ts';
import {
  AuthAfterFirstMessageError,
  ControlRequestError,
  InvalidOptionsError,
  issuesOf,
} from './errors.ts';
import type { McpOAuthResolution } from './oauth-types.ts';

const serverName = z.string().min(1, 'Expected the name of a server');

/** Throws `InvalidOptionsError` for arguments that are none. */
export function authenticateRequest(name: unknown, redirectUri: unknown): ControlPayload {
  const uri = z.url('Expected a whole address, such as http://127.0.0.1:4000/callback');
  const parsed = z
    .object({ serverName, redirectUri: uri.optional() })
    .safeParse({ serverName: name, redirectUri });
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error, ['mcpAuthenticate']));
  return {
    subtype: 'mcp_authenticate',
    server_name: parsed.data.serverName,
    ...(parsed.data.redirectUri === undefined ? {} : { redirect_uri: parsed.data.redirectUri }),
  };
}

/** Throws `InvalidOptionsError` for arguments that are none. What the address is worth, the runtime finds out. */
export function callbackRequest(name: unknown, callbackUrl: unknown): ControlPayload {
  const parsed = z
    .object({ serverName, callbackUrl: z.string() })
    .safeParse({ serverName: name, callbackUrl });
  if (!parsed.success)
    throw new InvalidOptionsError(issuesOf(parsed.error, ['mcpSubmitOAuthCallbackUrl']));
  return {
    subtype: 'mcp_oauth_callback',
    server_name: parsed.data.serverName,
    callback_url: parsed.data.callbackUrl,
  };
}

export function resolutionOf(answer: z.infer<typeof mcpAuthenticateResponse>): McpOAuthResolution {
  return {
    ...(answer.auth_url === undefined ? {} : { authUrl: answer.auth_url }),
    requiresUserAction: answer.requires_user_action,
  };
}

/** Rejects with `AuthAfterFirstMessageError` once a message was sent: the host hears it at once, and the runtime has the last word. */
export async function signInBefore<T>(hasSent: boolean, work: () => Promise<T>): Promise<T> {
  if (hasSent) throw new AuthAfterFirstMessageError();
  return work().catch((failure: unknown) => {
    const isLate =
      failure instanceof ControlRequestError && failure.code === 'auth-after-first-message';
    throw isLate ? new AuthAfterFirstMessageError() : failure;
  });
}
