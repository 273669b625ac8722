import { z } from 'zod';
import type { ControlPayload } from '../../lib/control-channel.ts';
import { InvalidOptionsError, issuesOf } from './errors.ts';

const rewindArguments = z.object({
  userMessageId: z.uuid('Expected the uuid that a user message has in the stream'),
  options: z.strictObject({ dryRun: z.boolean().optional() }),
});

/** Throws `InvalidOptionsError` for arguments that are none. */
export function rewindRequest(userMessageId: unknown, options: unknown): ControlPayload {
  const parsed = rewindArguments.safeParse({ userMessageId, options });
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error, ['rewindFiles']));
  return {
    subtype: 'rewind_files',
    user_message_id: parsed.data.userMessageId,
    dry_run: parsed.data.options.dryRun === true,
  };
}

/** Throws `InvalidOptionsError` for an argument that is none. */
export function stopTaskRequest(taskId: unknown): ControlPayload {
  const parsed = z
    .object({ taskId: z.string().min(1, 'Expected the id of a background task') })
    .safeParse({ taskId });
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error, ['stopTask']));
  return { subtype: 'stop_task', task_id: parsed.data.taskId };
}
