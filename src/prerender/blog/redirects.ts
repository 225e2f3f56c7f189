import { languages } from '../../contract/language.ts';
import type { Catalogue } from './catalogue.ts';
import type { Post } from './post.ts';

/** An address that a post had before, in the post's language. */
export interface Redirect {
  readonly formerSlug: string;
  readonly post: Post;
}

/** The former addresses of the posts that are out. */
export function redirectsOf(catalogue: Catalogue): readonly Redirect[] {
  return languages.flatMap((language) =>
    catalogue[language].posts.flatMap((post) =>
      post.redirectFrom.map((formerSlug) => ({ formerSlug, post })),
    ),
  );
}
