import { defaultLanguage } from '../../contract/language.ts';
import { lastChange, type Post } from './post.ts';

/**
 * The original of a translation, when it was updated after the translation was last changed: what
 * the reader of the translation should know of. The original is what came out first; of two that
 * came out together, the one in the default language.
 */
export function newerOriginal(post: Post, twin: Post | undefined): Post | undefined {
  if (!twin?.updatedDate || isOriginal(post, twin)) return undefined;
  return lastChange(post) < twin.updatedDate ? twin : undefined;
}

function isOriginal(post: Post, twin: Post): boolean {
  const days = post.publishDate.getTime() - twin.publishDate.getTime();
  return days === 0 ? post.language === defaultLanguage : days < 0;
}
