import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { type ContentFile, folders, readSections } from '../../../src/content/check/sources.ts';
import { readContentFiles } from '../../../src/content/project.ts';
import type { Answers } from './answers.ts';
import { isSampleCover, namesIn } from './covers.ts';
import { readme } from './readme.ts';

const screenshots = 'docs/screenshots';
const readmeFile = 'README.md';
const pictures = `${folders.posts}/pictures/`;

/** The changes that take the samples out of a project, by the paths in it. */
export interface WithoutSamples {
  /** The samples: files that nothing names any more. */
  readonly gone: readonly string[];
  readonly written: ReadonlyMap<string, string>;
}

interface SamplePost {
  readonly path: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly cover: string;
}

const postFields = z.looseObject({
  tags: z._default(z.array(z.string()), []),
  cover: z._default(z.string(), ''),
});

/**
 * Finds the samples of a project: the posts whose cover was drawn for a sample, the pictures and the
 * tags that those posts alone use, and the pictures of the first product in the documents. A README
 * that shows one of these is replaced; a README of the adopter's own stays.
 * @param root the project's folder
 */
export function withoutSamples(root: string, answers: Answers): WithoutSamples {
  const files = readContentFiles(root);
  const inCovers = files.filter(({ path }) => path.startsWith(`${folders.posts}/covers/`));
  const covers = inCovers.filter(({ path }) => isSampleCover(bytesOf(root, path)));
  const names = new Set(covers.map(({ path }) => basename(path)));
  const posts = files.flatMap(postIn);
  const samples = posts.filter(({ cover }) => names.has(basename(cover)));
  const kept = posts.filter((post) => !samples.includes(post));
  const isOfSamples = (isUsed: (post: SamplePost) => boolean) =>
    samples.some(isUsed) && !kept.some(isUsed);
  const used = files.filter(({ path }) => {
    const name = basename(path);
    if (path.startsWith(pictures)) return isOfSamples(({ text }) => text.includes(name));
    const isTag = path.startsWith(`${folders.tags}/`);
    return isTag && isOfSamples(({ tags }) => tags.includes(basename(path, '.json')));
  });
  const shots = namesIn(root, screenshots).map((name) => `${screenshots}/${name}`);
  const showsOurs = (path: string) => bytesOf(root, path).includes(`](${screenshots}/`);
  const isOurs = existsSync(join(root, readmeFile)) && showsOurs(readmeFile);
  return {
    gone: [...[...samples, ...covers, ...used].map(({ path }) => path), ...shots],
    written: new Map(isOurs ? [[readmeFile, readme(answers)]] : []),
  };
}

function postIn({ path, text }: ContentFile): readonly SamplePost[] {
  if (text === undefined || !path.startsWith(`${folders.posts}/`)) return [];
  const read = readSections(text);
  const fields = read.kind === 'sections' ? postFields.safeParse(read.data) : undefined;
  return fields?.success ? [{ path, text, ...fields.data }] : [];
}

function bytesOf(root: string, path: string): Buffer {
  return readFileSync(join(root, path));
}
