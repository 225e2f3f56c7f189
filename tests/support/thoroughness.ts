/** Whether this is `npm run test:long` or `test:security`, which call Vitest with `--mode long`. */
const isLong = process.env.MODE === 'long';

/** How much the tests try that could go on for ever: in every run, and in the long one. */
export const thoroughness = {
  /** Texts that the check of the content has to get through. */
  checkedTexts: isLong ? 5_000 : 30,
  /** Sequences of commands that the rules are compared with the model in. */
  modelSequences: isLong ? 100_000 : 500,
  /** Sequences that a database is compared with the rules in. */
  storedSequences: isLong ? 500 : 15,
  /** Times that a process is killed amid sign-ins, on each of two databases. */
  signInKills: isLong ? 50 : 5,
  /** Times that the running product is killed. */
  productKills: isLong ? 50 : 5,
  /** Calls of any kind to the API, all of which it has to answer properly. */
  fuzzedCalls: isLong ? 10_000 : 1_000,
} as const;
