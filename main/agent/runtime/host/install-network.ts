import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import {
  defaultNetwork,
  NETWORK_PLAN_VARIABLE,
  networkPlan,
  networkSettings,
} from '../../../../shared/lib/network-settings.ts';
import type { NetworkPlan } from '../../../../shared/lib/network-settings.ts';
import { installNetwork, Network } from '../../../lib/network/network.ts';
import { readSystemCertificates } from '../../../lib/network/trusted-certificates.ts';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { spawnManaged } from '../../../lib/subprocess.ts';
import { stderrLog } from './stderr-log.ts';

/**
 * Makes this process reach the network as the app does: by what the app says, else by the settings of the profile and the
 * variables of the environment. What the app says is taken out of the environment, so that no tool inherits it.
 */
export async function installRuntimeNetwork(environment: NodeJS.ProcessEnv): Promise<Network> {
  const plan = planOf(environment[NETWORK_PLAN_VARIABLE]) ?? (await ownPlan(environment));
  Reflect.deleteProperty(environment, NETWORK_PLAN_VARIABLE);
  const network = new Network({
    environment: { ...plan.environment },
    settings: plan.settings,
    systemProxy: (url) =>
      Promise.resolve(plan.system[new URL(url).origin] ?? plan.system['*'] ?? 'DIRECT'),
    systemCertificates: () =>
      readSystemCertificates({
        platform: process.platform,
        environment: plan.environment,
        folder: tmpdir(),
        spawn: spawnManaged,
      }),
    log: stderrLog(process.stderr, false),
  });
  installNetwork(network);
  return network;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function planOf(text: string | undefined): NetworkPlan | undefined {
  return networkPlan.safeParse(parsed(text)).data;
}

async function ownPlan(environment: NodeJS.ProcessEnv): Promise<NetworkPlan> {
  const path = profilePaths(environment).settingsFile;
  const file = parsed(await readFile(path, 'utf8').catch(() => undefined));
  const stored = networkSettings.safeParse(isJsonObject(file) ? file['network'] : undefined);
  const variables = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    settings: stored.data ?? defaultNetwork,
    environment: Object.fromEntries(variables),
    system: {},
  };
}
