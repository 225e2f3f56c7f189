import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import {
  type FoundUser,
  findUsers,
  viewWallet,
  type WalletView,
} from '../../../functions/adapters/postgres/ledger/operator-view.ts';
import {
  type ListedServiceKey,
  serviceKeys,
} from '../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../functions/callers/for-service.ts';
import { describeRefusal } from '../../../functions/credits/command-refusal.ts';
import type { Refusal } from '../../../functions/http/handler.ts';
import { reconcilePurchases } from '../../../functions/purchases/reconcile.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { giftDays, holdSeconds } from '../../../src/contract/holds.ts';
import { inDataFolder } from '../data/data-folder.ts';
import { persistedPaymentSecrets } from '../data/persisted-secrets.ts';
import type { Settings } from '../settings.ts';
import { audit, books, invoiceBooks } from './audit-command.ts';
import type { Command, CommandDeps, CommandResult } from './command.ts';
import { runMessageCommand } from './messages-command.ts';
import { isWebhookCommand, runWebhookCommand } from './webhooks-command.ts';

interface AllDeps extends CommandDeps {
  /** How to call Stripe, for the commands that do. */
  readonly stripe: () => Parameters<typeof reconcilePurchases>[2]['stripe'];
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

/** As long as the schedule asks about purchases. */
const RECONCILED_DAYS = 10;

/** Carries out a command of the operator. */
export async function runCommand(command: Command, deps: AllDeps): Promise<CommandResult> {
  if (isWebhookCommand(command)) return runWebhookCommand(command, deps);
  switch (command.command) {
    case 'grant':
      return forUser(command.user, deps, (user) => grant(command, user, deps));
    case 'show':
      return forUser(command.user, deps, async ({ sub, walletId }) =>
        walletResult(sub, await viewWallet(deps.db, walletId, deps.now)),
      );
    case 'audit':
      return audit(command.whole, deps);
    case 'books':
      return command.invoices ? invoiceBooks(command.csv, deps) : books(command.csv, deps);
    case 'payments reconcile':
      return reconcile(command, deps);
    case 'hold':
      return forUser(command.user, deps, (user) => hold(command, user, deps));
    case 'capture':
      return capture(command, deps);
    case 'release':
      return release(command, deps);
    case 'keys create':
      return createKey(command, deps);
    case 'keys list':
      return listKeys(deps);
    case 'keys revoke':
      return revokeKey(command, deps);
    case 'messages list':
    case 'messages show':
    case 'messages resend':
    case 'messages drop':
      return runMessageCommand(command, deps);
  }
}

/** Runs `work` for the one user with that subject or e-mail address. */
async function forUser(
  who: string,
  { db }: CommandDeps,
  work: (user: FoundUser) => Promise<CommandResult>,
): Promise<CommandResult> {
  const [user, ...others] = await findUsers(db, who);
  if (user && others.length === 0) return work(user);
  const subs = [user, ...others].flatMap((one) => one?.sub ?? []);
  const detail = user
    ? `${subs.length} users have that address: name the one that you mean by its subject, ${subs.join(' or ')}.`
    : 'Nobody with that subject or address has signed in.';
  return refusalResult({ code: 'user_not_found', detail }, user ? { subs } : {});
}

async function grant(
  command: CommandNamed<'grant'>,
  { sub, walletId }: FoundUser,
  { db, now }: CommandDeps,
) {
  const outcome = await ledgerStore(db).grant({
    walletId,
    amountCredits: command.amount,
    lifeMs: (command.days ?? giftDays.default) * DAY_MS,
    reason: command.reason,
    keyed: keyedBy(command, now),
  });
  return ledgerResult(command, outcome, ({ amount, expiresAt }) => [
    `${amount} credits for ${sub}, good until ${expiresAt}.`,
  ]);
}

async function hold(
  command: CommandNamed<'hold'>,
  { sub, walletId }: FoundUser,
  { db, now }: CommandDeps,
) {
  const outcome = await ledgerStore(db).hold({
    walletId,
    amountCredits: command.amount,
    lifeMs: (command.seconds ?? holdSeconds.default) * 1_000,
    reference: command.reference ?? '',
    keyed: keyedBy(command, now),
  });
  return ledgerResult(command, outcome, ({ id, amount, expiresAt }) => [
    `${amount} credits of ${sub} are held until ${expiresAt}.`,
    `hold ${id}`,
  ]);
}

async function capture(command: CommandNamed<'capture'>, { db, now }: CommandDeps) {
  const outcome = await ledgerStore(db).capture({
    holdId: command.id,
    ofAnyMaker: true,
    amountCredits: command.amount,
    keyed: keyedBy(command, now),
  });
  return ledgerResult(command, outcome, ({ captured, released }) => [
    `${captured} credits are captured, and ${released} released.`,
  ]);
}

async function release(command: CommandNamed<'release'>, { db, now }: CommandDeps) {
  const keyed = keyedBy(command, now);
  const asked = { holdId: command.id, ofAnyMaker: true, keyed };
  const outcome = await ledgerStore(db).release(asked);
  return ledgerResult(command, outcome, ({ released }) => [`${released} credits are released.`]);
}

function keyedBy(
  { key, operator }: CommandNamed<'grant' | 'hold' | 'capture' | 'release'>,
  now: Date,
) {
  return { idempotencyKey: key, actor: `operator ${operator}`, now };
}

/** Compares the purchases since a day, or of the last days, with the payment service. */
async function reconcile(
  { since, apply = false }: CommandNamed<'payments reconcile'>,
  deps: AllDeps,
): Promise<CommandResult> {
  const from = new Date(since ?? deps.now.getTime() - RECONCILED_DAYS * DAY_MS);
  if (from > deps.now) {
    const detail = 'The day of --since must not lie ahead.';
    return refusalResult({ code: 'query_invalid', detail });
  }
  const differences = await reconcilePurchases(from, apply, { ...deps, stripe: deps.stripe() });
  if (!differences) {
    const detail = 'The payment service does not answer: start the product, or try again soon.';
    return refusalResult({ code: 'payments_unreachable', detail });
  }
  const heads = { purchase: 'purchase', here: 'here', there: 'Stripe', remedy: 'remedy' };
  const rows = differences.length === 0 ? [] : [heads, ...differences];
  const lines = rows.map(
    ({ purchase, here, there, remedy }) =>
      `${purchase.padEnd(38)}${here.padEnd(18)}${there.padEnd(28)}${remedy}`,
  );
  return {
    ok: differences.every(({ remedy }) => remedy === 'applied'),
    lines: lines.length === 0 ? ['No purchase differs.'] : lines,
    body: { since: from.toISOString(), differences },
  };
}

/** The account with Stripe that the settings name, or else the local payments. */
export function stripeAccess({
  dataDir,
  payments,
  variables: { SITE_ORIGIN: siteOrigin, STRIPE_SECRET_KEY, STRIPE_API_BASE },
}: Settings) {
  const secretKey =
    STRIPE_SECRET_KEY ??
    inDataFolder(dataDir, () => persistedPaymentSecrets(dataDir).STRIPE_SECRET_KEY);
  return { siteOrigin, secretKey, apiBase: STRIPE_API_BASE ?? payments?.origin };
}

/** Makes a service key. The key itself appears in this result and nowhere else. */
async function createKey(
  { name, scopes }: CommandNamed<'keys create'>,
  { db, now, randomBytes }: AllDeps,
): Promise<CommandResult> {
  const key = newServiceKey(randomBytes);
  const unique = [...new Set(scopes)];
  const keyHash = serviceKeyHash(key);
  const made = await serviceKeys(db).make({ name, scopes: unique, keyHash, now });
  const advice = 'Keep the key now: it is shown this once, and not stored.';
  const lines = [key, serviceKeyLine(made), advice];
  return { ok: true, lines, body: { key, ...serviceKeyBody(made) } };
}

async function listKeys({ db }: CommandDeps): Promise<CommandResult> {
  const keys = await serviceKeys(db).list();
  const lines = keys.length === 0 ? ['There are no service keys.'] : keys.map(serviceKeyLine);
  return { ok: true, lines, body: { keys: keys.map(serviceKeyBody) } };
}

/** Revokes a service key; a key that was revoked before stays unchanged. */
async function revokeKey(
  { id }: CommandNamed<'keys revoke'>,
  { db, now }: CommandDeps,
): Promise<CommandResult> {
  const key = await serviceKeys(db).revoke(id, now);
  if (key) return { ok: true, lines: [serviceKeyLine(key)], body: serviceKeyBody(key) };
  const detail = 'There is no service key of that id: "keys list" shows those that there are.';
  return { ok: false, lines: [detail], body: { code: 'not_found', detail } };
}

type LedgerOutcome<Body> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | Parameters<typeof describeRefusal>[0];

function ledgerResult<Body extends { readonly available: number; readonly held: number }>(
  { key }: { readonly key: string },
  outcome: LedgerOutcome<Body>,
  linesOf: (body: Body) => readonly string[],
): CommandResult {
  if (!outcome.ok) return refusalResult(describeRefusal(outcome), { key });
  const { body, replayed } = outcome;
  const again = replayed ? ['This key came before: nothing happened now.'] : [];
  const balance = `available ${body.available}, held ${body.held}`;
  const lines = [...again, ...linesOf(body), balance, `key ${key}`];
  return { ok: true, lines, body: { ...body, replayed, key } };
}

function refusalResult(
  { code, detail, facts, replayed }: Omit<Refusal, 'ok'>,
  more: Readonly<Record<string, unknown>> = {},
): CommandResult {
  const body = { ...more, ...facts, code, detail, ...(replayed === undefined ? {} : { replayed }) };
  return { ok: false, lines: [`${detail} (${code})`], body };
}

function walletResult(sub: string, view: WalletView): CommandResult {
  const { available, held, owed } = view;
  const lots = view.lots.map(({ id, source, amountCredits, remainingCredits, expiresAt }) => ({
    id,
    source,
    amount: amountCredits,
    remaining: remainingCredits,
    expiresAt: expiresAt.toISOString(),
  }));
  const holds = view.holds.map((hold) => ({ ...hold, expiresAt: hold.expiresAt.toISOString() }));
  const entries = view.entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  return {
    ok: true,
    lines: [
      sub,
      `available ${available}, held ${held}, owed ${owed}`,
      ...section('lots, the first to be spent first:', lots, (lot) => [
        `${lot.remaining} of ${lot.amount} ${lot.source}, good until ${lot.expiresAt}`,
      ]),
      ...section('open holds:', holds, ({ id, amount, reference, expiresAt }) => [
        `${id} ${amount} until ${expiresAt} ${reference}`.trimEnd(),
      ]),
      ...section('latest entries:', entries, ({ number, at, kind, quantity, ...entry }) => [
        `${number}. ${at} ${kind} ${quantity}, balance ${entry.balanceAfter}, by ${entry.actor}`,
      ]),
    ],
    body: { sub, available, held, owed, lots, holds, entries },
  };
}

function section<Item>(
  title: string,
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
): readonly string[] {
  if (items.length === 0) return [];
  return [title, ...items.flatMap(linesOf).map((line) => `  ${line}`)];
}

/** A service key without its secret. */
function serviceKeyBody({ id, name, scopes, createdAt, revokedAt }: ListedServiceKey) {
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

function serviceKeyLine(key: ListedServiceKey): string {
  const { id, name, scopes, createdAt, revokedAt } = serviceKeyBody(key);
  const state = revokedAt === null ? `since ${createdAt}` : `revoked ${revokedAt}`;
  return `${id} ${name} (${scopes.join(', ')}) ${state}`;
}
