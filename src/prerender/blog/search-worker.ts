import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '../../contract/language.ts';
import { filePath } from '../../search/index-files.ts';
import { postText, type RenderedPost, searchIndex } from './search-index.ts';

/** The input of the thread that writes the search indexes into the built site. */
export interface SearchJob {
  readonly outDir: string;
  readonly posts: readonly (readonly [Language, readonly RenderedPost[]])[];
}

const { outDir, posts: ofLanguages }: SearchJob = workerData;

const lists = ofLanguages.map(([language, posts]) => {
  const { list, files } = searchIndex(posts.map(postText));
  for (const kind of ['terms', 'texts'] as const) {
    for (const [number, json] of files[kind].entries()) {
      const path = join(outDir, filePath(language, list.version, kind, number));
      if (number === 0) mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, json);
    }
  }
  return [language, list] as const;
});
parentPort?.postMessage(lists);
