import type { ProviderKind } from '../provider.ts';
import { isDeeperThan } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { withArrayItems } from './array-items.ts';
import { cleanSchema } from './clean-schema.ts';
import { geminiSchema } from './gemini-schema.ts';
import { namesIn, objectSchema, propertiesOf } from './object-schema.ts';

/** The schema to send, or why the tool must be left out, as a sentence. */
export type AdaptedSchema = { readonly schema: JsonObject } | { readonly reason: string };

/** Levels of JSON; each level of objects in objects takes two. */
const DEPTH_LIMIT = 128;
const SIZE_LIMIT = 256 * 1024;
const anthropicKey = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * The input schema of a tool as a provider takes it, the one place where schemas are adapted (RT-28): an object at the top,
 * no choice between whole inputs, no keyword with a value that the current JSON Schema forbids. Nothing that the tool would
 * take is forbidden by this.
 */
export function adaptToolSchema(kind: ProviderKind, inputSchema: JsonObject): AdaptedSchema {
  if (isDeeperThan(inputSchema, DEPTH_LIMIT))
    return { reason: `Its input schema is nested more than ${String(DEPTH_LIMIT)} levels deep.` };
  const object = objectSchema(inputSchema);
  if (!object)
    return { reason: 'Its input schema does not describe an object, and a tool takes an object.' };
  const schema = ofKind(kind, cleanSchema(object));
  if (kind !== 'offline' && JSON.stringify(schema).length > SIZE_LIMIT)
    return { reason: 'Its input schema is larger than 256 KiB.' };
  return kind === 'anthropic' ? withAllowedKeys(schema) : { schema };
}

/** What is left to do for one service. */
function ofKind(kind: ProviderKind, schema: JsonObject): JsonObject {
  switch (kind) {
    case 'google':
      return geminiSchema(schema);
    case 'openai':
    case 'openai-compatible':
      return withArrayItems(schema);
    case 'anthropic':
    case 'offline':
      return schema;
  }
}

/** Anthropic refuses keys outside of a small alphabet: optional ones are left out, with a required one the tool cannot be used. */
function withAllowedKeys(schema: JsonObject): AdaptedSchema {
  const properties = propertiesOf(schema);
  const refused = Object.keys(properties).filter((name) => !anthropicKey.test(name));
  const needed = refused.find((name) => namesIn(schema['required']).includes(name));
  if (needed !== undefined)
    return {
      reason: `Its required field ${JSON.stringify(needed)} has a name that the provider refuses.`,
    };
  const kept = Object.entries(properties).filter(([name]) => !refused.includes(name));
  return { schema: { ...schema, properties: Object.fromEntries(kept) } };
}
