import type { McpError } from './mcp-error.ts';

/** A server of another era than the stored verdict says, by what it answers. */
export function speaksForAnotherEra({ kind, details }: McpError): boolean {
  if (kind === 'protocol') return true;
  if (kind === 'rpc') return [-32_600, -32_601, -32_022, -32_000].includes(details.code ?? 0);
  const status = details.status ?? 0;
  return kind === 'http' && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}
