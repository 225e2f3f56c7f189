import { databaseKinds } from './database.ts';

/** Whether this is `npm run test:long` or `test:security`, which call Vitest with `--mode long`. */
const isLong = process.env.MODE === 'long';

/** The amounts of the tests that could go on for ever: in every run, and in the long one. */
export const thoroughness = {
  /** Texts that the check of the content reads. */
  checkedTexts: isLong ? 5_000 : 30,
  /** Sequences of commands that compare the rules with the model. */
  modelSequences: isLong ? 100_000 : 500,
  /** Sequences of commands that compare a database with the rules. */
  storedSequences: isLong ? 500 : 15,
  /** Kills of a process amid sign-ins, on each of two databases. */
  signInKills: isLong ? 50 : 5,
  /** Kills between a charge of a saved card and its grant. */
  topUpKills: isLong ? 50 : 3,
  /** Sequences of top-ups, refunds, replaced cards and dead workers, on each of two databases. */
  topUpSequences: isLong ? 500 : 5,
  /** The databases on which twenty users live for sixty days. */
  databasesOfSixtyDays: isLong ? databaseKinds : databaseKinds.slice(-1),
  /** Kills of the running product. */
  productKills: isLong ? 50 : 5,
  /** Arbitrary calls to the API, which it has to answer properly. */
  fuzzedCalls: isLong ? 10_000 : 1_000,
  /** The statements between two conflicts while a deployment prepares its cluster. */
  statementsPerConflict: isLong ? 1 : 20,
  /** Kinds of edits after which a build is compared with one that starts with nothing. */
  rebuiltEdits: isLong ? 20 : 2,
} as const;
