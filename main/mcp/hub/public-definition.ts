import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import type { PublicDefinition } from '../../../shared/mcp/server-state.ts';
import { holdsOnlyVariables } from '../../../shared/mcp/variables.ts';

/** The definition without the values of environment and headers. */
export function publicDefinition(definition: ServerDefinition): PublicDefinition {
  switch (definition.type) {
    case 'stdio':
      return {
        type: definition.type,
        command: definition.command,
        args: [...definition.args],
        envNames: Object.keys(definition.env),
        ...(definition.cwd === undefined ? {} : { cwd: definition.cwd }),
      };
    case 'http':
    case 'sse':
      return {
        type: definition.type,
        url: definition.url,
        headerNames: Object.keys(definition.headers),
        ...(definition.caFile === undefined ? {} : { caFile: definition.caFile }),
      };
    case 'builtin':
      return { type: definition.type, module: definition.module };
  }
}

/** The values that must not show up in logs. A value that only names variables is no secret. */
export function secretsOf(definition: ServerDefinition): readonly string[] {
  switch (definition.type) {
    case 'stdio':
      return Object.values(definition.env).filter((value) => !holdsOnlyVariables(value));
    case 'http':
    case 'sse':
      return Object.values(definition.headers).filter((value) => !holdsOnlyVariables(value));
    case 'builtin':
      return [];
  }
}
