import { defaultLanguage } from '../../contract/language.ts';
import { lastChange, type Post } from './post.ts';

/**
 * The original of a translation, when it was updated after the translation was last changed: what
 * the reader of the translation should know of. The original is what came out first; of several
 * that came out together, the one in the default language.
 *
 * @param twins the same post in the other languages
 */
export function newerOriginal(post: Post, twins: readonly Post[]): Post | undefined {
  const [original] = [post, ...twins].toSorted(originalFirst);
  if (original === post || !original?.updatedDate) return undefined;
  return lastChange(post) < original.updatedDate ? original : undefined;
}

function originalFirst(a: Post, b: Post): number {
  const days = a.publishDate.getTime() - b.publishDate.getTime();
  return days || rank(a) - rank(b);
}

function rank({ language }: Post): number {
  return language === defaultLanguage ? 0 : 1;
}
