import type { FetchLike } from '@modelcontextprotocol/client';

/**
 * The one seam between a connection and whatever knows how to sign in, such as a `ServerAuth` of the OAuth engine. The
 * connection itself never sees a token.
 */
export interface Authorizer {
  /**
   * Called once per connection. The fetch it gives adds to the requests to the server what authorizes them, and may send
   * one again after a refusal; a refusal that it passes on is told to the caller. `base` follows the connection's policy
   * for redirects and rejects with `McpError`. Whatever else is thrown becomes the cause of the request's failure.
   */
  fetch(base: FetchLike): FetchLike;
}
