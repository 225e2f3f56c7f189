import * as z from 'zod/mini';
import { exactly } from '../../src/contract/route.ts';
import type { FlowDefinition, MadePart } from './flow.ts';

/** What a flow makes of an input: a run that has its price and only waits to be started. */
export type PreparedRun =
  | {
      readonly ok: true;
      /** What it costs. */
      readonly credits: number;
      /** @throws {InputRefused} when the input is of a kind that the flow cannot work on */
      readonly run: (signal: AbortSignal) => Promise<readonly MadePart[]>;
    }
  | { readonly ok: false; readonly error: z.core.$ZodError };

type Shown = 'id' | 'name' | 'description' | 'input' | 'labels' | 'hints' | 'timeoutMs' | 'load';

/** A flow as its callers see it, whatever its input is. */
export interface Flow extends Pick<FlowDefinition<z.ZodMiniObject>, Shown> {
  /** What a run costs, or the least that it can cost where `quoted` is true. */
  readonly credits: number;
  readonly quoted: boolean;
  /** Reads an input by the flow's schema and says what the run would cost. Runs nothing yet. */
  readonly prepare: (input: unknown) => PreparedRun;
}

/**
 * Makes a flow of what its author writes. A field that its schema does not name is refused: one with
 * a typing error would count as left out, and the run be charged all the same.
 */
export function defineFlow<Input extends z.ZodMiniObject>(definition: FlowDefinition<Input>): Flow {
  const { credits, run, input, ...shown } = definition;
  const schema = exactly(input);
  const isFixed = typeof credits === 'number';
  return {
    ...shown,
    input: schema,
    credits: isFixed ? credits : credits.least,
    quoted: !isFixed,
    prepare(given) {
      const read = z.safeParse(schema, given);
      if (!read.success) return { ok: false, error: read.error };
      const price = isFixed ? credits : credits.of(read.data);
      return { ok: true, credits: price, run: (signal) => run(read.data, signal) };
    },
  };
}
