import type { ImageMetadata, MarkdownHeading } from 'astro';
import type { Language } from '../../contract/language.ts';
import type { Reading } from './reading-time.ts';

/** Readers see a published post. A draft is unfinished; a scheduled post waits for its publish day. */
export type PostStatus = 'published' | 'draft' | 'scheduled';

/** A post as the blog's pages read it. The same slug in both languages is the same post. */
export interface Post {
  readonly language: Language;
  readonly slug: string;
  readonly title: string;
  /** The post's published titles by language, its own included. */
  readonly titles: Readonly<Partial<Record<Language, string>>>;
  readonly description: string;
  readonly publishDate: Date;
  readonly updatedDate: Date | undefined;
  /** The id of an author. */
  readonly author: string;
  /** The ids of tags. */
  readonly tags: readonly string[];
  readonly cover: { readonly image: ImageMetadata; readonly alt: string } | undefined;
  /** The slugs that the post had before. */
  readonly redirectFrom: readonly string[];
  readonly status: PostStatus;
  /** A hash of its file. */
  readonly digest: string;
  readonly reading: Reading;
}

/** The path of a post, without a language prefix. */
export function postPath({ slug }: Pick<Post, 'slug'>): string {
  return `/blog/${slug}/`;
}

/** The day of a post's last update, or its publish day when nobody updated it. */
export function lastChange({ publishDate, updatedDate }: Post): Date {
  return updatedDate ?? publishDate;
}

/** The path of a post's preview picture, 1200 × 630 pixels. */
export function previewPath({ language, slug }: Post): string {
  return `/og/${language}/${slug}.png`;
}

/** The status of a post at a time in ms since 1970. It is published on its day (UTC). */
export function statusAt(
  nowMs: number,
  { draft, publishDate }: { readonly draft: boolean; readonly publishDate: Date },
): PostStatus {
  if (draft) return 'draft';
  return publishDate.getTime() <= nowMs ? 'published' : 'scheduled';
}

/** Shorter texts get no table of contents. */
const minContents = 3;

/** The headings of a post's table of contents: levels two and three, or none when they are few. */
export function contentsOf(headings: readonly MarkdownHeading[]): readonly MarkdownHeading[] {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  return listed.length < minContents ? [] : listed;
}
