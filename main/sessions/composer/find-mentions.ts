import { go } from 'fuzzysort';
import type { Mention } from '../../../shared/ipc/routes/composer.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { ServerOffer } from '../../mcp/hub/hub-contract.ts';

/** As many as a person looks through. */
const MOST_SHOWN = 40;
/** Of each kind, before anything is typed. */
const MOST_AT_FIRST = 6;
/** Below it a match is by accident. */
const LEAST_SCORE = 0.25;

/** A server that a session may use, with what it lists. */
export interface ListedServer {
  readonly server: ServerState;
  readonly offer: ServerOffer;
}

/** The best of files, servers, resources and templates for what was typed; a few of each while nothing is. */
export function findMentions(
  query: string,
  files: readonly string[],
  servers: readonly ListedServer[],
): Mention[] {
  const others = servers.flatMap(mentionsOf);
  if (query === '') {
    const resources = others.filter(({ kind }) => kind !== 'server');
    return [
      ...shallowFirst(files).slice(0, MOST_AT_FIRST).map(fileMention),
      ...others.filter(({ kind }) => kind === 'server').slice(0, MOST_AT_FIRST),
      ...resources.slice(0, MOST_AT_FIRST),
    ];
  }
  const options = { limit: MOST_SHOWN, threshold: LEAST_SCORE };
  const found = [
    ...go(query, files, options).map(({ score, target }) => ({ score, it: fileMention(target) })),
    ...go(query, others, { ...options, keys: [nameOf, addressOf] }).map(({ score, obj }) => ({
      score,
      it: obj,
    })),
  ];
  return found
    .sort((left, right) => right.score - left.score)
    .slice(0, MOST_SHOWN)
    .map(({ it }) => it);
}

function fileMention(path: string): Mention {
  return { kind: 'file', path };
}

function shallowFirst(files: readonly string[]): readonly string[] {
  return files
    .slice(0, 5_000)
    .toSorted((left, right) => left.split('/').length - right.split('/').length);
}

function nameOf(mention: Mention): string {
  return mention.kind === 'file' ? mention.path : mention.name;
}

function addressOf(mention: Mention): string {
  if (mention.kind === 'resource') return mention.uri;
  return mention.kind === 'template' ? mention.uriTemplate : '';
}

function mentionsOf({ server, offer }: ListedServer): Mention[] {
  const base = { serverId: server.id, serverName: server.name };
  const resources = offer.resources.flatMap((listed): Mention[] => {
    const uri = textIn(listed, 'uri');
    if (uri === undefined) return [];
    return [{ kind: 'resource', ...base, uri, ...described(listed, uri) }];
  });
  const templates = offer.templates.flatMap((listed): Mention[] => {
    const uriTemplate = textIn(listed, 'uriTemplate');
    if (uriTemplate === undefined) return [];
    return [{ kind: 'template', ...base, uriTemplate, ...described(listed, uriTemplate) }];
  });
  return [{ kind: 'server', serverId: server.id, name: server.name }, ...resources, ...templates];
}

function described(listed: JsonObject, address: string) {
  const description = textIn(listed, 'description');
  return {
    name: textIn(listed, 'title') ?? textIn(listed, 'name') ?? address,
    ...(description === undefined ? {} : { description: description.slice(0, 500) }),
  };
}

function textIn(listed: JsonObject, field: string): string | undefined {
  const value = listed[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
