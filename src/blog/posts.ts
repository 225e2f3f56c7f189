import { type CollectionEntry, getCollection } from 'astro:content';
import { isLanguage, type Language } from '../contract/language.ts';

export interface Post {
  readonly language: Language;
  readonly slug: string;
  readonly entry: CollectionEntry<'blog'>;
}

/** All posts that are out, in both languages, newest first. */
export async function allPosts(): Promise<readonly Post[]> {
  const entries = await getCollection('blog');
  return entries
    .map(postOf)
    .sort((a, b) => b.entry.data.publishDate.getTime() - a.entry.data.publishDate.getTime());
}

/** The newest posts of a language, at most `limit` of them. */
export async function latestPosts(
  language: Language,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Post[]> {
  const posts = await allPosts();
  return posts.filter((post) => post.language === language).slice(0, limit);
}

function postOf(entry: CollectionEntry<'blog'>): Post {
  const [language, slug] = entry.id.split('/');
  if (!isLanguage(language) || !slug) {
    throw new Error(`${entry.id}: a post lies in src/content/blog/<language>/<slug>.md`);
  }
  return { language, slug, entry };
}
