import type { ServerDefinition } from './server-config.ts';

/** A place in a text that stands for a value which is known only when the server starts. */
export interface VariableReference {
  /**
   * `env`: a variable of the environment, or a folder that the app knows; `input`: asked once; `secret`: kept in the keychain;
   * `unknown`: a form of another app that Parley cannot resolve.
   */
  readonly kind: 'env' | 'input' | 'secret' | 'unknown';
  readonly name: string;
  /** What counts when the variable is not set or empty. */
  readonly fallback?: string;
  /** As it is written, such as `${env:HOME}`. */
  readonly text: string;
}

/** A field of a definition that may hold variables. */
export type VariablePlace =
  | { readonly field: 'command' | 'cwd' | 'url' | 'caFile' }
  /** `position` counts from 1. */
  | { readonly field: 'args'; readonly position: number }
  | { readonly field: 'env' | 'headers'; readonly name: string };

export interface VariableUse {
  readonly reference: VariableReference;
  readonly place: VariablePlace;
}

const marked = /\$(\$?)\{([^{}]*)\}/g;
const plainName = /^([A-Za-z_]\w*)(?::-([\s\S]*))?$/;
const environmentName = /^env:([^:=\0]+?)(?::-([\s\S]*))?$/;
const askedName = /^(input|secret):(\S[^\0]*)$/;
const foreignName = /^[A-Za-z][\w.-]*:./;

function referenceOf(body: string, text: string): VariableReference | undefined {
  const env = environmentName.exec(body) ?? plainName.exec(body);
  if (env?.[1] !== undefined) {
    const fallback = env[2];
    return { kind: 'env', name: env[1], text, ...(fallback === undefined ? {} : { fallback }) };
  }
  const asked = askedName.exec(body);
  if (asked?.[2] !== undefined) {
    return { kind: asked[1] === 'input' ? 'input' : 'secret', name: asked[2], text };
  }
  return foreignName.test(body) ? { kind: 'unknown', name: body, text } : undefined;
}

/**
 * Takes a text apart into plain pieces and variables: `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${input:id}`, `${secret:name}`.
 * `$${…}` is the plain text `${…}`; what is no variable stays as it is. Values are never looked into again.
 */
export function templateParts(text: string): readonly (string | VariableReference)[] {
  const parts: (string | VariableReference)[] = [];
  let end = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, escape = '', body = ''] = match;
    const reference = escape === '' ? referenceOf(body, whole) : undefined;
    if (escape === '' && !reference) continue;
    parts.push(text.slice(end, match.index), reference ?? whole.slice(1));
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}

/** The variables of a text. */
export function variablesIn(text: string): readonly VariableReference[] {
  return templateParts(text).filter((part) => typeof part !== 'string');
}

/** True for a text that is nothing but variables and the words around a token, such as `Bearer ${secret:token}`. */
export function holdsOnlyVariables(text: string): boolean {
  const parts = templateParts(text);
  return (
    parts.some((part) => typeof part !== 'string') &&
    parts.every((part) => typeof part !== 'string' || /^\s*(?:bearer|basic|token)?\s*$/i.test(part))
  );
}

/** The same text, taken literally when the server starts. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** Every text of a definition in which variables count, with its place. */
export function templatesOf(
  definition: ServerDefinition,
): readonly { readonly text: string; readonly place: VariablePlace }[] {
  switch (definition.type) {
    case 'stdio':
      return [
        { text: definition.command, place: { field: 'command' } },
        ...definition.args.map((text, index) => ({
          text,
          place: { field: 'args' as const, position: index + 1 },
        })),
        ...Object.entries(definition.env).map(([name, text]) => ({
          text,
          place: { field: 'env' as const, name },
        })),
        ...(definition.cwd === undefined
          ? []
          : [{ text: definition.cwd, place: { field: 'cwd' as const } }]),
      ];
    case 'http':
    case 'sse':
      return [
        { text: definition.url, place: { field: 'url' } },
        ...Object.entries(definition.headers).map(([name, text]) => ({
          text,
          place: { field: 'headers' as const, name },
        })),
        ...(definition.caFile === undefined
          ? []
          : [{ text: definition.caFile, place: { field: 'caFile' as const } }]),
      ];
    case 'builtin':
      return [];
  }
}

/** Every variable of a definition, in the order of its fields. */
export function variableUses(definition: ServerDefinition): readonly VariableUse[] {
  return templatesOf(definition).flatMap(({ text, place }) =>
    variablesIn(text).map((reference) => ({ reference, place })),
  );
}
