/** The rules of the ledger in docs/credits.md, by number. */
type Rule = 1 | 2 | 3 | 4 | 5 | 6 | 8;

/** The kinds of findings: the rule that each breaks, and what to do about it. */
export const checks = {
  'entry-changed': {
    rule: 3,
    remedy: 'Somebody wrote to the database by hand: compare the entry with a backup and the log.',
  },
  'entry-missing': {
    rule: 3,
    remedy: 'Look for the entry in a backup: entries are never deleted.',
  },
  'entry-wrong': {
    rule: 3,
    remedy:
      'Find the entry’s command in the log: a bug or a hand wrote numbers that do not add up.',
  },
  'wallet-differs': {
    rule: 2,
    remedy: 'Believe the entries, not the sums: find out who changed the wallet’s row.',
  },
  'wallet-missing': {
    rule: 3,
    remedy: 'Look for the wallet in a backup: wallets are never deleted.',
  },
  'lot-differs': {
    rule: 2,
    remedy: 'Believe the entries, not the lot: find out who changed its row.',
  },
  'lot-unbacked': {
    rule: 6,
    remedy:
      'Look for the payment at Stripe and the trial’s sign-in in the log: credits came from nothing.',
  },
  'hold-differs': {
    rule: 5,
    remedy: 'Believe the entries, not the hold: find out who changed its row.',
  },
  'key-differs': {
    rule: 8,
    remedy: 'Believe the entries, not the count of the key: find out who changed its row.',
  },
  'key-missing': {
    rule: 4,
    remedy: 'Look for the key in a backup: without it a retry runs the command again.',
  },
  'purchase-differs': {
    rule: 6,
    remedy: 'Compare it with Stripe: npm run credits -- payments reconcile --since its day.',
  },
  overdue: {
    rule: 5,
    remedy: 'See whether the schedule "sweep" runs and what its log says.',
  },
  'checkpoint-changed': {
    rule: 3,
    remedy:
      'Somebody without the key changed the audit’s own rows: find out who. Then npm run credits -- audit --whole makes new ones.',
  },
} as const satisfies Record<string, { readonly rule: Rule; readonly remedy: string }>;

export type CheckName = keyof typeof checks;

/** One difference between what is stored and what it should be. */
export interface Finding {
  readonly walletId: string;
  readonly check: CheckName;
  /** The number of the broken rule of the ledger. */
  readonly rule: Rule;
  /** Says what is stored, where, and what it should be. */
  readonly sentence: string;
}

/** Notes a finding of one wallet. */
export type Note = (check: CheckName, sentence: string) => void;

/** The finding of a check. */
export function finding(walletId: string, check: CheckName, sentence: string): Finding {
  return { walletId, check, rule: checks[check].rule, sentence };
}
