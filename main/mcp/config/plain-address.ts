import { variablesIn } from '../../../shared/mcp/variables.ts';

/** The address of a definition when it is known without its variables, else undefined. */
export function plainAddress(url: string): URL | undefined {
  return variablesIn(url).length === 0 && URL.canParse(url) ? new URL(url) : undefined;
}

/** What a stored value of a remote server was meant for: one origin, or one address where variables decide about it. */
export function addressScope(url: string): string {
  return plainAddress(url)?.origin ?? url;
}
