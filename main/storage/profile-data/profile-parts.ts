/** What a profile holds, by what it is for: names below its root. Whatever has no name here is `other` and never deleted. */
export const profileParts = {
  sessions: ['projects', 'scratch'],
  results: ['results', 'drafts'],
  checkpoints: ['checkpoints'],
  trash: ['trash'],
  servers: [
    'servers.json',
    'servers',
    'bundles',
    'server-eras.json',
    'permissions.json',
    'trusted-folders.json',
    'bench.json',
  ],
  settings: ['settings.json', 'providers.json', 'prices.json', 'instructions.md'],
  notes: ['notes'],
  secrets: [
    'secrets.json',
    'mcp-oauth-tokens.json',
    'mcp-oauth-tokens.sealed.json',
    'mcp-oauth-tokens.sealed.json.key.lock',
  ],
  index: ['index'],
  logs: ['logs'],
  /** Electron's own: caches, and where the window was. */
  cache: ['desktop'],
} as const;

export type ProfilePart = keyof typeof profileParts | 'other';

const partOfName = new Map<string, ProfilePart>(
  Object.entries(profileParts).flatMap(([part, names]) =>
    names.map((name) => [name, part as ProfilePart] as const),
  ),
);

/** The part that something directly below the root belongs to; files that were kept aside belong to their original. */
export function partOf(name: string): ProfilePart {
  const original = name.replace(/^\./, '').replace(/\.(?:corrupt-[^/]*|lock|tmp.*)$/, '');
  return partOfName.get(name) ?? partOfName.get(original) ?? 'other';
}
