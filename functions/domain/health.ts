export interface Health {
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
}
