import { createContext, type ReactNode } from 'react';
import type { Schema } from '../../../shared/mcp/schema-form/field-model.ts';

/** What the fields of one form share. */
export interface FormContextValue {
  /** What local references lead into. */
  readonly root: Schema;
  /** What is wrong with the value at a place, as a sentence. */
  readonly problemAt: (path: string) => string | undefined;
  /** Draws the field of a place below another. */
  readonly field: (props: SchemaFieldProps) => ReactNode;
  /** A field holds text that is no JSON, or holds JSON again. */
  readonly onBroken: (path: string, isBroken: boolean) => void;
}

export const FormContext = createContext<FormContextValue>({
  root: {},
  problemAt: () => undefined,
  field: () => null,
  onBroken: () => undefined,
});

/** What every field gets. `value` undefined: not sent. */
export interface SchemaFieldProps {
  readonly name: string;
  /** JSON pointer to the value. */
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly depth: number;
  readonly onValue: (value: unknown) => void;
}

/** A pointer to a member. */
export function pathTo(path: string, name: string | number): string {
  return `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
