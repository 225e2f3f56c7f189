import type { PostStatus } from './post.ts';

/**
 * Whether a post is out at a time, in milliseconds since 1970. A post comes out with the first
 * build at or after the start of its day (UTC).
 */
export function statusAt(
  nowMs: number,
  { draft, publishDate }: { readonly draft: boolean; readonly publishDate: Date },
): PostStatus {
  if (draft) return 'draft';
  return publishDate.getTime() <= nowMs ? 'out' : 'scheduled';
}
