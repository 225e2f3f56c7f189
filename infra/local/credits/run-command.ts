import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { database } from '../../../functions/adapters/postgres/connection/database.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import {
  type FoundUser,
  findUsers,
  viewWallet,
} from '../../../functions/adapters/postgres/ledger/operator-view.ts';
import { serviceKeys } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../functions/callers/for-service.ts';
import { giftDays, holdSeconds } from '../../../src/contract/holds.ts';
import type { Command, CommandResult } from './command.ts';
import {
  auditResult,
  ledgerResult,
  refusalResult,
  serviceKeyBody,
  serviceKeyLine,
  walletResult,
} from './results.ts';

interface CommandDeps {
  readonly db: ReturnType<typeof database>;
  readonly now: Date;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}

type CommandNamed<Name extends Command['command']> = Extract<Command, { readonly command: Name }>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Carries out a command of the operator. */
export async function runCommand(command: Command, deps: CommandDeps): Promise<CommandResult> {
  switch (command.command) {
    case 'grant':
      return forUser(command.user, deps, (user) => grant(command, user, deps));
    case 'show':
      return forUser(command.user, deps, async ({ sub, walletId }) =>
        walletResult(sub, await viewWallet(deps.db, walletId, deps.now)),
      );
    case 'audit':
      return auditResult(await auditLedger(deps.db));
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
    amountCredits: command.amount,
    keyed: keyedBy(command, now),
  });
  return ledgerResult(command, outcome, ({ captured, released }) => [
    `${captured} credits are captured, and ${released} released.`,
  ]);
}

async function release(command: CommandNamed<'release'>, { db, now }: CommandDeps) {
  const outcome = await ledgerStore(db).release({
    holdId: command.id,
    keyed: keyedBy(command, now),
  });
  return ledgerResult(command, outcome, ({ released }) => [`${released} credits are released.`]);
}

function keyedBy(
  { key, operator }: { readonly key: string; readonly operator: string },
  now: Date,
) {
  return { idempotencyKey: key, actor: `operator ${operator}`, now };
}

/** Makes a service key. The key itself appears in this result and nowhere else. */
async function createKey(
  { name, scopes }: CommandNamed<'keys create'>,
  { db, now, randomBytes }: CommandDeps,
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
