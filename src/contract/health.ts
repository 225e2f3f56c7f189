import * as z from 'zod/mini';

/** The answer of the health check when the database answers. */
export const healthSchema = z.object({ status: z.literal('ok') });
