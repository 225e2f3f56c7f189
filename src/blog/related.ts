import type { Shelf } from './catalogue.ts';
import type { Post } from './post.ts';

/** The longest list of related posts. */
export const maxRelatedPosts = 3;

/**
 * How many of a tag's newest posts are looked at. A busy tag has thousands, every page of a post
 * asks, and of the old ones hardly any would come among the first three.
 */
export const maxCandidatesPerTag = 200;

/** The posts that share tags with one: those with most in common first, then the newest. */
export function relatedPosts({ byTag }: Shelf, post: Post): readonly Post[] {
  const shared = new Map<Post, number>();
  for (const tag of new Set(post.tags)) {
    for (const other of byTag.get(tag)?.slice(0, maxCandidatesPerTag) ?? []) {
      if (other !== post) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return [...shared]
    .sort(([a, sharedByA], [b, sharedByB]) => sharedByB - sharedByA || outAt(b) - outAt(a))
    .slice(0, maxRelatedPosts)
    .map(([other]) => other);
}

function outAt({ publishDate }: Post): number {
  return publishDate.getTime();
}
