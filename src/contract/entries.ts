import * as z from 'zod/mini';
import { balanceSchema, creditSources, wholeCredits } from './credits.ts';
import { route } from './route.ts';

/** The kinds of entries of the ledger. */
export const entryKinds = [
  'grant',
  'hold',
  'capture',
  'release',
  'expire',
  'refund',
  'refund_reversed',
] as const;

export type EntryKind = (typeof entryKinds)[number];

/** The cause of an entry: the system, a service by its name, or an operator without a name. */
export const entryActors = ['system', 'service', 'operator'] as const;

/** How many entries a page has by default, and at most. */
export const entriesPerPage = { default: 25, max: 100 } as const;

const credits = z.int();

/** An entry as its owner sees it, without the members for operators and services. */
export const entrySchema = z.object({
  number: z.int().check(z.gte(1)),
  kind: z.enum(entryKinds),
  /** How many credits it moves: never negative, also where the balance stays. */
  quantity: credits,
  /** The change of the balance. */
  amount: credits,
  available: credits,
  held: credits,
  owed: credits,
  /** The source of the credits of a grant or an expiry. */
  source: z.optional(z.enum(creditSources)),
  /** A text of the operator or the service: the reason of a gift, the purpose of a hold. */
  note: z.optional(z.string()),
  actor: z.enum(entryActors),
  /** The name of the service that caused it. */
  service: z.optional(z.string()),
  /** The run of a flow that it belongs to. */
  run: z.optional(z.uuid()),
  /** The name of the personal key that began that run. */
  key: z.optional(z.string()),
  at: z.iso.datetime(),
});

export type EntryReply = z.infer<typeof entrySchema>;

/** A page of entries, newest first; `next` is the cursor of the page after it. */
export const entriesSchema = z.object({
  entries: z.array(entrySchema),
  next: z.nullable(z.string()),
});

/** How many days of use the account looks back on, to say how long its credits last. */
export const recentDays = 30;

/** The wallet at the moment of its newest entries, so that all of it agrees. */
export const walletSchema = z.extend(balanceSchema, {
  /** The credits that were used within `recentDays`, or since the first entry if that is later. */
  recent: z.object({ used: wholeCredits, since: z.iso.datetime() }),
});

export type WalletReply = z.infer<typeof walletSchema>;

/** The user's own entries. `wallet` comes with the newest ones of all kinds. */
const ownEntriesSchema = z.extend(entriesSchema, { wallet: z.optional(walletSchema) });

/** A number of a query, which has no other sign than digits: `1e1`, `+5` and ` 5` are refused. */
const digits = z.string().check(z.regex(/^\d{1,9}$/));

const pageSize = z.pipe(
  digits,
  z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(entriesPerPage.max))),
);

/** The requested kinds of entries: `kind` is a list with commas between. */
export const entriesQuerySchema = z.object({
  cursor: z.optional(z.string().check(z.maxLength(64))),
  limit: z._default(pageSize, entriesPerPage.default),
  kind: z.optional(
    z.pipe(
      z.string().check(z.maxLength(100)),
      z.pipe(
        z.transform((list: string) => list.split(',')),
        z.array(z.enum(entryKinds)),
      ),
    ),
  ),
});

export type EntriesQuery = z.infer<typeof entriesQuerySchema>;

export const listEntries = /* @__PURE__ */ route('listEntries', {
  summary: 'The entries of the user’s ledger, newest first',
  method: 'GET',
  path: '/api/credits/entries',
  file: 'credits/list-entries',
  caller: 'session',
  query: entriesQuerySchema,
  csv: true,
  localized: true,
  limit: 'download',
  replies: { 200: ownEntriesSchema },
});

export const entryRoutes = { listEntries };
