import { z } from 'zod';
import { stdioDefinition } from '../../../../shared/mcp/server-config.ts';
import type { ServerInput } from '../../../../shared/mcp/server-config.ts';
import type { ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import type { FoundServers } from '../reading/find-entries.ts';
import type { BundleSignature } from './bundle-signature.ts';

const words = serverSetupTexts.bundle;

const launch = z.object({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
});
const userValue = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  sensitive: z.boolean().optional(),
  multiple: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
});
const manifest = z.object({
  name: z.string().min(1),
  display_name: z.string().optional(),
  version: z.string(),
  server: z.object({
    mcp_config: launch.extend({
      platform_overrides: z.record(z.string(), launch.partial()).optional(),
    }),
  }),
  user_config: z.record(z.string(), userValue).default({}),
  compatibility: z
    .object({
      platforms: z.array(z.string()).optional(),
      runtimes: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
});
type UserValue = z.infer<typeof userValue>;

export interface BundleFacts {
  readonly manifest: string;
  readonly signature: BundleSignature;
  /** Where it will be unpacked. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

function signatureNote(signature: BundleSignature): ReadingNote {
  switch (signature.kind) {
    case 'none':
      return { severity: 'warning', sentence: words.unsigned };
    case 'broken':
      return { severity: 'warning', sentence: words.brokenSignature[signature.reason] };
    case 'self-signed':
      return { severity: 'warning', sentence: words.selfSigned(signature.signer) };
    case 'untrusted':
      return { severity: 'warning', sentence: words.untrusted(signature.signer, signature.issuer) };
    case 'signed':
      return { severity: 'info', sentence: words.signed(signature.signer, signature.issuer) };
  }
}

function inputOf(id: string, value: UserValue): ServerInput {
  const preset = Array.isArray(value.default) ? value.default[0] : value.default;
  const description = value.title ?? value.description;
  return {
    id,
    ...(description === undefined ? {} : { description: description.slice(0, 2_000) }),
    ...(preset === undefined ? {} : { default: String(preset) }),
  };
}

/** What the bundle would run, with what a person must give as inputs and secrets. Nothing is unpacked yet. */
export function bundleDraft(facts: BundleFacts): FoundServers {
  let json: unknown;
  try {
    json = JSON.parse(facts.manifest);
  } catch {
    return refused(words.manifest('manifest.json', 'it is no JSON.'));
  }
  const parsed = manifest.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refused(words.manifest(issue?.path.join('.') ?? '', issue?.message ?? ''));
  }
  const { name, display_name, version, server, user_config: asked, compatibility } = parsed.data;
  const platforms = compatibility?.platforms;
  if (platforms && !platforms.includes(facts.platform)) {
    return refused(words.platform(platforms.join(', ')));
  }
  const { platform_overrides: overrides, ...common } = server.mcp_config;
  const override = overrides?.[facts.platform];
  const start = {
    command: override?.command ?? common.command,
    args: override?.args ?? common.args,
    env: { ...common.env, ...override?.env },
  };
  const fill = (text: string): string => filled(text, facts.folder, asked);
  const definition = stdioDefinition.safeParse({
    type: 'stdio',
    command: fill(start.command),
    args: start.args.map(fill),
    env: Object.fromEntries(Object.entries(start.env).map(([key, value]) => [key, fill(value)])),
    cwd: facts.folder,
  });
  if (!definition.success) {
    return refused(words.manifest('server', definition.error.issues[0]?.message ?? ''));
  }
  const inputs = Object.entries(asked)
    .filter(([, value]) => value.sensitive !== true)
    .map(([id, value]) => inputOf(id, value));
  return {
    shape: 'bundle',
    notes: [],
    entries: [
      {
        name: (display_name ?? name).slice(0, 80),
        definition: definition.data,
        notes: notesOf(facts, asked, compatibility?.runtimes ?? {}),
        ...(inputs.length > 0 ? { inputs } : {}),
        bundle: {
          name: name.slice(0, 200),
          version: version.slice(0, 200),
          ...(facts.signature.kind === 'signed'
            ? { signer: facts.signature.signer.slice(0, 1_000) }
            : {}),
        },
      },
    ],
  };
}

/** What a manifest asks the person for, and the variables that it sets; nothing where it cannot be read. */
export function manifestNames(text: string): {
  readonly asked: readonly string[];
  readonly env: readonly string[];
} {
  try {
    const { user_config: asked, server } = manifest.parse(JSON.parse(text));
    const { env, platform_overrides: overrides = {} } = server.mcp_config;
    const others = Object.values(overrides).flatMap((one) => Object.keys(one.env ?? {}));
    return { asked: Object.keys(asked), env: [...Object.keys(env), ...others] };
  } catch {
    return { asked: [], env: [] };
  }
}

function filled(text: string, folder: string, asked: Readonly<Record<string, UserValue>>): string {
  return text
    .replaceAll('${__dirname}', () => folder)
    .replace(/\$\{(?:\/|pathSeparator)\}/g, () => '/')
    .replace(/\$\{user_config\.([^{}]+)\}/g, (whole, key: string) => {
      const value = Object.hasOwn(asked, key) ? asked[key] : undefined;
      if (!value) return whole;
      return value.sensitive === true ? `\${secret:${key}}` : `\${input:${key}}`;
    });
}

function notesOf(
  facts: BundleFacts,
  asked: Readonly<Record<string, UserValue>>,
  runtimes: Readonly<Record<string, string>>,
): readonly ReadingNote[] {
  return [
    signatureNote(facts.signature),
    ...Object.entries(runtimes).map(([runtime, versions]): ReadingNote => ({
      severity: 'info',
      sentence: words.runtime(runtime, versions),
    })),
    ...Object.entries(asked)
      .filter(([, value]) => value.multiple === true)
      .map(([key, value]): ReadingNote => ({
        severity: 'info',
        sentence: words.several(value.title ?? key),
      })),
    { severity: 'info', sentence: words.unpacked(facts.folder) },
  ];
}

function refused(sentence: string): FoundServers {
  return { shape: 'bundle', entries: [], notes: [{ severity: 'error', sentence }] };
}
