import { type CollectionEntry, getCollection, getEntry, render } from 'astro:content';
import { isLanguage, type Language } from '../../contract/language.ts';
import { buildTimeMs } from './build-time.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import type { Post } from './post.ts';
import { readingOf } from './reading-time.ts';
import { statusAt } from './status.ts';

let ofThisBuild: Promise<Catalogue> | undefined;

/**
 * The posts that readers see, read once a build. Development reads them anew each time, and shows
 * drafts and scheduled posts too.
 */
export function publishedPosts(): Promise<Catalogue> {
  if (import.meta.env.DEV) return readPosts();
  ofThisBuild ??= readPosts();
  return ofThisBuild;
}

/** The newest posts of a language, at most `limit` of them. */
export async function latestPosts(language: Language, limit: number): Promise<readonly Post[]> {
  const catalogue = await publishedPosts();
  return catalogue[language].posts.slice(0, limit);
}

/** A post's text, as a component, and its headings. */
export async function renderPost({ language, slug }: Post) {
  const entry = await getEntry('blog', `${language}/${slug}`);
  if (!entry) throw new Error(`The post ${language}/${slug} went away while it was rendered.`);
  return render(entry);
}

async function readPosts(): Promise<Catalogue> {
  const entries = await getCollection(
    'blog',
    ({ data }) => import.meta.env.DEV || statusAt(buildTimeMs, data) === 'out',
  );
  const posts = withTitles(entries.map(postOf));
  return catalogueOf(posts);
}

function postOf({ id, data, body = '' }: CollectionEntry<'blog'>): Omit<Post, 'titles'> {
  const [language, slug] = id.split('/');
  if (!isLanguage(language) || !slug) {
    throw new Error(`${id}: a post lies in src/content/blog/<language>/<slug>.md`);
  }
  const { title, description, publishDate, updatedDate, tags, redirectFrom } = data;
  return {
    ...{ language, slug, title, description, publishDate, updatedDate, tags, redirectFrom },
    author: data.author.id,
    cover: data.cover && data.coverAlt ? { image: data.cover, alt: data.coverAlt } : undefined,
    status: statusAt(buildTimeMs, data),
    reading: readingOf(body),
  };
}

function withTitles(posts: readonly Omit<Post, 'titles'>[]): readonly Post[] {
  const titles = new Map<string, Partial<Record<Language, string>>>();
  for (const { slug, language, title } of posts) {
    titles.set(slug, { ...titles.get(slug), [language]: title });
  }
  return posts.map((post) => ({ ...post, titles: titles.get(post.slug) ?? {} }));
}
