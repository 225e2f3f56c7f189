import { type CollectionEntry, getCollection } from 'astro:content';
import { fillSiteFacts } from '../../content/facts.ts';
import { byLanguage, type Language } from '../../contract/language.ts';
import { languageRecords, spaceNumbers } from '../../contract/language-records.ts';
import { translator } from '../../i18n/translate.ts';

/** The names of the tags, and the facts of the authors, by their ids. */
async function readLabels() {
  const [tags, authors] = await Promise.all([getCollection('tags'), getCollection('authors')]);
  const factsOf = ({ name, bio }: CollectionEntry<'authors'>['data']) => ({
    name: fillSiteFacts(name),
    bio: byLanguage((language) => fillSiteFacts(bio[language])),
  });
  return {
    tags: new Map(tags.map(({ id, data }) => [id, data.name])),
    authors: new Map(authors.map(({ id, data }) => [id, factsOf(data)])),
  };
}

let ofThisBuild: ReturnType<typeof readLabels> | undefined;

/** A build reads them once: Astro imports a module for each look-up. */
function labels() {
  if (import.meta.env.DEV) return readLabels();
  ofThisBuild ??= readLabels();
  return ofThisBuild;
}

/**
 * The name of a tag in a language.
 * @throws {Error} when no file describes the tag
 */
export async function tagName(id: string, language: Language): Promise<string> {
  const tag = (await labels()).tags.get(id);
  if (!tag) throw new Error(`There is no tag "${id}": write src/content/tags/${id}.json.`);
  return tag[language];
}

/**
 * An author's name and line about them.
 * @throws {Error} when no file describes the author
 */
export async function authorFacts(id: string) {
  const author = (await labels()).authors.get(id);
  if (!author) throw new Error(`There is no author "${id}": write src/content/authors/${id}.json.`);
  return author;
}

const formats = byLanguage(
  (language) =>
    new Intl.DateTimeFormat(languageRecords[language].dateLocale, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }),
);

/** A day in the style of a language, in English `20 November 2026`. */
export function dayIn(language: Language, date: Date): string {
  return spaceNumbers(language, formats[language].format(date));
}

/**
 * The texts of the star that saves a post.
 * @param max how many posts a reader can save
 */
export function starLabels(language: Language, title: string, max: number) {
  const t = translator(language);
  return {
    save: t('blog.saveTitle', { title }),
    caption: t('blog.save'),
    notStored: t('blog.notStored', { max }),
  };
}
