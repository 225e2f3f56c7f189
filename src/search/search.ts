import { findPosts } from './find-posts.ts';
import type { FileList, PostText, TermFile, TextFile } from './index-files.ts';
import { type MatchedText, marked, matchText, type Piece, passage, wordsIn } from './passage.ts';
import { looser, type Query } from './query.ts';

/** Where the index comes from; each of these throws when it does not come. */
export interface IndexSource {
  readonly list: () => Promise<FileList>;
  readonly terms: (list: FileList, number: number) => Promise<TermFile>;
  readonly texts: (list: FileList, number: number) => Promise<TextFile>;
}

/** A post that was found. */
export interface FoundPost {
  readonly slug: string;
  readonly day: string;
  readonly title: readonly Piece[];
  readonly passage: readonly Piece[];
}

/** The results of a query, which are fetched page by page. */
export interface Results {
  /**
   * How many posts there are: exact as soon as all are shown. Before that it may count posts with
   * the pairs of a Chinese word in other places, which their texts rule out.
   */
  readonly count: number;
  readonly shown: readonly FoundPost[];
  /** The results with the next page of them, if there are more. */
  readonly more: (() => Promise<Results>) | undefined;
}

/** How many results come at a time. */
export const resultsPerPage = 10;

/**
 * Searches the posts of a language. Where nothing has the query as it stands, posts count that have
 * its words apart (see `looser`).
 */
export async function search(query: Query, source: IndexSource): Promise<Results> {
  const results = await strictly(query, source);
  const loose = results.count === 0 ? looser(query) : undefined;
  return loose ? strictly(loose, source) : results;
}

async function strictly(query: Query, source: IndexSource): Promise<Results> {
  const list = await source.list();
  const posts = await findPosts(query, list, (number) => source.terms(list, number));
  return nextPage({ query, list, source, posts }, { shown: [], looked: 0 });
}

interface Found {
  readonly query: Query;
  readonly list: FileList;
  readonly source: IndexSource;
  /** The numbers of the posts, the best first. */
  readonly posts: readonly number[];
}

/** What was shown, and how many of the posts were looked at for it. */
interface Progress {
  readonly shown: readonly FoundPost[];
  readonly looked: number;
}

/** Looks at posts until a page is full; each round takes as many as the page has room for. */
async function nextPage(found: Found, before: Progress): Promise<Results> {
  const full = before.shown.length + resultsPerPage;
  let { shown, looked } = before;
  while (shown.length < full && looked < found.posts.length) {
    const round = found.posts.slice(looked, looked + full - shown.length);
    const results = await Promise.all(round.map((post) => look(post, found)));
    shown = [...shown, ...results.filter((result) => result !== undefined)];
    looked += round.length;
  }
  return {
    count: shown.length + found.posts.length - looked,
    shown,
    more: looked < found.posts.length ? () => nextPage(found, { shown, looked }) : undefined,
  };
}

/** The result that a post makes, if its texts have all words of the query. */
async function look(post: number, found: Found): Promise<FoundPost | undefined> {
  const { title, description, text, slug, day } = await textOf(post, found);
  const matched = (part: string) => matchText(part, found.query);
  const texts = [matched(title), matched(description), matched(text)] as const;
  if (wordsIn(texts).size < found.query.length) return undefined;
  return { slug, day, title: marked(texts[0]), passage: passage(better(texts[1], texts[2])) };
}

async function textOf(post: number, { list, source }: Found): Promise<PostText> {
  const file = list.texts.findLastIndex((first) => first <= post);
  const found = (await source.texts(list, file))[post - (list.texts[file] ?? 0)];
  if (!found) throw new Error(`Post ${post} is in no file of the search index.`);
  return found;
}

/** The text that has more words of the query; of equals the description, which says most. */
function better(description: MatchedText, text: MatchedText): MatchedText {
  return wordsIn([text]).size > wordsIn([description]).size ? text : description;
}
