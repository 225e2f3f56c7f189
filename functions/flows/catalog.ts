import { documentDigest } from './catalog/document-digest.ts';
import { imageShrink } from './catalog/image-shrink.ts';
import { socialCard } from './catalog/social-card.ts';
import type { Flow } from './flow.ts';

/** The flows on offer, in the order in which they are shown: one file of `catalog/` each. */
export const flows: readonly Flow[] = [socialCard, imageShrink, documentDigest];

/** The flow of that name; nothing when there is none. */
export function flowById(all: readonly Flow[], id: string): Flow | undefined {
  return all.find((flow) => flow.id === id);
}
