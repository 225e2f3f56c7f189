import { atom } from 'jotai/vanilla';
import type { FlowOffer } from '../../contract/flows.ts';

/**
 * The flows on offer, in the page's language: what `GET {api base}/flows` last answered
 * (specification, sections 3 and 7). It is asked for by the flows page, and by «Products» in the top
 * bar when that is first opened; whoever only reads asks for nothing.
 */
export const flowsAtom = atom<readonly FlowOffer[]>([]);
