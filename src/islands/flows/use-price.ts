import { useState } from 'react';
import type { FlowOffer } from '../../contract/flows.ts';
import type { Draft } from './draft.ts';

/** What runs of a flow cost, as far as it is known. */
export interface Price {
  /** What the input at hand costs; `undefined` until that was asked for. */
  readonly of: (draft: Draft) => number | undefined;
  /** Takes over what the server says that an input costs. */
  readonly learn: (draft: Draft, credits: number) => void;
}

/** The price on offer, or for the input at hand what the server said last. */
export function usePrice(flow: FlowOffer): Price {
  const [quoted, setQuoted] = useState<{ readonly draft: Draft; readonly credits: number }>();
  const offered = flow.quoted ? undefined : flow.credits;
  return {
    of: (draft) => (quoted?.draft === draft ? quoted.credits : offered),
    learn: (draft, credits) => setQuoted({ draft, credits }),
  };
}
