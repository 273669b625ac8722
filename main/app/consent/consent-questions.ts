import { randomUUID } from 'node:crypto';
import type {
  ConsentArgument,
  ConsentRequest,
  ConsentWarning,
} from '../../../shared/ipc/consent.ts';
import { characterCode, splitHiddenCharacters } from '../../../shared/lib/hidden-characters.ts';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import type {
  RemoteDefinition,
  ServerDefinition,
  ServerSource,
  StdioDefinition,
} from '../../../shared/mcp/server-config.ts';
import { consentTexts } from '../../../shared/texts/en/consent.ts';
import { isPrivateHost } from '../../lib/private-address.ts';
import type { SignInPage } from '../../mcp/hub/sign-in-contract.ts';
import { isLoopbackHost } from '../../lib/url-gate.ts';
import { plainAddress } from '../../mcp/config/plain-address.ts';
import {
  hidesCharacters,
  shellTextPositions,
  unpinnedPackagePosition,
} from './argument-warnings.ts';

/** A server definition that the person is asked about. */
export interface ServerQuestion {
  readonly name: string;
  readonly definition: ServerDefinition;
  readonly previous: ServerDefinition | undefined;
  /** The command with its variables replaced, where it differs; secrets stay as they are written. */
  readonly expandedCommand?: string | undefined;
  readonly resolvedPath: string | null;
  /** Working folder of the command. */
  readonly folder: string;
  /** The same of `previous`. */
  readonly previousFolder: string | undefined;
  /** Where the definition came from. */
  readonly source?: ServerSource | undefined;
}

/** What the consent view shows for a server; names of environment and headers only, never their values (SE-31). */
export function serverRequest(question: ServerQuestion): ConsentRequest {
  const { definition } = question;
  switch (definition.type) {
    case 'stdio':
      return commandRequest(question, definition);
    case 'http':
    case 'sse':
      return urlRequest(question, definition);
    case 'builtin':
      throw new Error('A bundled server needs no consent.');
  }
}

function commandRequest(question: ServerQuestion, definition: StdioDefinition): ConsentRequest {
  const { previous } = question;
  return {
    kind: 'run-command',
    requestId: randomUUID(),
    serverName: question.name,
    occasion: previous ? 'changed' : 'new',
    command: exact(definition.command),
    ...(question.expandedCommand === undefined
      ? {}
      : { expandedCommand: exact(question.expandedCommand) }),
    resolvedPath: question.resolvedPath,
    args: definition.args.map(exact),
    folder: question.folder,
    environmentNames: Object.keys(definition.env),
    ...originOf(question.source),
    warnings: commandWarnings(definition),
    ...(previous?.type === 'stdio'
      ? {
          previous: {
            command: previous.command,
            args: previous.args,
            folder: question.previousFolder ?? question.folder,
            environmentNames: Object.keys(previous.env),
          },
        }
      : {}),
  };
}

/** What the person typed needs no word. */
function originOf(source: ServerSource | undefined): { from?: ConsentArgument[] } {
  if (!source || source.kind === 'form') return {};
  const { detail, kind } = source;
  return {
    from: [consentTexts.from.kinds[kind], ...(detail === undefined ? [] : [detail])].map(exact),
  };
}

function commandWarnings({
  command,
  args,
}: StdioDefinition): { code: ConsentWarning; argument?: number }[] {
  const unpinned = unpinnedPackagePosition(command, args);
  return [
    ...(hidesCharacters(command) ? [{ code: 'hidden-characters' as const }] : []),
    ...args.flatMap((argument, index) =>
      hidesCharacters(argument)
        ? [{ code: 'hidden-characters' as const, argument: index + 1 }]
        : [],
    ),
    ...shellTextPositions(command, args).map((argument) => ({
      code: 'shell-text' as const,
      argument,
    })),
    ...(unpinned === undefined ? [] : [{ code: 'unpinned-package' as const, argument: unpinned }]),
  ];
}

function urlRequest(question: ServerQuestion, definition: RemoteDefinition): ConsentRequest {
  const { previous } = question;
  const isRemote = previous?.type === 'http' || previous?.type === 'sse';
  return {
    kind: 'connect-url',
    requestId: randomUUID(),
    serverName: question.name,
    occasion: previous ? 'changed' : 'new',
    url: exact(definition.url),
    host: plainAddress(definition.url)?.host ?? definition.url,
    headerNames: Object.keys(definition.headers),
    ...(definition.caFile === undefined ? {} : { caFile: exact(definition.caFile) }),
    ...originOf(question.source),
    warnings: urlWarnings(definition.url),
    ...(isRemote
      ? {
          previous: {
            url: previous.url,
            headerNames: Object.keys(previous.headers),
            ...(previous.caFile === undefined ? {} : { caFile: previous.caFile }),
          },
        }
      : {}),
  };
}

/** What the consent view shows before the network is reached another way; `authorities` are whom the CA file is of. */
export function networkRequest(
  network: NetworkSettings,
  authorities: readonly string[],
): ConsentRequest {
  const { proxy, proxyAddress, bypass, caFile, systemCertificates } = network;
  return {
    kind: 'change-network',
    requestId: randomUUID(),
    proxy,
    proxyAddress: exact(proxyAddress),
    bypass: exact(bypass),
    ...(caFile === '' ? {} : { caFile: exact(caFile) }),
    authorities: authorities.map(exact),
    systemCertificates,
  };
}

/** What the consent view shows before a link is opened; `url` has passed the gate. */
export function linkRequest(url: string): ConsentRequest {
  return {
    kind: 'open-link',
    requestId: randomUUID(),
    url: exact(url),
    host: new URL(url).host,
    warnings: urlWarnings(url),
  };
}

/** What the consent view shows before the first image of a host is loaded; `url` has passed the gate. */
export function imageRequest(url: string): ConsentRequest {
  return {
    kind: 'load-image',
    requestId: randomUUID(),
    url: exact(url),
    host: new URL(url).host,
    warnings: urlWarnings(url),
  };
}

/** What the consent view shows before a sign-in page is opened; its address has passed the gate. */
export function signInRequest(page: SignInPage): ConsentRequest {
  return {
    kind: 'sign-in',
    requestId: randomUUID(),
    serverName: page.serverName,
    url: exact(page.url),
    host: new URL(page.url).host,
    issuer: exact(page.issuer),
    redirect: page.redirect,
    warnings: urlWarnings(page.url),
  };
}

/** What is odd about an address. */
export function urlWarnings(address: string): { code: ConsentWarning }[] {
  const url = plainAddress(address);
  const codes: ConsentWarning[] = [];
  if (!url) {
    if (hidesCharacters(address)) codes.push('hidden-characters');
    return [...codes, 'variable-address' as const].map((code) => ({ code }));
  }
  if (hidesCharacters(address)) codes.push('hidden-characters');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) codes.push('plain-http');
  if (url.username !== '' || url.password !== '') codes.push('userinfo');
  if (isPrivateHost(url.hostname)) codes.push('private-address');
  return codes.map((code) => ({ code }));
}

/** In a command also line breaks and tabs are shown as codes: they could make one argument look like two. */
export function exact(text: string): ConsentArgument {
  const parts = splitHiddenCharacters(text).flatMap((part) =>
    part.hidden
      ? [part]
      : part.text
          .split(/([\n\t])/)
          .filter((piece) => piece !== '')
          .map((piece) =>
            piece === '\n' || piece === '\t'
              ? { text: characterCode(piece), hidden: true }
              : { text: piece, hidden: false },
          ),
  );
  return { text, parts };
}
