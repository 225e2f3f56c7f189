/** The ledger held against itself. */
export interface LedgerAudit {
  /** The wallets that are not what their entries, lots and holds come to; repairs nothing. */
  differing(): Promise<ReadonlySet<string>>;
}
