/** The calls that are measured: a visit, a sign-in and a service's hold. */
export const names = ['me', 'user', 'holds'] as const;

/** How many calls are under way at a time: as many as the product's pool has connections. */
export const LANES = 10;

/** How many people sign in and have wallets, so that calls at once hardly ever meet. */
export const PEOPLE = 100;

/** A subject of the bench. */
export interface Calls {
  /** Makes what calls need beforehand, such as ID tokens, and returns the calls. */
  readonly prepare: (
    name: (typeof names)[number],
    count: number,
  ) => Promise<readonly (() => Promise<unknown>)[]>;
  /** The processor time of its process so far. */
  readonly cpuSeconds: () => number;
  readonly close: () => Promise<void>;
}

/** A call for each number from 0 on. */
export function callsOf<Call>(count: number, callOf: (number: number) => Call): readonly Call[] {
  return Array.from({ length: count }, (_none, number) => callOf(number));
}
