import { departureKeptDays } from '../../../src/contract/account.ts';
import { runKeptDays } from '../../../src/contract/flows.ts';
import { uploadKeptHours } from '../../../src/contract/uploads.ts';

/** How long the rows of a table are kept, and why. `docs/credits.md` has the same table. */
interface Rule {
  readonly kept: string;
  readonly why: string;
}

/** How long a caller's key and its answer are kept, in days (rule 4 of the ledger). */
export const keyKeptDays = 90;

/** How long runs and purchases that were never paid are listed, in days. */
export const historyKeptDays = 365;

/** How long notices are kept, in days. */
export const noticeKeptDays = 90;

/** How long each call of a service's webhook is logged, in days. */
export const tryKeptDays = 30;

/** How long a deleted account with a debt is known, in days: the usual limitation of claims. */
export const debtKeptDays = 3 * 365;

const books = 'tax and commercial law ask for the books: 10 years in most countries, 30 in China';

/** Every table of the database. A table without an end here keeps its rows for good. */
export const retention = {
  entries: { kept: 'for good', why: books },
  lots: { kept: 'for good', why: 'the audit recomputes them from the entries' },
  holds: { kept: 'for good', why: 'the audit compares them with the entries' },
  wallets: { kept: 'for good', why: 'the entries are theirs; they name nobody' },
  purchases: {
    kept: `for good once paid; ${historyKeptDays} days if never paid`,
    why: books,
  },
  reversals: { kept: 'for good', why: books },
  owed_refunds: { kept: 'for good', why: books },
  idempotency_keys: {
    kept: `${keyKeptDays} days; our own keys for good`,
    why: 'a command that is sent again gets its first answer; ours stop a second trial or grant',
  },
  runs: {
    kept: `${historyKeptDays} days; until the next sweep after the account is deleted`,
    why: 'the user sees what was charged for',
  },
  run_files: {
    kept: `${runKeptDays} days, as are results, titles, inputs and links`,
    why: 'the user downloads them',
  },
  uploads: {
    kept: `${uploadKeptHours} hours; until the next sweep after the account is deleted`,
    why: 'the user runs flows on them',
  },
  upload_places: {
    kept: `${uploadKeptHours} hours, or until a run was charged for the upload`,
    why: 'a deleted account does not renew the budget of uploads; the key is an HMAC',
  },
  saved_cards: {
    kept: 'until they are replaced or ended, or the account is deleted',
    why: 'a pack is bought by itself; the payment service has the card',
  },
  receipt_counters: { kept: 'for good', why: 'receipts are numbered without a gap' },
  outbox: { kept: `${noticeKeptDays} days`, why: 'a notice is sent soon, or is no longer news' },
  webhook_endpoints: { kept: 'until an operator removes them', why: 'they are told of events' },
  webhook_tries: { kept: `${tryKeptDays} days`, why: 'operators see why a service heard nothing' },
  stopped_mailboxes: {
    kept: 'for good',
    why: 'a mailbox that bounced or complained gets no mail; the key is an HMAC of the address',
  },
  users: { kept: 'until the account is deleted', why: 'they are the account' },
  sessions: { kept: 'until they expire or are ended', why: 'the user is signed in' },
  used_id_tokens: { kept: 'until the token expires', why: 'a token is used once' },
  rate_limits: { kept: 'until the bucket is full', why: 'a full bucket says nothing' },
  trials: { kept: 'for good', why: 'a mailbox has one trial; the key is an HMAC of the address' },
  departures: {
    kept: `${departureKeptDays} days; ${debtKeptDays.toLocaleString('en')} days while something is owed`,
    why: 'a debt, or a payment under way, finds whoever comes back; the keys are HMACs',
  },
  erasures: { kept: 'until the runs are deleted', why: 'the sweep works through them' },
  sweep_positions: { kept: 'for good', why: 'one row for each part of the sweep' },
  audit_checkpoints: {
    kept: 'for good',
    why: 'one row for each wallet says how far the audit has read',
  },
  personal_keys: {
    kept: 'for good; names and secrets until the account is deleted',
    why: 'the audit compares their counts with the entries',
  },
  service_keys: { kept: 'for good', why: 'entries name their services' },
} as const satisfies Readonly<Record<string, Rule>>;
