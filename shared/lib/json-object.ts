import { z } from 'zod';

/** A JSON object whose fields are not looked at. */
export const jsonObject = z.record(z.string(), z.unknown());
