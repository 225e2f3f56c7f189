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

/** How many files are kept in memory, so that typing on asks for each of them once. */
const maxKeptFiles = 200;

/**
 * The search index of a language as the site serves it. When a file does not come, all are forgotten:
 * the site may have been built anew since the list was fetched.
 */
export function searchFiles(language: Language): IndexSource {
  const kept = new Map<string, Promise<unknown>>();
  const get = async <Value>(path: string, parse: (value: unknown) => Value | undefined) => {
    if (kept.size >= maxKeptFiles) kept.clear();
    const answer = kept.get(path) ?? fetchJson(path);
    kept.set(path, answer);
    try {
      const value = parse(await answer);
      if (value === undefined) throw new Error(`${path} is no file of the search index.`);
      return value;
    } catch (cause) {
      kept.clear();
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
  const answer = await fetch(path, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer.json();
}
