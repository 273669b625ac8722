import { z } from 'zod';

/** A path or an address that is typed by hand: without what could hide in it. */
const plainText = (most: number): z.ZodString =>
  z
    .string()
    .max(most)
    .regex(/^[^\0\r\n]*$/);

/** How this program reaches the network, as the person set it. Empty texts stand for "none". */
export const networkSettings = z.object({
  /** system: variables of the environment, else what the system says; address: `proxyAddress`; none: always directly. */
  proxy: z.enum(['system', 'address', 'none']),
  proxyAddress: plainText(2_048),
  /** Hosts that are reached without it, as in NO_PROXY. */
  bypass: plainText(8_192),
  /** A PEM file with certificates of a company's authority, in addition to those that are trusted anyway. */
  caFile: plainText(4_096),
  /** Whether the certificates that the system trusts are trusted as well. */
  systemCertificates: z.boolean(),
});
export type NetworkSettings = z.infer<typeof networkSettings>;

export const defaultNetwork: NetworkSettings = {
  proxy: 'system',
  proxyAddress: '',
  bypass: '',
  caFile: '',
  systemCertificates: true,
};

/** What is handed to a process of ours, so that it reaches the network by the same way. */
export const networkPlan = z.object({
  settings: networkSettings,
  /** The variables of the environment that say something about the way. */
  environment: z.record(z.string(), z.string()),
  /** What the system answered, by origin; `*` for all others. */
  system: z.record(z.string(), z.string()),
});
export type NetworkPlan = z.infer<typeof networkPlan>;

/** Name of the variable that holds a `networkPlan` as JSON. */
export const NETWORK_PLAN_VARIABLE = 'PARLEY_NETWORK';
