import type { Flow } from './flow.ts';

/** The flows that an adopter adds, after ours on the pages. Later versions leave this file alone. */
export const ownFlows: readonly Flow[] = [];
