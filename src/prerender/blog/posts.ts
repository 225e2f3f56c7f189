import { root } from 'astro:config/server';
import { type CollectionEntry, getCollection, render } from 'astro:content';
import { BUILD_TIME } from 'astro:env/server';
import { existsSync, readFileSync } from 'node:fs';
import { readSections } from '../../content/check/sources.ts';
import { fillKnownFacts } from '../../content/facts.ts';
import { isLanguage, type Language } from '../../contract/language.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import { type Post, statusAt } from './post.ts';
import { type Reading, readingOf } from './reading-time.ts';

/**
 * The time of this build, in milliseconds since 1970: the one clock of everything that depends on
 * the day. Set `BUILD_TIME`, as in `BUILD_TIME=2026-12-24`, to see the site of another day.
 */
export const buildTimeMs = BUILD_TIME === undefined ? Date.now() : timeOf(BUILD_TIME);

let ofThisBuild: Promise<Catalogue> | undefined;

/** The published posts, read once a build. Development reads them each time, with drafts. */
export function publishedPosts(): Promise<Catalogue> {
  if (import.meta.env.DEV) return readPosts();
  ofThisBuild ??= readPosts();
  return ofThisBuild;
}

/** The newest posts of a language, at most `limit` of them. */
export async function latestPosts(language: Language, limit: number): Promise<readonly Post[]> {
  return (await publishedPosts())[language].posts.slice(0, limit);
}

/** A post's text, as a component, and its headings. */
export function renderPost(post: Post) {
  const entry = entryOf.get(post);
  if (!entry) throw new Error(`${post.slug}: renderPost takes a post of publishedPosts.`);
  return render(entry);
}

/** Astro's entry of each post: a look-up by its id imports a module. */
const entryOf = new WeakMap<Post, CollectionEntry<'blog'>>();

async function readPosts(): Promise<Catalogue> {
  const entries = await getCollection(
    'blog',
    ({ data }) => import.meta.env.DEV || statusAt(buildTimeMs, data) === 'published',
  );
  const places = entries.map(({ id, data }) => ({ ...placeOf(id), title: onOneLine(data.title) }));
  const bySlug = Map.groupBy(places, ({ slug }) => slug);
  const posts = entries.map((entry) => {
    const place = placeOf(entry.id);
    const named = bySlug.get(place.slug) ?? [];
    const titles = Object.fromEntries(named.map(({ language, title }) => [language, title]));
    return postOf(entry, place, titles);
  });
  return catalogueOf(posts);
}

/** A text on one line, with the facts of the site: YAML may fold it over several. */
function onOneLine(text: string): string {
  return fillKnownFacts(text).trim().replace(/\s+/g, ' ');
}

function placeOf(id: string): Pick<Post, 'language' | 'slug'> {
  const [language, slug] = id.split('/');
  if (!isLanguage(language) || !slug) {
    throw new Error(`${id}: a post's path is src/content/blog/<language>/<slug>.md`);
  }
  return { language, slug };
}

function postOf(
  entry: CollectionEntry<'blog'>,
  place: Pick<Post, 'language' | 'slug'>,
  titles: Post['titles'],
): Post {
  const { data } = entry;
  const { publishDate, updatedDate, tags, redirectFrom } = data;
  const [title, description] = [onOneLine(data.title), onOneLine(data.description)];
  let reading: Reading | undefined;
  const post = {
    ...{ ...place, titles, title, description, publishDate, updatedDate, tags, redirectFrom },
    author: data.author.id,
    cover:
      data.cover && data.coverAlt
        ? { image: data.cover, alt: onOneLine(data.coverAlt) }
        : undefined,
    status: statusAt(buildTimeMs, data),
    digest: String(entry.digest),
    /** Counted when a page shows it: development reads all posts after each edit. */
    get reading() {
      reading ??= readingOf(markdownOf(entry));
      return reading;
    },
  };
  entryOf.set(post, entry);
  return post;
}

/**
 * The Markdown of a post, from its file: Astro's store does without it. For half a second after
 * somebody deleted the file, the store in development still has the post: its text is empty.
 */
export function markdownOf({ filePath }: CollectionEntry<'blog'>): string {
  const file = filePath && new URL(filePath, root);
  if (!file || !existsSync(file)) return '';
  const sections = readSections(readFileSync(file, 'utf8'));
  return sections.kind === 'sections' ? sections.body : '';
}

/** @throws {Error} when the text is not a day or a time */
function timeOf(text: string): number {
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) {
    throw new Error(`BUILD_TIME is "${text}": write a day or a time, for example 2026-12-24.`);
  }
  return timeMs;
}
