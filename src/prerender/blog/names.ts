import { type CollectionEntry, getEntry } from 'astro:content';
import type { Language } from '../../contract/language.ts';

/**
 * The name of a tag in a language.
 * @throws {Error} when no file describes the tag
 */
export async function tagName(id: string, language: Language): Promise<string> {
  const tag = await getEntry('tags', id);
  if (!tag) throw new Error(`There is no tag "${id}": write src/content/tags/${id}.json.`);
  return tag.data.name[language];
}

/**
 * Who an author is.
 * @throws {Error} when no file describes the author
 */
export async function authorFacts(id: string): Promise<CollectionEntry<'authors'>['data']> {
  const author = await getEntry('authors', id);
  if (!author) throw new Error(`There is no author "${id}": write src/content/authors/${id}.json.`);
  return author.data;
}
