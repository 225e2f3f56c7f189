import { randomUUID } from 'node:crypto';
import { newId } from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import { type BareDatabase, openBare, type Query } from '../ledger/bare-database.ts';
import { createDatabase, fill, newWalletIds } from '../ledger/homes.ts';
import { reference, selectWallet, transact } from '../ledger/subjects.ts';
import { type Calls, callsOf, LANES, PEOPLE } from './calls.ts';

const DAY_MS = 86_400_000;

/** The queries of the calls by the bare driver, on a database of their own. */
export async function bareCalls(place: Parameters<typeof createDatabase>[2]): Promise<Calls> {
  const databaseUrl = await createDatabase('Postgres server', 'bare', place);
  const walletIds = newWalletIds(PEOPLE);
  await fill(databaseUrl, walletIds);
  const bare = await openBare(databaseUrl, LANES);
  const ledger = reference(bare, false);
  const tokens = await Promise.all(walletIds.map((walletId) => signIn(bare, walletId)));
  return {
    prepare: async (call, count) =>
      callsOf(count, (one) => {
        const walletId = walletIds[one % PEOPLE] ?? '';
        if (call === 'user') return () => signIn(bare, walletId);
        if (call === 'holds') return () => ledger.hold(walletId, randomUUID(), new Date());
        return () => bare.query(selectSession, [tokens[one % PEOPLE]]);
      }),
    cpuSeconds: () => process.cpuUsage().user / 1_000_000,
    close: bare.close,
  };
}

/** Stores a session in the statements of a sign-in; returns the hash of its token. */
async function signIn(bare: BareDatabase, walletId: string): Promise<string> {
  const [token, now] = [randomUUID(), new Date()];
  await transact(bare, (query) => storeSignIn(query, walletId, token, now));
  return token;
}

async function storeSignIn(query: Query, walletId: string, token: string, now: Date) {
  const until = new Date(now.getTime() + DAY_MS);
  await query(insertIdToken, [token, until]);
  await query(deleteIdTokens, [token.slice(0, 2), now]);
  const email = `${walletId}@example.com`;
  const [user] = await query(upsertUser, [newId(now), walletId, email, now]);
  await query(insertSession, [newId(now), token, user?.id, 'bench', now, until]);
  await query(deleteSessions, [user?.id]);
  await query(selectWallet, [walletId, 2_001]);
  await query('select key from trials where key in ($1, $2)', [email, walletId]);
}

const selectSession = `
  select sessions.id, sessions.last_seen_at, sessions.expires_at, users.*, wallets.*, lots.*
  from sessions join users on users.id = sessions.user_id
    join wallets on wallets.id = users.wallet_id left join lots on lots.wallet_id = wallets.id
  where sessions.token_hash = $1`;

const insertIdToken = `
  insert into used_id_tokens (token_hash, forget_at) values ($1, $2)
  on conflict (token_hash) do nothing returning token_hash`;

const deleteIdTokens = `
  delete from used_id_tokens where token_hash in (select token_hash from used_id_tokens
    where token_hash >= $1 and token_hash < $1 || 'g' and forget_at < $2 limit 10)`;

const upsertUser = `
  insert into users (id, sub, email, email_verified, wallet_id, created_at, saved_at, mailbox)
  values ($1, $2::text, $3, true, $2::uuid, $4, $4, $3)
  on conflict (sub) do update set email = excluded.email, saved_at = excluded.saved_at
  returning id, wallet_id, email`;

const insertSession = `
  insert into sessions (id, token_hash, user_id, user_agent, created_at, last_seen_at, expires_at)
  values ($1, $2, $3, $4, $5, $5, $6)`;

const deleteSessions = `
  delete from sessions where id in (select id from sessions where user_id = $1
    order by last_seen_at desc, id desc limit 1000 offset 20)`;
