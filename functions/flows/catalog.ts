import { extname } from 'node:path';
import { documentDigest } from './catalog/document-digest.ts';
import { imageShrink } from './catalog/image-shrink.ts';
import { socialCard } from './catalog/social-card.ts';
import type { Flow } from './flow.ts';
import { ownFlows } from './own.ts';

/** The flows in the order of the pages. Each flow is one file in `catalog/`. */
export const flows: readonly Flow[] = [socialCard, imageShrink, documentDigest, ...ownFlows];

export function flowById(all: readonly Flow[], id: string | undefined): Flow | undefined {
  return all.find((flow) => flow.id === id);
}

/** A call whose path names a flow. */
interface FlowCall {
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The largest call that runs a flow or asks for its price, in bytes; nothing where 64 kB are enough. */
export function maxRunBytes({ pathParameters }: FlowCall): number | undefined {
  return flowById(flows, pathParameters.id)?.maxBodyBytes;
}

/** The program that runs these flows in a process of its own. It lies beside this file. */
export function catalogueProgram(): URL {
  const here = import.meta.url;
  return new URL(`flow-program${extname(here)}`, here);
}
