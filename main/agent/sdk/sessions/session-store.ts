import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { uuid } from '../../../../shared/lib/ids.ts';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { findTranscript } from '../../../storage/transcript/list-transcripts.ts';
import { InvalidOptionsError, issuesOf, SessionNotFoundError } from '../errors.ts';

/** Where sessions are. */
export interface SessionStoreOptions {
  /** Where transcripts live. Default: `PARLEY_CONFIG_DIR`, else `~/.parley`. */
  readonly configRoot?: string | undefined;
}

export const storeFields = {
  configRoot: z
    .string()
    .refine((path) => isAbsolute(path), 'Expected an absolute path')
    .optional(),
};
export const pageFields = {
  limit: z.int().positive().optional(),
  offset: z.int().nonnegative().default(0),
};

/** Checks what a session function was called with. Throws `InvalidOptionsError` with the path of each field. */
export function parseArguments<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  throw new InvalidOptionsError(issuesOf(parsed.error));
}

/** Throws `InvalidOptionsError` for what is no id of a session. */
export function parseSessionId(given: unknown): string {
  const parsed = uuid.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new InvalidOptionsError([
    {
      path: 'sessionId',
      message: 'The id of a session is a UUID. Take one that `listSessions` gives.',
    },
  ]);
}

export function configRootOf(options: SessionStoreOptions): string {
  return options.configRoot ?? profilePaths(process.env).root;
}

/** Rejects with `SessionNotFoundError`. */
export async function transcriptOf(configRoot: string, sessionId: string): Promise<string> {
  const path = await findTranscript(configRoot, sessionId);
  if (path !== undefined) return path;
  throw new SessionNotFoundError(
    `There is no session ${sessionId} in ${configRoot}. Take an id that \`listSessions\` gives.`,
  );
}

/** The folder as transcripts name it; a folder that is gone is taken by its name. */
export async function realFolder(folder: string): Promise<string> {
  const whole = resolve(folder);
  return realpath(whole).catch(() => whole);
}
