/** Something that can hold a credit of a wallet and capture it, each under a key. */
export interface Subject {
  /** @returns the id of the hold */
  readonly hold: (walletId: string, key: string, now: Date) => Promise<string>;
  readonly capture: (holdId: string, key: string, now: Date) => Promise<void>;
}

/** How long the holds of the bench last, in milliseconds: longer than it. */
export const HOLD_LIFE_MS = 3_600_000;
