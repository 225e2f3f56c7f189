import { atom } from 'jotai/vanilla';

/** A flow on offer, as the flows API lists it. */
interface Flow {
  readonly id: string;
  readonly name: string;
}

/** The flows on offer. */
export const flowsAtom = atom<readonly Flow[]>([]);
