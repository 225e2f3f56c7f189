import type { WireError } from './wire.ts';

/** A moment at which a test may let the cluster fail. Numbers begin at 1 when a fault is set. */
export interface Moment {
  readonly at: 'connect' | 'statement' | 'commit';
  readonly number: number;
  /** The statement; at a COMMIT the last one before it. */
  readonly statement: string;
}

/**
 * How the cluster fails: with an error, or by a connection that ends before a COMMIT has arrived, or
 * after it was carried out.
 */
export type Fault = WireError | 'cut before commit' | 'cut after commit';

/** Says whether, and how, the cluster fails at a moment. */
export type Faults = (moment: Moment) => Fault | undefined;

export const noFaults: Faults = () => undefined;

const conflictCode = { severity: 'ERROR', code: '40001' } as const;

/**
 * The errors of a cluster that passes: another transaction changed the same rows, or the schema
 * ("Concurrency control" in the user guide; aws-samples/aurora-dsql-samples, pull request 1031), or
 * connections came too fast (CHAP_quotas.html).
 */
export const clusterErrors = {
  rowConflict: {
    ...conflictCode,
    message: 'change conflicts with another transaction, please retry: (OC000)',
  },
  schemaConflict: {
    ...conflictCode,
    message: 'schema has been updated by another transaction, please retry: (OC001)',
  },
  rateExceeded: {
    severity: 'FATAL',
    code: '53400',
    message: 'Unable to accept connection, rate exceeded.',
  },
} as const satisfies Record<string, WireError>;

/** Counts moments, and asks the faults that are set at each. */
export class FaultClock {
  #faults: Faults = noFaults;
  #counts = { connect: 0, statement: 0, commit: 0 };

  set(faults: Faults): void {
    this.#faults = faults;
    this.#counts = { connect: 0, statement: 0, commit: 0 };
  }

  /** How many moments there were since a fault was set. */
  get counts(): Readonly<Record<Moment['at'], number>> {
    return { ...this.#counts };
  }

  at(at: Moment['at'], statement: string): Fault | undefined {
    this.#counts[at] += 1;
    return this.#faults({ at, number: this.#counts[at], statement });
  }
}
