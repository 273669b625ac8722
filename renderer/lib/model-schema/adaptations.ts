import { remoteKinds, type RemoteKind } from './remote-kinds.ts';
import { adaptToolSchema } from '../../../shared/agent/tool-schema/adapt-tool-schema.ts';
import {
  schemaChanges,
  type SchemaChange,
} from '../../../shared/agent/tool-schema/schema-changes.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

/** What becomes of a tool's schema for one kind of provider. */
export type Adaptation =
  | { readonly kind: RemoteKind; readonly reason: string }
  | {
      readonly kind: RemoteKind;
      readonly schema: JsonObject;
      readonly changes: readonly SchemaChange[];
    };

/** Nothing that a tool takes is lost without these. */
const trifles = /(^|\.)(\$schema|\$id|additionalProperties)$/;

/** Whether a model gets to know something else of the tool than the server says. */
export function isTelling(adaptation: Adaptation): boolean {
  return (
    'reason' in adaptation ||
    adaptation.changes.some(({ kind, path }) => kind !== 'removed' || !trifles.test(path))
  );
}

const known = new WeakMap<JsonObject, readonly Adaptation[]>();

/** For every kind; worked out once for each schema. */
export function adaptationsOf(schema: JsonObject): readonly Adaptation[] {
  const before = known.get(schema);
  if (before) return before;
  const made = remoteKinds.map((kind): Adaptation => {
    const adapted = adaptToolSchema(kind, schema);
    return 'reason' in adapted
      ? { kind, reason: adapted.reason }
      : { kind, schema: adapted.schema, changes: schemaChanges(schema, adapted.schema) };
  });
  known.set(schema, made);
  return made;
}
