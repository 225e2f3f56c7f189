import { type FileList, placeCount, type TermFile } from './index-files.ts';
import type { Query } from './query.ts';
import { isPrefix, isWanted, type Wanted } from './terms.ts';

/** What a word counts for in each of the `places`; a longer word than the wanted one, half. */
const weights = [8, 4, 2, 1] as const;

/** Fetches the file of terms with a number. */
export type TermFiles = (number: number) => Promise<TermFile>;

/**
 * The numbers of the posts that have every word of a query, those first that have them in a better
 * place, and among equals the newest first. Of a run of characters only its pairs are looked up, so
 * a post that has them all may still not have them side by side: its text has to tell.
 */
export async function findPosts(
  query: Query,
  list: FileList,
  files: TermFiles,
): Promise<readonly number[]> {
  const wanted = query.flatMap((word) => word.wanted);
  const [first, ...others] = await Promise.all(wanted.map((term) => postsOf(term, list, files)));
  const found = [...(first ?? new Map<number, number>())].flatMap(([post, weight]) => {
    const weightsOfOthers = others.map((posts) => posts.get(post) ?? 0);
    return weightsOfOthers.includes(0) ? [] : [{ post, weight: sum([weight, ...weightsOfOthers]) }];
  });
  return found.sort((a, b) => b.weight - a.weight || a.post - b.post).map(({ post }) => post);
}

/** What a term counts for in each post that has it. */
async function postsOf(
  wanted: Wanted,
  list: FileList,
  files: TermFiles,
): Promise<ReadonlyMap<number, number>> {
  const weightOf = new Map<number, number>();
  for (const file of await Promise.all(filesWith(wanted, list).map(files))) {
    for (const [term, differences] of Object.entries(file)) {
      if (!isWanted(wanted, term)) continue;
      const share = term === wanted.term || wanted.isRun ? 1 : 0.5;
      for (const { post, weight } of postings(differences)) {
        weightOf.set(post, Math.max(weightOf.get(post) ?? 0, share * weight));
      }
    }
  }
  return weightOf;
}

/** The numbers of the files in which a term, or one that begins with it, may be. */
function filesWith(wanted: Wanted, { terms }: FileList): readonly number[] {
  const { term } = wanted;
  const first = Math.max(
    0,
    terms.findLastIndex((from) => from <= term),
  );
  const after = terms.findIndex(
    (from) => from > term && !(isPrefix(wanted) && from.startsWith(term)),
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
