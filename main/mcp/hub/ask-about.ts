import type {
  ServerDefinition,
  ServerSettings,
  ServerSource,
} from '../../../shared/mcp/server-config.ts';
import type { ConsentGate } from './hub-contract.ts';
import type { ServerConnector } from './server-connector.ts';

/** A definition that would run, under a name and with settings of its own; `previous`: the one in its place now. */
export interface DefinitionQuestion {
  readonly name: string;
  readonly definition: ServerDefinition;
  readonly previous?: ServerDefinition | undefined;
  readonly settings?: ServerSettings | undefined;
  /** Where this definition came from. */
  readonly source?: ServerSource | undefined;
}

/** Shows in main's consent view what would run, and where. Rejects when `signal` aborts, also right after the answer. */
export async function askAbout(
  { name, definition, previous, settings, source }: DefinitionQuestion,
  connector: ServerConnector,
  consent: ConsentGate,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await connector.lookUp(definition, settings);
  const previousFolder = previous && connector.folderOf(previous);
  signal.throwIfAborted();
  const answer = await consent.reviewServer(
    { name, definition, previous, ...found, previousFolder, source },
    signal,
  );
  signal.throwIfAborted();
  return answer;
}
