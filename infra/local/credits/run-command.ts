import type { database } from '../../../functions/adapters/postgres/connection/database.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import {
  type FoundUser,
  findUsers,
  viewWallet,
} from '../../../functions/adapters/postgres/ledger/operator-view.ts';
import { describeRefusal } from '../../../functions/credits/command-refusal.ts';
import type { Refusal } from '../../../functions/http/handler.ts';
import { giftDays, holdSeconds } from '../../../src/contract/holds.ts';
import { auditAnswer } from './audit-answer.ts';
import type { Answer, Command } from './command.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { walletAnswer } from './wallet-answer.ts';

/** What commands work with. */
export interface Tools {
  readonly db: ReturnType<typeof database>;
  readonly now: Date;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

type Of<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Does what an operator asks, and says what came of it. */
export async function runCommand(command: Command, tools: Tools): Promise<Answer> {
  switch (command.command) {
    case 'grant':
      return forUser(command.user, tools, (user) => grant(command, user, tools));
    case 'show':
      return forUser(command.user, tools, async ({ sub, walletId }) =>
        walletAnswer(sub, await viewWallet(tools.db, walletId, tools.now)),
      );
    case 'audit':
      return auditAnswer(tools.db);
    case 'hold':
      return forUser(command.user, tools, (user) => hold(command, user, tools));
    case 'capture':
      return capture(command, tools);
    case 'release':
      return release(command, tools);
    case 'keys create':
      return createKey(command, tools);
    case 'keys list':
      return listKeys(tools);
    case 'keys revoke':
      return revokeKey(command, tools);
  }
}

async function grant(command: Of<'grant'>, { sub, walletId }: FoundUser, { db, now }: Tools) {
  const outcome = await ledgerStore(db).grant({
    walletId,
    amountCredits: command.amount,
    lifeMs: (command.days ?? giftDays.default) * DAY_MS,
    reason: command.reason,
    keyed: keyedBy(command, now),
  });
  return commandAnswer(command, outcome, ({ amount, expiresAt }) => [
    `${amount} credits for ${sub}, good until ${expiresAt}.`,
  ]);
}

async function hold(command: Of<'hold'>, { sub, walletId }: FoundUser, { db, now }: Tools) {
  const outcome = await ledgerStore(db).hold({
    walletId,
    amountCredits: command.amount,
    lifeMs: (command.seconds ?? holdSeconds.default) * 1_000,
    reference: command.reference ?? '',
    keyed: keyedBy(command, now),
  });
  return commandAnswer(command, outcome, ({ id, amount, expiresAt }) => [
    `${amount} credits of ${sub} are held until ${expiresAt}.`,
    `hold ${id}`,
  ]);
}

async function capture(command: Of<'capture'>, { db, now }: Tools) {
  const outcome = await ledgerStore(db).capture({
    holdId: command.id,
    amountCredits: command.amount,
    keyed: keyedBy(command, now),
  });
  return commandAnswer(command, outcome, ({ captured, released }) => [
    `${captured} credits are captured, and ${released} released.`,
  ]);
}

async function release(command: Of<'release'>, { db, now }: Tools) {
  const outcome = await ledgerStore(db).release({
    holdId: command.id,
    keyed: keyedBy(command, now),
  });
  return commandAnswer(command, outcome, ({ released }) => [`${released} credits are released.`]);
}

function keyedBy(
  { key, operator }: { readonly key: string; readonly operator: string },
  now: Date,
) {
  return { idempotencyKey: key, actor: `operator ${operator}`, now };
}

type Outcome<Body> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | Parameters<typeof describeRefusal>[0];

function commandAnswer<Body extends { readonly available: number; readonly held: number }>(
  { key }: { readonly key: string },
  outcome: Outcome<Body>,
  linesOf: (body: Body) => readonly string[],
): Answer {
  if (!outcome.ok) return refusalAnswer(describeRefusal(outcome), { key });
  const { body, replayed } = outcome;
  const again = replayed ? ['This key came before: nothing happened now.'] : [];
  const balance = `available ${body.available}, held ${body.held}`;
  const lines = [...again, ...linesOf(body), balance, `key ${key}`];
  return { ok: true, lines, body: { ...body, replayed, key } };
}

function refusalAnswer(
  { code, detail, facts, replayed }: Omit<Refusal, 'ok'>,
  more: Readonly<Record<string, unknown>> = {},
): Answer {
  const body = { ...more, ...facts, code, detail, ...(replayed === undefined ? {} : { replayed }) };
  return { ok: false, lines: [`${detail} (${code})`], body };
}

/** Works for the one user whom a text names. */
async function forUser(
  who: string,
  { db }: Tools,
  work: (user: FoundUser) => Promise<Answer>,
): Promise<Answer> {
  const [user, ...others] = await findUsers(db, who);
  if (user && others.length === 0) return work(user);
  const subs = [user, ...others].flatMap((one) => one?.sub ?? []);
  const detail = user
    ? `${subs.length} users have that address: name the one that you mean by its subject, ${subs.join(' or ')}.`
    : 'Nobody with that subject or address has signed in.';
  return refusalAnswer({ code: 'user_not_found', detail }, user ? { subs } : {});
}
