import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { findEntries, named } from './find-entries.ts';
import type { FoundServers } from './find-entries.ts';
import { parseSource } from './source-text.ts';

const words = serverSetupTexts.reading.link;

/** Most characters of a link that is looked at. */
const MAX_LINK = 65_536;

function failed(sentence: string): FoundServers {
  return { shape: 'link', entries: [], notes: [{ severity: 'error', sentence }] };
}

function jsonOf(config: string): string | undefined {
  const trimmed = config.trim();
  if (/^[{[]/.test(trimmed)) return trimmed;
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed)) return undefined;
  const decoded = Buffer.from(trimmed, 'base64').toString('utf8').trim();
  return /^[{[]/.test(decoded) && !decoded.includes('\uFFFD') ? decoded : undefined;
}

/** The name and the JSON that a link carries, or the reason why it carries none. */
function parts(link: string): { name: string; config: string } | { reason: string } {
  if (link.length > MAX_LINK || !URL.canParse(link)) return { reason: words.notOurs };
  const url = new URL(link);
  const path = `${url.host}${url.pathname}`.replace(/^\/+|\/+$/g, '');
  const query = url.searchParams;
  switch (url.protocol) {
    case 'parley:':
    case 'cursor:': {
      const ours =
        url.protocol === 'parley:' ? 'mcp/install' : 'anysphere.cursor-deeplink/mcp/install';
      if (path !== ours) return { reason: words.notOurs };
      const config = query.get('config');
      // A plus sign in Base64 becomes a space in a query.
      return config === null
        ? { reason: words.noConfig }
        : { name: query.get('name') ?? '', config: config.replaceAll(' ', '+') };
    }
    case 'vscode:':
    case 'vscode-insiders:': {
      if (path !== 'mcp/install') return { reason: words.notOurs };
      // The whole query is the JSON.
      try {
        return { name: '', config: decodeURIComponent(url.search.slice(1)) };
      } catch {
        return { reason: words.broken };
      }
    }
    default:
      return { reason: words.notOurs };
  }
}

/** True for an address whose scheme belongs to links that install servers. */
export function isInstallLink(text: string): boolean {
  return (
    /^(parley|cursor|vscode(-insiders)?):\/{0,2}\S+$/i.test(text) && /mcp\/install/i.test(text)
  );
}

/**
 * Reads a link such as `parley://mcp/install?name=…&config=…`, where `config` is JSON or Base64 of JSON, or the form of VS Code.
 * Never throws; nothing is started or stored.
 */
export function readInstallLink(link: string): FoundServers {
  const read = parts(link.trim());
  if ('reason' in read) return failed(read.reason);
  const json = jsonOf(read.config) ?? jsonOf(read.config.replaceAll('+', ' '));
  if (json === undefined) return failed(words.broken);
  const found = findEntries(parseSource(json));
  if (found.entries.length > 1) return failed(words.several);
  const entries = found.entries.map((entry) =>
    named(read.name.trim() === '' ? entry : { ...entry, name: read.name.trim().slice(0, 80) }),
  );
  return { ...found, shape: 'link', entries };
}
