// Checks for scripts that are too small to load the schema library.

/** The longest slug or id, in characters: twice what a title makes, and short enough to be kept. */
export const maxSlugLength = 100;

/**
 * What the slug of a post is made of, and the id of an author or a tag, so that it is the same in
 * every address, disk and script.
 */
export const slugPattern = /* @__PURE__ */ new RegExp(`^[a-z0-9-]{1,${maxSlugLength}}$`);

/**
 * Whether a value that arrived has fields to look at. It is for the scripts that are too small to
 * bring the schema library along.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
