import { z } from 'zod';

/** Lower-case UUID text, as `crypto.randomUUID()` makes it. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** A session's id: a UUID, also the name of its transcript file. */
export const sessionId = uuid;

/** A server record's id: a UUID that never changes, whatever the server is called. */
export const serverId = uuid;

/** A server's key towards the model and in tool names: unique, stable, `[a-z0-9_-]`, at most 40 characters. */
export const serverKey = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
