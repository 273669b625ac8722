import { z } from 'zod';
import { permissionMode } from './messages.ts';
import { parsePermissionRule } from './permission-rule.ts';

/** A rule, as text; what cannot be read is named. */
export const permissionRuleText = z
  .string()
  .min(1)
  .max(4_000)
  .check((context) => {
    const parsed = parsePermissionRule(context.value);
    if ('problem' in parsed)
      context.issues.push({ code: 'custom', message: parsed.problem, input: context.value });
  });

/** How long a change lasts: the session, or as long as the settings file that it is written into. */
export const updateDestination = z.enum(['session', 'user', 'project', 'local']);
export type UpdateDestination = z.infer<typeof updateDestination>;

const ruleBehavior = z.enum(['allow', 'deny', 'ask']);
export type RuleBehavior = z.infer<typeof ruleBehavior>;

const ruleChange = {
  behavior: ruleBehavior,
  rules: z.array(permissionRuleText),
  destination: updateDestination,
};
const directoryChange = {
  directories: z.array(z.string().min(1)),
  destination: updateDestination,
};

/** A change of what is allowed, as `canUseTool` answers it and as suggestions offer it. */
export const permissionUpdate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('addRules'), ...ruleChange }),
  /** In place of every rule of that behavior that has the same destination. */
  z.object({ type: z.literal('replaceRules'), ...ruleChange }),
  z.object({ type: z.literal('removeRules'), ...ruleChange }),
  z.object({
    type: z.literal('setMode'),
    mode: permissionMode,
    destination: z.literal('session').default('session'),
  }),
  z.object({ type: z.literal('addDirectories'), ...directoryChange }),
  z.object({ type: z.literal('removeDirectories'), ...directoryChange }),
]);
export type PermissionUpdate = z.infer<typeof permissionUpdate>;
