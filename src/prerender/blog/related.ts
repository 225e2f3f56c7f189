import type { LanguagePosts } from './catalogue.ts';
import type { Post } from './post.ts';

/** The longest list of related posts. */
const maxRelatedPosts = 3;

/**
 * Only so many of a tag's newest posts are compared. Every page of a post runs this, a busy tag has
 * thousands of posts, and an old one hardly ever ranks among the first three.
 */
export const maxCandidatesPerTag = 200;

/** A post and the number of tags that it shares. */
type Candidate = readonly [Post, number];

/** The posts that share tags with one, sorted by the number of shared tags, then newest first. */
export function relatedPosts({ byTag }: LanguagePosts, post: Post): readonly Post[] {
  const shared = new Map<Post, number>();
  for (const tag of new Set(post.tags)) {
    for (const other of byTag.get(tag)?.slice(0, maxCandidatesPerTag) ?? []) {
      if (other !== post) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return firstOf([...shared], (a, b) => b[1] - a[1] || publishedMs(b[0]) - publishedMs(a[0]));
}

/** The first posts of an order. Sorting all candidates would take most of the time. */
function firstOf(
  candidates: readonly Candidate[],
  order: (a: Candidate, b: Candidate) => number,
): readonly Post[] {
  const first: Candidate[] = [];
  for (const candidate of candidates) {
    const place = first.findIndex((other) => order(candidate, other) < 0);
    if (place >= 0) first.splice(place, 0, candidate);
    else if (first.length < maxRelatedPosts) first.push(candidate);
    first.length = Math.min(first.length, maxRelatedPosts);
  }
  return first.map(([post]) => post);
}

function publishedMs({ publishDate }: Post): number {
  return publishDate.getTime();
}
