import { isAll } from '../runner/tier.ts';
import { databaseKinds } from './database.ts';

/** The amounts of the tests that could go on for ever: for `npm test`, and for `npm run test:all`. */
export const thoroughness = {
  /** The databases of tests in which no two connections meet. */
  databases: isAll() ? databaseKinds : databaseKinds.slice(0, 1),
  /** The databases of tests that make new ones: an embedded one takes seconds each time. */
  newDatabases: isAll() ? databaseKinds : databaseKinds.slice(1),
  /** Wallets that get 20 commands each at once. */
  walletsAtOnce: isAll() ? 50 : 10,
  /** Texts that the check of the content reads. */
  checkedTexts: isAll() ? 5_000 : 30,
  /** Sequences of commands that compare the rules with the model. */
  modelSequences: isAll() ? 100_000 : 10_000,
  /** Sequences of commands that compare a database with the rules. */
  storedSequences: isAll() ? 500 : 15,
  /** Sequences of top-ups, refunds, replaced cards and dead workers. */
  topUpSequences: isAll() ? 500 : 5,
  /** Purchases with tax, codes, refunds and disputes, and how many have one account with Stripe. */
  sales: isAll() ? { count: 5_000, together: 250 } : { count: 40, together: 40 },
} as const;
