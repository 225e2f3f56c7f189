import { isLanguage, type Language } from '../../contract/language.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { isRecord } from '../../contract/schemaless.ts';

/** A favourite post with its titles, which the page of saved posts shows. */
export interface FavoritedBlogItem {
  readonly slug: string;
  /** The post's title in each language in which it is published. */
  readonly titles: Readonly<Partial<Record<Language, string>>>;
}

/** The reader's favourites, the newest last: the slugs, and the same posts with their titles. */
export interface Favorites {
  readonly blogs: readonly string[];
  readonly items: readonly FavoritedBlogItem[];
}

/** The keys under which the browser stores both lists (specification, section 3). */
export const favoritedBlogsKey = 'favoritedBlogs';
export const favoritedItemsKey = 'favoritedBlogItems';

/** The most posts that a reader can save. */
export const maxFavorites = 200;

/** The longest title read from storage, in UTF-16 code units: twice what a post may have. */
const maxTitleLength = 120;

/** Parses a stored list without its invalid entries; a text that is no list gives an empty one. */
export function parseFavorites<Entry>(
  text: string | null,
  parseEntry: (value: unknown) => Entry | undefined,
): readonly Entry[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored
    .slice(0, maxFavorites)
    .map(parseEntry)
    .filter((entry) => entry !== undefined);
}

/** Returns a stored value if it is a slug. */
export function parseSlug(value: unknown): string | undefined {
  return typeof value === 'string' && slugPattern.test(value) ? value : undefined;
}

/** Returns a stored value if it is a favourite with at least one title. */
export function parseItem(value: unknown): FavoritedBlogItem | undefined {
  if (!isRecord(value) || !isRecord(value.titles)) return undefined;
  const slug = parseSlug(value.slug);
  const titles = Object.entries(value.titles).filter(
    ([language, title]) =>
      isLanguage(language) && typeof title === 'string' && title.length <= maxTitleLength,
  );
  return slug && titles.length > 0 ? { slug, titles: Object.fromEntries(titles) } : undefined;
}

/** Adds or removes a post; returns `undefined` when there are `maxFavorites` already. */
export function toggledFavorites(
  { blogs, items }: Favorites,
  item: FavoritedBlogItem,
): Favorites | undefined {
  const others = items.filter(({ slug }) => slug !== item.slug);
  if (blogs.includes(item.slug)) {
    return { blogs: blogs.filter((slug) => slug !== item.slug), items: others };
  }
  if (blogs.length >= maxFavorites) return undefined;
  return { blogs: [...blogs, item.slug], items: [...others, item] };
}
