import { z } from 'zod';

const meta = z.looseObject({}).optional();

/** A form as the server sent it, of which the fields have been looked at. */
export interface RequestedSchema {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [keyword: string]: unknown;
}

/** A request of a server for something that only a person knows. Handlers are registered with exactly this schema. */
export const ElicitationRequestSchema = z.object({
  method: z.literal('elicitation/create'),
  params: z.looseObject({
    _meta: meta,
    message: z.string(),
    /** Of a form: the schema as the server sent it. */
    requestedSchema: z.custom<RequestedSchema>().optional(),
    /** 'form' where it is absent; 'url' asks to open `url`. */
    mode: z.string().optional(),
    url: z.string().optional(),
    elicitationId: z.string().optional(),
  }),
});
export type ElicitationRequest = z.infer<typeof ElicitationRequestSchema>;

export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** For an accepted form; fields left out take their defaults. */
  readonly content?: Record<string, unknown> | null | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
}

export type ElicitationHandler = (
  request: ElicitationRequest,
) => ElicitResult | Promise<ElicitResult>;
