/** Names under here hold a hash of the content, so what they name never changes. */
export const hashedPrefix = '/_astro/';

/** How long a file of the site may be kept without asking whether it is still the same. */
export const cacheControl = {
  hashed: 'public, max-age=31536000, immutable',
  other: 'public, max-age=0, must-revalidate',
} as const;

/** The page about missing pages stays a 404 when somebody opens it by its own address. */
export const errorPage = /^(?:\/[a-z]{2,3})?\/404(?:\.html|\/index\.html)$/;
