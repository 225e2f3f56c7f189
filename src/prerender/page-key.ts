import { createHash } from 'node:crypto';
import { languagePaths } from '../i18n/paths.ts';
import type { Post } from './blog/post.ts';

/**
 * Gives a page its key. A build takes over a page of the build before that has the same key, unless
 * something else than posts changed (`infra/build/build-inputs.ts`). So the key has all that a page
 * shows of posts: its props, and what follows them. A page with a key must read no posts otherwise.
 * Source: Astro's "Experimental incremental static builds", `cacheKey`.
 */
export function withKey<Path extends { readonly props: object }>(path: Path, ...more: unknown[]) {
  const shown = JSON.stringify([path.props, more], shownOf);
  return { ...path, cacheKey: createHash('sha256').update(shown).digest('base64') };
}

/** The paths of `getStaticPaths` for a page in each language that shows nothing of posts. */
export function pathsWithoutPosts() {
  return languagePaths().map((path) => withKey(path));
}

/** The shown fields of each post, as JSON: a dozen pages have the same post in their props. */
const shownPosts = new WeakMap<object, string>();

/**
 * The digest of a post changes with its text, which only its own page shows. Astro publishes the
 * original of a picture whose address was read, so the key has its file.
 */
function shownOf(_name: string, value: unknown): unknown {
  if (!(value instanceof Object)) return value;
  if (!(('digest' satisfies keyof Post) in value)) return Reflect.get(value, 'fsPath') ?? value;
  const { digest, ...shown } = value;
  const text = shownPosts.get(value) ?? JSON.stringify(shown, shownOf);
  shownPosts.set(value, text);
  return text;
}
