import { searchIndex } from '../../src/prerender/blog/search-index.ts';
import {
  type FileList,
  type PostText,
  parseFileList,
  parseTermFile,
  parseTextFile,
} from '../../src/search/index-files.ts';
import { queryOf } from '../../src/search/query.ts';
import { type IndexSource, type Results, search } from '../../src/search/search.ts';

/** The index of posts as a browser gets it, and the files that were fetched from it. */
export function indexOf(posts: readonly PostText[]) {
  const { list, files } = searchIndex(posts);
  const fetched = new Set<string>();
  const read = (name: string, json: string | undefined): unknown => {
    fetched.add(name);
    return JSON.parse(json ?? 'null');
  };
  const source: IndexSource = {
    list: async () => known(parseFileList(read('list', JSON.stringify(list)))),
    terms: async (_, number) => known(parseTermFile(read(`terms-${number}`, files.terms[number]))),
    texts: async (_, number) => known(parseTextFile(read(`texts-${number}`, files.texts[number]))),
  };
  return { list, files, source, fetched };
}

/** All results of a query. */
export async function searchAll(query: string, source: IndexSource): Promise<Results> {
  let results = await search(queryOf(query), source);
  while (results.more) results = await results.more();
  return results;
}

/** The slugs of all results, in their order. */
export async function slugsOf(query: string, source: IndexSource): Promise<readonly string[]> {
  return (await searchAll(query, source)).shown.map(({ slug }) => slug);
}

/** An index whose files come from a map of contents by path, as in a built site. */
export function builtSource(
  fileOf: (path: string) => string,
  paths: {
    readonly list: string;
    readonly file: (list: FileList, kind: 'terms' | 'texts', number: number) => string;
  },
): IndexSource {
  const json = (path: string): unknown => JSON.parse(fileOf(path));
  return {
    list: async () => known(parseFileList(json(paths.list))),
    terms: async (list, number) => known(parseTermFile(json(paths.file(list, 'terms', number)))),
    texts: async (list, number) => known(parseTextFile(json(paths.file(list, 'texts', number)))),
  };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A file of the search index cannot be read.');
  return value;
}
