import type { Shelf } from './catalogue.ts';
import type { Post } from './post.ts';

/** The longest list of related posts. */
const maxRelatedPosts = 3;

/**
 * How many of a tag's newest posts are looked at. A busy tag has thousands, every page of a post
 * asks, and of the old ones hardly any would come among the first three.
 */
export const maxCandidatesPerTag = 200;

/** A post and how many tags it shares. */
type Counted = readonly [Post, number];

/** The posts that share tags with one: those with most in common first, then the newest. */
export function relatedPosts({ byTag }: Shelf, post: Post): readonly Post[] {
  const shared = new Map<Post, number>();
  for (const tag of new Set(post.tags)) {
    for (const other of byTag.get(tag)?.slice(0, maxCandidatesPerTag) ?? []) {
      if (other !== post) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return firstOf([...shared], (a, b) => b[1] - a[1] || outAt(b[0]) - outAt(a[0]));
}

/** The posts that come first in an order: to sort them all would take most of the time. */
function firstOf(
  counted: readonly Counted[],
  order: (a: Counted, b: Counted) => number,
): readonly Post[] {
  const first: Counted[] = [];
  for (const one of counted) {
    const place = first.findIndex((other) => order(one, other) < 0);
    if (place >= 0) first.splice(place, 0, one);
    else if (first.length < maxRelatedPosts) first.push(one);
    first.length = Math.min(first.length, maxRelatedPosts);
  }
  return first.map(([post]) => post);
}

function outAt({ publishDate }: Post): number {
  return publishDate.getTime();
}
