import { type Language, localizedPath } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import { plainText } from '../../src/prerender/blog/search-index.ts';
import { filePath, listPath } from '../../src/search/index-files.ts';
import type { IndexSource } from '../../src/search/search.ts';
import { builtSource, slugsOf } from './search-index.ts';
import type { BuiltSite } from './site-copy.ts';

/** How many words of the texts are searched for, besides all words of the titles. */
const bodyWords = 20;

/** How many of the posts with a word the search finds. */
export interface Recall {
  /** How often a post has a word of the search. */
  readonly contained: number;
  /** Each post that the search missed, as `word: slug`. */
  readonly missed: readonly string[];
}

interface Page {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Searches the index of a built site for every word of the titles, and for common words of the
 * texts. Common words are in many posts, but in at most half of them. The pages tell which posts
 * have a word.
 */
export async function recallOf(site: BuiltSite, language: Language): Promise<Recall> {
  const pages = pagesOf(site, language);
  const source = sourceOf(site, language);
  const missed: string[] = [];
  let contained = 0;
  for (const word of wordsToLookUp(pages, language)) {
    const found = await slugsOf(word, source);
    const having = pages.filter(({ title, text }) => has(`${title}\n${text}`, word));
    contained += having.length;
    missed.push(
      ...having.filter(({ slug }) => !found.includes(slug)).map(({ slug }) => `${word}: ${slug}`),
    );
  }
  return { contained, missed };
}

/** The search index of a built site. */
export function sourceOf(site: BuiltSite, language: Language): IndexSource {
  return builtSource((path) => site.get(path)?.toString() ?? 'null', {
    list: listPath(language),
    file: ({ version }, kind, number) => filePath(language, version, kind, number),
  });
}

/** The posts of a built site, by their pages. */
export function pagesOf(site: BuiltSite, language: Language): readonly Page[] {
  const blog = localizedPath('/blog/', language);
  return [...site].flatMap(([path, content]) => {
    const html = content.toString();
    const [, slug] = new RegExp(`^${blog}([a-z0-9-]+)/index\\.html$`).exec(path) ?? [];
    const [, title] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
    const [, text] = /<div class="prose[^>]*>([\s\S]*)<\/article>/.exec(html) ?? [];
    return slug && title && text ? [{ slug, title: plainText(title), text: plainText(text) }] : [];
  });
}

function wordsToLookUp(pages: readonly Page[], language: Language): readonly string[] {
  const segmenter = new Intl.Segmenter(languageRecords[language].tag, { granularity: 'word' });
  const wordsIn = (text: string) =>
    [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
  const common = new Map<string, number>();
  for (const word of pages.flatMap(({ text }) => [...new Set(wordsIn(text))])) {
    common.set(word, (common.get(word) ?? 0) + 1);
  }
  const ofTexts = [...common]
    .filter(([word, count]) => word.length > 1 && count <= pages.length / 2)
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, bodyWords);
  return [
    ...new Set([...pages.flatMap(({ title }) => wordsIn(title)), ...ofTexts.map(([word]) => word)]),
  ];
}

/** Chinese has a word wherever its characters stand; in other scripts a word has edges. */
function has(text: string, word: string): boolean {
  if (/\p{Script=Han}/u.test(word)) return text.includes(word);
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const alone = `(?<![\\p{L}\\p{N}]|\\p{N}[.,])${plain}(?![\\p{L}\\p{N}]|[.,]\\p{N})`;
  return new RegExp(alone, 'iu').test(text);
}
