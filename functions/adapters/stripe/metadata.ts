import * as z from 'zod/mini';

/**
 * What we leave on a session and on its payment, to know them again. The site is in it because
 * several of them, such as one for trying things out, may share an account, and each is told of
 * the payments of all.
 */
export interface Metadata {
  readonly purchase: string;
  readonly site: string;
}

const metadataSchema = z.object({ purchase: z.uuid(), site: z.string() });

/** The purchase that metadata name; nothing when what they belong to is not of our making. */
export function purchaseIn(metadata: unknown, siteOrigin: string): string | undefined {
  const parsed = z.safeParse(metadataSchema, metadata);
  return parsed.success && parsed.data.site === siteOrigin ? parsed.data.purchase : undefined;
}
