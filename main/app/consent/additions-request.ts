import { randomUUID } from 'node:crypto';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import type { AdditionsQuestion } from '../../mcp/config/setup/additions-question.ts';
import { exact } from './consent-questions.ts';

type Listed = Extract<ConsentRequest, { kind: 'add-servers' }>['servers'][number];

/** What the consent view shows before servers are stored: every command, argument and address whole, names of values only. */
export function additionsRequest(question: AdditionsQuestion): ConsentRequest {
  return {
    kind: 'add-servers',
    requestId: randomUUID(),
    occasion: question.occasion,
    from: exact(question.from),
    servers: question.servers.map(({ name, change, definition }): Listed => {
      const base = { name: exact(name), change };
      switch (definition.type) {
        case 'stdio': {
          const { command, args, env, cwd } = definition;
          return {
            ...base,
            kind: 'command',
            lines: [command, ...args].map(exact),
            names: Object.keys(env),
            ...(cwd === undefined ? {} : { folder: exact(cwd) }),
          };
        }
        case 'http':
        case 'sse':
          return {
            ...base,
            kind: 'url',
            lines: [exact(definition.url)],
            names: Object.keys(definition.headers),
          };
        case 'builtin':
          return { ...base, kind: 'command', lines: [exact(definition.module)], names: [] };
      }
    }),
  };
}
