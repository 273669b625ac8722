import { ParleyError } from '../../../shared/lib/errors.ts';
import type { ServerDefinition, ServerDraft } from '../../../shared/mcp/server-config.ts';
import { addressScope } from '../config/plain-address.ts';

type Values = Readonly<Record<string, string>>;

function merged(
  given: Values,
  stored: Values,
  keep: readonly string[],
  what: string,
): Record<string, string> {
  const kept = keep.map((name) => {
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (value === undefined) {
      const message = `The ${what} “${name}” has no stored value any more. Enter it again.`;
      throw new ParleyError('server.invalid', message);
    }
    return [name, value] as const;
  });
  return { ...Object.fromEntries(kept), ...given };
}

/** The draft with the stored values of the named fields put back, since the window never sees them. A value in the draft wins. */
export function keepValues(
  draft: ServerDraft['definition'],
  stored: ServerDefinition,
  keep: { readonly env: readonly string[]; readonly headers: readonly string[] },
): ServerDraft['definition'] {
  if (draft.type === 'stdio') {
    const env = stored.type === 'stdio' ? stored.env : {};
    return { ...draft, env: merged(draft.env, env, keep.env, 'environment value') };
  }
  const isRemote = stored.type === 'http' || stored.type === 'sse';
  // A header was meant for one origin: it never follows the address to another one.
  const isSameOrigin = isRemote && addressScope(stored.url) === addressScope(draft.url);
  const headers = isSameOrigin ? stored.headers : {};
  return { ...draft, headers: merged(draft.headers, headers, keep.headers, 'header') };
}
