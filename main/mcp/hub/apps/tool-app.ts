import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { McpClientConnection } from '../../client/connection.ts';
import { declaredDomains, declaredLocal } from './app-policy.ts';
import type { DeclaredDomains } from './app-policy.ts';

const APP_TYPE = /^text\/html\s*;\s*profile="?mcp-app"?\s*$/i;
/** Largest page of an app, in characters. */
const MOST_HTML = 5_000_000;
const READ_TIMEOUT_MS = 30_000;

/** The page of an app, or why there is none. */
export type AppPage =
  | {
      readonly html: string;
      readonly domains: DeclaredDomains;
      /** Origins on this computer that it wants to reach too. */
      readonly local: DeclaredDomains;
      readonly prefersBorder: boolean;
    }
  | { readonly refusal: 'address' | 'kind' | 'size' | 'empty' };

/** The address of a tool's app: `_meta.ui.resourceUri`, or how earlier servers wrote it. */
export function appAddress(tool: JsonObject | undefined): string | undefined {
  const meta = isJsonObject(tool?.['_meta']) ? tool['_meta'] : {};
  const ui = isJsonObject(meta['ui']) ? meta['ui'] : {};
  const address = ui['resourceUri'] ?? meta['ui/resourceUri'];
  return typeof address === 'string' ? address : undefined;
}

/** Whom a tool is for (`_meta.ui.visibility`): both, where nothing is said. */
export function visibilityOf(tool: JsonObject | undefined): {
  readonly model: boolean;
  readonly app: boolean;
} {
  const meta = isJsonObject(tool?.['_meta']) ? tool['_meta'] : {};
  const visibility = isJsonObject(meta['ui']) ? meta['ui']['visibility'] : undefined;
  if (!Array.isArray(visibility)) return { model: true, app: true };
  return { model: visibility.includes('model'), app: visibility.includes('app') };
}

/** Reads an app from its server. Only `ui://` is an app's address, and only HTML of the profile is an app. Rejects as reading does. */
export async function readToolApp(
  connection: McpClientConnection,
  address: string,
): Promise<AppPage> {
  if (!/^ui:\/\/[^\s]+$/.test(address)) return { refusal: 'address' };
  const { contents } = await connection.readResource(address, { timeoutMs: READ_TIMEOUT_MS });
  const content = (Array.isArray(contents) ? contents : []).find(
    (one): one is JsonObject => isJsonObject(one) && one['uri'] === address,
  );
  if (!content) return { refusal: 'empty' };
  const { mimeType, text, blob } = content;
  if (typeof mimeType !== 'string' || !APP_TYPE.test(mimeType)) return { refusal: 'kind' };
  const html =
    typeof text === 'string'
      ? text
      : typeof blob === 'string'
        ? Buffer.from(blob, 'base64').toString('utf8')
        : '';
  if (html === '') return { refusal: 'empty' };
  if (html.length > MOST_HTML) return { refusal: 'size' };
  const meta = isJsonObject(content['_meta']) ? content['_meta'] : {};
  const ui = isJsonObject(meta['ui']) ? meta['ui'] : {};
  return {
    html,
    domains: declaredDomains(ui),
    local: declaredLocal(ui),
    prefersBorder: ui['prefersBorder'] !== false,
  };
}
