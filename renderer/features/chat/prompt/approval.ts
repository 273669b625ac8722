import type { CallArgs } from '../../../../shared/ipc/registry.ts';
import type { PermissionPrompt } from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../../../shared/texts/en/permissions.ts';

export type PromptAnswer = CallArgs<'sessions.answerPermission'>[0]['answer'];
export type Scope = NonNullable<PermissionPrompt['scopes']>[number];
export type Cover = 'tool' | 'arguments' | 'server';

/** How far an approval reaches, as it is chosen. */
export interface Reach {
  readonly scope: Scope;
  readonly cover: Cover;
}

export const onceForTool: Reach = { scope: 'once', cover: 'tool' };

const words = permissionTexts.prompt;

/** A cover that means something: once is one call, and a whole server is for a session. */
export function withCover(reach: Reach, cover: Cover): Reach {
  if (cover === 'server') return { scope: 'session', cover };
  return {
    scope: cover === 'arguments' && reach.scope === 'once' ? 'session' : reach.scope,
    cover,
  };
}

export function withScope(reach: Reach, scope: Scope): Reach {
  const isKept = scope !== 'once' && !(reach.cover === 'server' && scope === 'always');
  return { scope, cover: isKept ? reach.cover : 'tool' };
}

export function approvalOf({ scope, cover }: Reach): PromptAnswer {
  return { behavior: 'allow', scope, ...(cover === 'tool' ? {} : { covers: cover }) };
}

/** The button repeats what it gives. */
export function allowLabel({ scope, cover }: Reach): string {
  if (scope === 'once') return text.chat.allowOnce;
  if (cover === 'server') return words.allowServer;
  if (cover === 'arguments') {
    return scope === 'session' ? words.allowArgumentsSession : words.allowArgumentsAlways;
  }
  return scope === 'session' ? text.chat.allowSession : words.allowAlways;
}
