import type { MarkdownHeading } from 'astro';

/** How many headings make a list of contents worth its place. */
const minContents = 3;

/** The headings of a post's list of contents: of the second and third level, if there are enough. */
export function contentsOf(headings: readonly MarkdownHeading[]): readonly MarkdownHeading[] {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  return listed.length < minContents ? [] : listed;
}
