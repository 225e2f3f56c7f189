import type { Language } from '../../contract/language.ts';
import {
  type FileList,
  filePath,
  listPath,
  parseFileList,
  parseTermFile,
  parseTextFile,
} from '../../search/index-files.ts';
import type { IndexSource } from '../../search/search.ts';

/** How long a file may take, in milliseconds: the largest are fetched in 2 s at 3G's 400 kbit/s. */
const timeoutMs = 15_000;

/** How many files are cached, so that further typing fetches each of them once. */
const maxCachedFiles = 200;

/** A language's search index. A failure clears the cache: the site may have been rebuilt. */
export function searchFiles(language: Language): IndexSource {
  const cache = new Map<string, Promise<unknown>>();
  const get = async <Value>(path: string, parse: (value: unknown) => Value | undefined) => {
    if (cache.size >= maxCachedFiles) cache.clear();
    const reply = cache.get(path) ?? fetchJson(path);
    cache.set(path, reply);
    try {
      const value = parse(await reply);
      if (value === undefined) throw new Error(`${path} is no file of the search index.`);
      return value;
    } catch (cause) {
      cache.clear();
      throw cause;
    }
  };
  const file = ({ version }: FileList, kind: 'terms' | 'texts', number: number) =>
    filePath(language, version, kind, number);
  return {
    list: () => get(listPath(language), parseFileList),
    terms: (list, number) => get(file(list, 'terms', number), parseTermFile),
    texts: (list, number) => get(file(list, 'texts', number), parseTextFile),
  };
}

async function fetchJson(path: string): Promise<unknown> {
  const reply = await fetch(path, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
  return reply.json();
}
