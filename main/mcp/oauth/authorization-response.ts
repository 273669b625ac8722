import { validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import type { AuthorizationServer } from './discovery.ts';
import { foreignText } from './foreign-text.ts';
import { OAuthFailure } from './oauth-failure.ts';

/**
 * The code of a callback whose state has been checked. The issuer is checked first (RFC 9207): of an answer that may come
 * from another server nothing is shown, neither its error nor its text (OA-3). Throws an `OAuthFailure`.
 */
export function readAuthorizationResponse(
  parameters: URLSearchParams,
  server: AuthorizationServer,
): string {
  checkIssuer(parameters, server);
  const error = single(parameters, 'error');
  if (error !== undefined) {
    const description = single(parameters, 'error_description');
    const words = [error, description].filter((part) => part !== undefined).map(foreignText);
    throw new OAuthFailure(
      'denied',
      error === 'access_denied'
        ? 'The sign-in was declined in the browser.'
        : `The authorization server ended the sign-in (${words.join(': ')}).`,
      { error, issuer: server.issuer },
    );
  }
  const code = single(parameters, 'code');
  if (code === undefined || code === '') {
    throw new OAuthFailure('callback-invalid', 'The address that came back holds no code.');
  }
  return code;
}

function checkIssuer(parameters: URLSearchParams, server: AuthorizationServer): void {
  const values = parameters.getAll('iss');
  const issParameterSupported = server.metadata.authorization_response_iss_parameter_supported;
  try {
    for (const iss of values.length > 0 ? values : [undefined]) {
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: server.issuer,
        issParameterSupported,
      });
    }
  } catch {
    throw values.length === 0
      ? new OAuthFailure(
          'issuer-missing',
          `The answer does not name its sender although ${server.issuer} promises to. The sign-in was stopped.`,
          { issuer: server.issuer },
        )
      : new OAuthFailure(
          'issuer-mismatch',
          `The answer came from another sender than ${server.issuer}. The sign-in was stopped.`,
          { issuer: server.issuer },
        );
  }
}

/** Undefined when absent; a repeated parameter is refused, since two readers could take two different values. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  if (values.length > 1) {
    throw new OAuthFailure('callback-invalid', `The address that came back holds "${name}" twice.`);
  }
  return values[0];
}
