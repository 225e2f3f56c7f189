import { nearest } from '../contract/nearest.ts';
import {
  type FileList,
  type PostText,
  placeCount,
  type TermFile,
  type TextFile,
} from './index-files.ts';
import { type MatchedText, marked, matchText, type Piece, passage, wordsIn } from './passage.ts';
import { type Query, queryOf, splitRuns } from './query.ts';
import { isPrefix, matchesTerm, type QueryTerm } from './terms.ts';
import { joined } from './words.ts';

/** Fetches the files of the index; each function throws when that fails. */
export interface IndexSource {
  readonly list: () => Promise<FileList>;
  readonly terms: (list: FileList, number: number) => Promise<TermFile>;
  readonly texts: (list: FileList, number: number) => Promise<TextFile>;
}

/** A post among the results. */
export interface FoundPost {
  readonly slug: string;
  readonly day: string;
  readonly title: readonly Piece[];
  readonly passage: readonly Piece[];
}

/** The results of a query, fetched page by page. */
export interface Results {
  /**
   * The number of results, exact when all are shown. Until then it may include posts that have the
   * pairs of a Chinese word apart, whose texts are not examined yet.
   */
  readonly count: number;
  readonly shown: readonly FoundPost[];
  /** Fetches the next page and returns all results so far; undefined at the end. */
  readonly more: (() => Promise<Results>) | undefined;
  /** Where nothing is found: a text that differs in a few letters, and finds something. */
  readonly near?: string | undefined;
}

/** The results on a page. */
export const resultsPerPage = 10;

/** The weight of a term in each of the `places`. A longer word that begins with it has half. */
const weights = [8, 4, 2, 1] as const;

/**
 * Searches the posts of a language. If no post matches, it searches again with runs of characters
 * split into words (see `splitRuns`).
 */
export async function search(query: Query, source: IndexSource): Promise<Results> {
  const results = await run(query, source);
  if (results.count > 0) return results;
  const split = splitRuns(query);
  if (split) return run(split, source);
  const near = await nearText(query, source);
  return near && (await run(queryOf(near), source)).count > 0 ? { ...results, near } : results;
}

/**
 * The query with the nearest word for each that no post has; undefined where one has none. It looks
 * among the words with the same first letter, which people seldom mistype.
 */
async function nearText(query: Query, source: IndexSource): Promise<string | undefined> {
  const list = await source.list();
  const files = (number: number) => source.terms(list, number);
  const words = query.map(async ({ word, terms: [sought] }) => {
    if (!sought || word.isRun || (await postsOf(sought, list, files)).size > 0) return joined(word);
    const first = { term: sought.term.slice(0, 1), isRun: true };
    const around = await Promise.all(filesWith(first, list).map(files));
    const known = around
      .flatMap((file) => Object.entries(file))
      .filter(([term]) => matchesTerm(first, term))
      // The word in most posts comes first of those that are as near.
      .sort(([, one], [, other]) => other.length - one.length);
    return nearest(
      sought.term,
      known.map(([term]) => term),
    );
  });
  const found = await Promise.all(words);
  return found.includes(undefined) ? undefined : found.join(' ');
}

async function run(query: Query, source: IndexSource): Promise<Results> {
  const list = await source.list();
  const posts = await findPosts(query, list, (number) => source.terms(list, number));
  return nextPage({ query, list, source, posts }, { shown: [], examined: 0 });
}

/** A query with its candidates, ranked. */
interface Ranking {
  readonly query: Query;
  readonly list: FileList;
  readonly source: IndexSource;
  /** The numbers of the posts, the best first. */
  readonly posts: readonly number[];
}

/** The results so far, and the number of posts examined for them. */
interface Progress {
  readonly shown: readonly FoundPost[];
  readonly examined: number;
}

/** Examines posts until a page is full; each round takes as many as the page lacks. */
async function nextPage(ranking: Ranking, before: Progress): Promise<Results> {
  const full = before.shown.length + resultsPerPage;
  let { shown, examined } = before;
  while (shown.length < full && examined < ranking.posts.length) {
    const round = ranking.posts.slice(examined, examined + full - shown.length);
    const results = await Promise.all(round.map((post) => resultOf(post, ranking)));
    shown = [...shown, ...results.filter((result) => result !== undefined)];
    examined += round.length;
  }
  return {
    count: shown.length + ranking.posts.length - examined,
    shown,
    more:
      examined < ranking.posts.length ? () => nextPage(ranking, { shown, examined }) : undefined,
  };
}

/** The result of a post, if its texts have all words of the query. */
async function resultOf(post: number, ranking: Ranking): Promise<FoundPost | undefined> {
  const { title, description, text, slug, day } = await loadText(post, ranking);
  const matched = (part: string) => matchText(part, ranking.query);
  const texts = [matched(title), matched(description), matched(text)] as const;
  if (wordsIn(texts).size < ranking.query.length) return undefined;
  return { slug, day, title: marked(texts[0]), passage: passage(better(texts[1], texts[2])) };
}

async function loadText(post: number, { list, source }: Ranking): Promise<PostText> {
  const file = list.texts.findLastIndex((first) => first <= post);
  const found = (await source.texts(list, file))[post - (list.texts[file] ?? 0)];
  if (!found) throw new Error(`Post ${post} is in no file of the search index.`);
  return found;
}

/** The text with more words of the query, or the description when both have the same number. */
function better(description: MatchedText, text: MatchedText): MatchedText {
  return wordsIn([text]).size > wordsIn([description]).size ? text : description;
}

/** Fetches the file of terms with this number. */
type TermFiles = (number: number) => Promise<TermFile>;

/**
 * The numbers of the posts with every term of a query, sorted by the places of the terms, then newest
 * first. For a run of characters it looks up pairs only. Whether a post has the pairs side by side
 * depends on its text.
 */
async function findPosts(
  query: Query,
  list: FileList,
  files: TermFiles,
): Promise<readonly number[]> {
  const terms = query.flatMap((word) => word.terms);
  const [first, ...others] = await Promise.all(terms.map((term) => postsOf(term, list, files)));
  const found = [...(first ?? new Map<number, number>())].flatMap(([post, weight]) => {
    const weightsOfOthers = others.map((posts) => posts.get(post) ?? 0);
    return weightsOfOthers.includes(0) ? [] : [{ post, weight: sum([weight, ...weightsOfOthers]) }];
  });
  return found.sort((a, b) => b.weight - a.weight || a.post - b.post).map(({ post }) => post);
}

/** The weight of a term in each post that has it. */
async function postsOf(
  queryTerm: QueryTerm,
  list: FileList,
  files: TermFiles,
): Promise<ReadonlyMap<number, number>> {
  const weightOf = new Map<number, number>();
  for (const file of await Promise.all(filesWith(queryTerm, list).map(files))) {
    for (const [term, differences] of Object.entries(file)) {
      if (!matchesTerm(queryTerm, term)) continue;
      const share = term === queryTerm.term || queryTerm.isRun ? 1 : 0.5;
      for (const { post, weight } of postings(differences)) {
        weightOf.set(post, Math.max(weightOf.get(post) ?? 0, share * weight));
      }
    }
  }
  return weightOf;
}

/** The numbers of the files that may have a term, or a longer term that begins with it. */
function filesWith(queryTerm: QueryTerm, { terms }: FileList): readonly number[] {
  const { term } = queryTerm;
  const first = Math.max(
    0,
    terms.findLastIndex((from) => from <= term),
  );
  const after = terms.findIndex(
    (from) => from > term && !(isPrefix(queryTerm) && from.startsWith(term)),
  );
  const end = after === -1 ? terms.length : after;
  return Array.from({ length: end - first }, (_, index) => first + index);
}

function* postings(differences: readonly number[]) {
  let posting = 0;
  for (const difference of differences) {
    posting += difference;
    yield { post: Math.floor(posting / placeCount), weight: weights[posting % placeCount] ?? 0 };
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
