import type { ImageMetadata } from 'astro';
import type { Language } from '../../contract/language.ts';
import type { Reading } from './reading-time.ts';

/** Whether readers see a post: out, not finished, or waiting for its day. */
export type PostStatus = 'out' | 'draft' | 'scheduled';

/** A post as the blog's pages read it. The same slug in both languages is the same post. */
export interface Post {
  readonly language: Language;
  readonly slug: string;
  readonly title: string;
  /** The post's titles in all the languages in which readers see it, this one's among them. */
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
  readonly reading: Reading;
}

/** The path of a post, without a language prefix. */
export function postPath({ slug }: Pick<Post, 'slug'>): string {
  return `/blog/${slug}/`;
}

/** The day on which a post was last changed: published, if it never was since. */
export function lastChange({ publishDate, updatedDate }: Post): Date {
  return updatedDate ?? publishDate;
}

/** The day of a date, as `2026-11-20`: front matter has days, which are days of UTC. */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The path of the picture of 1200 × 630 pixels that previews of a post show. */
export function previewPath({ language, slug }: Post): string {
  return `/og/${language}/${slug}.png`;
}
