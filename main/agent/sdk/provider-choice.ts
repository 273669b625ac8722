import type { CredentialPayload } from '../../../shared/agent/frames.ts';
import type { ModelRef, ProviderConfig, ProviderKind } from '../../../shared/agent/provider.ts';
import { OFFLINE_MODEL_ID } from '../../../shared/agent/provider.ts';
import { CredentialsError, InvalidOptionsError } from './errors.ts';
import type { ParsedServerConfig } from './mcp-server-config.ts';
import type { AuthOption, ProviderOption } from './options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const googleVariables = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];

/** Where the keys of model services usually are. */
const usualVariables: Readonly<Record<ProviderKind, readonly string[]>> = {
  offline: [],
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: googleVariables,
  'openai-compatible': ['OPENAI_API_KEY'],
};

/** Every variable that usually holds a key of a model service. */
export const modelKeyVariables: ReadonlySet<string> = new Set(Object.values(usualVariables).flat());

const ANTHROPIC_DEFAULT_MODEL = 'claude-sonnet-4-5';

export interface ProviderChoice {
  readonly provider: ProviderConfig;
  readonly model: ModelRef;
}

/**
 * The provider and model that options name. Without a provider: the first one whose usual key variable is set, Anthropic
 * otherwise. Throws `InvalidOptionsError` when a model must be named and is not.
 */
export function chooseProvider(
  option: ProviderOption | undefined,
  modelId: string | undefined,
  environment: Environment,
): ProviderChoice {
  const given = typeof option === 'object' ? option : { kind: option ?? usualKind(environment) };
  const id = given.id ?? given.kind;
  const provider: ProviderConfig = {
    id,
    kind: given.kind,
    label: given.label ?? id,
    ...(given.baseUrl === undefined ? {} : { base_url: given.baseUrl }),
    ...(given.modelSettings === undefined ? {} : { model_settings: { ...given.modelSettings } }),
  };
  return { provider, model: { provider_id: id, id: modelId ?? defaultModel(given.kind) } };
}

function usualKind(environment: Environment): ProviderKind {
  if (environment['ANTHROPIC_API_KEY']) return 'anthropic';
  if (environment['OPENAI_API_KEY']) return 'openai-compatible';
  return googleVariables.some((name) => environment[name]) ? 'google' : 'anthropic';
}

function defaultModel(kind: ProviderKind): string {
  if (kind === 'offline') return OFFLINE_MODEL_ID;
  if (kind === 'anthropic') return ANTHROPIC_DEFAULT_MODEL;
  throw new InvalidOptionsError([
    {
      path: 'model',
      message: `A provider of the kind ${kind} has no default model. Name the model that it should run.`,
    },
  ]);
}

/**
 * The key for a provider, `undefined` when it needs none: the offline planner, and a compatible service at an address of
 * one's own. Throws `CredentialsError` when one is needed and there is none.
 */
export function findKey(
  provider: ProviderConfig,
  auth: AuthOption | undefined,
  environment: Environment,
): string | undefined {
  if (provider.kind === 'offline') return undefined;
  if (auth && 'apiKey' in auth) return auth.apiKey;
  if (auth) {
    const key = environment[auth.environmentVariable];
    if (key) return key;
    throw new CredentialsError(
      `The environment variable ${auth.environmentVariable} that \`auth\` names is not set, so "${provider.label}" cannot be used. Set it, or pass \`auth: { apiKey }\`.`,
    );
  }
  const variables = usualVariables[provider.kind];
  const found = variables.map((name) => environment[name]).find(Boolean);
  if (found) return found;
  if (provider.kind === 'openai-compatible' && provider.base_url !== undefined) return undefined;
  throw new CredentialsError(
    `No key was found for "${provider.label}": pass \`auth\`, set ${variables.join(' or ')}, or use \`provider: 'offline'\`, which needs none.`,
  );
}

/** The payload that crosses beside the frames: the model's key, and the values that servers are configured with. */
export function credentialPayloadOf(
  modelKey: string | undefined,
  servers: ReadonlyMap<string, ParsedServerConfig>,
): CredentialPayload {
  const secrets: CredentialPayload['servers'] = {};
  for (const [name, config] of servers) {
    if (config.type === 'stdio' && config.env) secrets[name] = { env: config.env };
    else if ((config.type === 'http' || config.type === 'sse') && config.headers)
      secrets[name] = { headers: config.headers };
  }
  return { ...(modelKey === undefined ? {} : { modelKey }), servers: secrets };
}

/** An environment without the variables that hold model keys: those cross as credentials only. */
export function withoutKeys(
  environment: Environment,
  auth: AuthOption | undefined,
): Record<string, string> {
  const hidden = new Set(modelKeyVariables);
  if (auth && 'environmentVariable' in auth) hidden.add(auth.environmentVariable);
  const secret = auth && 'apiKey' in auth ? auth.apiKey : undefined;
  const visible: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !hidden.has(name) && value !== secret) visible[name] = value;
  return visible;
}
