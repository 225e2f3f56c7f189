// Checks for scripts that are too small to load the schema library.

/** The longest slug or id, in characters: twice the length of one made from a title. */
export const maxSlugLength = 100;

/**
 * The form of a post's slug, and of an author's or a tag's id. It is the same in every address,
 * file system and script.
 */
export const slugPattern = /* @__PURE__ */ new RegExp(`^[a-z0-9-]{1,${maxSlugLength}}$`);

/** Whether a received value has fields, for scripts that are too small for the schema library. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
