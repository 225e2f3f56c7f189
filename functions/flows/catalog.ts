import { extname } from 'node:path';
import { documentDigest } from './catalog/document-digest.ts';
import { imageShrink } from './catalog/image-shrink.ts';
import { socialCard } from './catalog/social-card.ts';
import type { Flow } from './flow.ts';

/** The flows in the order of the pages. Each is one file in `catalog/`. */
export const flows: readonly Flow[] = [socialCard, imageShrink, documentDigest];

export function flowById(all: readonly Flow[], id: string): Flow | undefined {
  return all.find((flow) => flow.id === id);
}

/**
 * The program that runs these flows in a process of its own. It lies beside this file, in a bundle as
 * in the sources.
 */
export function catalogueProgram(): URL {
  const here = import.meta.url;
  return new URL(`flow-program${extname(here)}`, here);
}
