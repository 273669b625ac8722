import { z } from 'zod';

const variable = z.object({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).optional(),
});
const valued = variable.extend({
  value: z.string().optional(),
  variables: z.record(z.string(), variable).optional(),
});
const argument = valued.extend({
  type: z.enum(['positional', 'named']),
  name: z.string().optional(),
  valueHint: z.string().optional(),
});
const keyed = valued.extend({ name: z.string() });

const registryPackage = z.object({
  registryType: z.string(),
  identifier: z.string(),
  version: z.string().optional(),
  runtimeHint: z.string().optional(),
  transport: z.object({ type: z.string() }).optional(),
  runtimeArguments: z.array(argument).default([]),
  packageArguments: z.array(argument).default([]),
  environmentVariables: z.array(keyed).default([]),
});
const registryRemote = z.object({
  type: z.string(),
  url: z.string(),
  headers: z.array(keyed).default([]),
});

/** A server as the registry publishes it; what is not used here is left out. */
export const registryServer = z.object({
  name: z.string().min(1).max(400),
  title: z.string().optional(),
  description: z.string().default(''),
  version: z.string(),
  packages: z.array(registryPackage).default([]),
  remotes: z.array(registryRemote).default([]),
});
export type RegistryServer = z.infer<typeof registryServer>;
export type RegistryPackage = z.infer<typeof registryPackage>;
export type RegistryRemote = z.infer<typeof registryRemote>;
export type RegistryValue = z.infer<typeof valued>;
export type RegistryArgument = z.infer<typeof argument>;

/** One page of a search. Entries that do not fit are passed over, so that one hides no other. */
export const registryPage = z.object({
  servers: z.array(z.unknown()),
  metadata: z.object({ nextCursor: z.string().optional() }).default({}),
});
