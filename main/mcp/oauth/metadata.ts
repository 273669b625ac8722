import { z } from 'zod';

/** Text, or nothing: servers write null, "" and numbers where they have nothing to say. */
const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && value !== '' ? value : undefined));
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true);
const texts = z
  .unknown()
  .optional()
  .transform((value) =>
    Array.isArray(value)
      ? value.filter((item): item is string => typeof item === 'string' && item !== '')
      : undefined,
  );

/** RFC 9728, the fields that are used here. */
export const resourceMetadataSchema = z.object({
  resource: z.string().min(1),
  authorization_servers: texts,
  scopes_supported: texts,
  dpop_bound_access_tokens_required: flag,
});
export type ResourceMetadata = z.infer<typeof resourceMetadataSchema>;

/** RFC 8414 and OpenID Connect Discovery, the fields that are used here. */
export const serverMetadataSchema = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: text,
  token_endpoint: text,
  registration_endpoint: text,
  revocation_endpoint: text,
  scopes_supported: texts,
  grant_types_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  dpop_signing_alg_values_supported: texts,
  client_id_metadata_document_supported: flag,
  authorization_response_iss_parameter_supported: flag,
});
export type ServerMetadata = z.infer<typeof serverMetadataSchema>;
