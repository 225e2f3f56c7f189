import { posix } from 'node:path';

/** A file of the project, as the content check gets it. */
export interface ContentFile {
  /** Its path from the project's folder, with slashes. */
  readonly path: string;
  readonly sizeBytes: number;
  /**
   * What is in it. Only Markdown and JSON have a text, and not when they are longer than
   * `MAX_TEXT_BYTES` or not in UTF-8.
   */
  readonly text?: string;
}

/** The longest file that is read: a post of this size has about 30,000 words. */
export const MAX_TEXT_BYTES = 200_000;

export const folders = {
  posts: 'src/content/blog',
  pages: 'src/content/pages',
  authors: 'src/content/authors',
  tags: 'src/content/tags',
} as const;

/** The path of a post's file. */
export function postFile(language: string, slug: string): string {
  return `${folders.posts}/${language}/${slug}.md`;
}

/** The path of a picture that a text names: from the text's folder, or from `public` with a slash. */
export function pathOfImage(file: string, url: string): string {
  if (url.startsWith('/')) return `public${url}`;
  return posix.join(posix.dirname(file), decoded(url));
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
