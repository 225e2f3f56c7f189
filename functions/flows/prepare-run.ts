import type * as z from 'zod/mini';
import { isAmount } from '../domain/ledger/amount.ts';
import type { Sentences } from '../domain/run/run.ts';
import type { Flow, PreparedRun } from './define-flow.ts';
import { InputRefused } from './flow.ts';

/** Why a flow takes no run of an input: it is of the wrong form, or says why it cannot work on it. */
export type InputFault =
  | { readonly ok: false; readonly error: z.core.$ZodError }
  | { readonly ok: false; readonly sentences: Sentences };

/**
 * What a flow makes of an input before anything is held for it.
 *
 * @throws RangeError when it asks for a price that no hold can have: a bug of the flow
 */
export function prepareRun(
  flow: Flow,
  input: unknown,
): Extract<PreparedRun, { readonly ok: true }> | InputFault {
  try {
    const prepared = flow.prepare(input);
    if (prepared.ok && !isAmount(prepared.credits)) {
      throw new RangeError(`A run of ${flow.id} must cost a whole number of credits from 1 on.`);
    }
    return prepared;
  } catch (error) {
    if (error instanceof InputRefused) return { ok: false, sentences: error.sentences };
    throw error;
  }
}
