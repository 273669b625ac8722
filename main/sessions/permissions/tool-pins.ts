import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { canonicalJson, isJsonObject } from '../../../shared/lib/json.ts';
import type { ToolDefinition } from '../../../shared/mcp/tool-definition.ts';

/** SHA-256 in hex of the canonical JSON. Throws a RangeError for values that are nested too deeply. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The part of a listed tool that a person approves: all that says what it does, and nothing that may differ between two lists. */
export function definitionOf(listed: JsonObject): ToolDefinition {
  const { title, description, inputSchema, outputSchema, annotations } = listed;
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    annotations: isJsonObject(annotations) ? annotations : {},
  };
}

/** Definitions with their hashes. A listed tool is an object that never changes, so each is hashed once. */
export class DefinitionHashes {
  readonly #known = new WeakMap<
    JsonObject,
    { readonly definition: ToolDefinition; readonly hash: string }
  >();

  of(listed: JsonObject): { readonly definition: ToolDefinition; readonly hash: string } {
    const known = this.#known.get(listed);
    if (known) return known;
    const definition = definitionOf(listed);
    const entry = { definition, hash: hashOf(definition) };
    this.#known.set(listed, entry);
    return entry;
  }
}
