import type { Area } from '../planted-bug.ts';

const onDatabases = 'tests/integration/postgres/';

/** Bugs in the decisions of the ledger, and in their storage. */
export const ledger: Area = {
  name: 'ledger',
  tests: ['tests/unit/functions/domain/ledger/'],
  bugs: [
    {
      name: 'A gift pays what the wallet owes',
      file: 'functions/domain/ledger/grant.ts',
      from: 'operator: false,',
      to: 'operator: true,',
    },
    {
      name: 'A purchase leaves the debts of the wallet unpaid',
      file: 'functions/domain/ledger/grant.ts',
      from: 'purchase: true,',
      to: 'purchase: false,',
    },
    {
      name: 'A wallet with the most allowed lots accepts one more gift',
      file: 'functions/domain/ledger/grant.ts',
      from: 'return open.length >= maxOpenLots;',
      to: 'return open.length > maxOpenLots;',
    },
    {
      name: 'The lot with the latest expiry is spent first',
      file: 'functions/domain/ledger/wallet.ts',
      from: 'byTime(a.expiresAt, b.expiresAt)',
      to: 'byTime(b.expiresAt, a.expiresAt)',
    },
    {
      name: 'Bought credits are spent before given ones',
      file: 'functions/domain/ledger/wallet.ts',
      from: 'operator: 1,\n  purchase: 2,',
      to: 'operator: 2,\n  purchase: 1,',
    },
    {
      name: 'A lot can still be spent at the moment of its expiry',
      file: 'functions/domain/ledger/advance.ts',
      from: '.filter(({ expiresAt }) => expiresAt <= now)',
      to: '.filter(({ expiresAt }) => expiresAt < now)',
    },
    {
      name: 'A hold is still open at the moment of its expiry',
      file: 'functions/domain/ledger/advance.ts',
      from: "state === 'open' && expiresAt <= now",
      to: "state === 'open' && expiresAt < now",
    },
    {
      name: 'A settled hold is released again at its expiry',
      file: 'functions/domain/ledger/advance.ts',
      from: ".filter(({ state, expiresAt }) => state === 'open' && expiresAt <= now)",
      to: '.filter(({ expiresAt }) => expiresAt <= now)',
    },
    {
      name: 'The last credit of a wallet cannot be held',
      file: 'functions/domain/ledger/hold.ts',
      from: 'if (requiredCredits <= available)',
      to: 'if (requiredCredits < available)',
    },
    {
      name: 'Held credits can still be spent',
      file: 'functions/domain/ledger/hold.ts',
      from: 'remainingCredits: lot.remainingCredits - credits,',
      to: 'remainingCredits: lot.remainingCredits,',
    },
    {
      name: 'A capture of less keeps the share of the last lot',
      file: 'functions/domain/ledger/settle.ts',
      from: 'if (rest.length === 0 || staysOpen)',
      to: 'if (rest.length <= 1 || staysOpen)',
    },
    {
      name: 'A capture may exceed its hold',
      file: 'functions/domain/ledger/settle.ts',
      from: '!isAmount(amountCredits) || amountCredits > unspentCredits',
      to: '!isAmount(amountCredits)',
    },
    {
      name: 'A step of a capture ends the hold',
      file: 'functions/domain/ledger/settle.ts',
      from: 'command.keepsRest === true && rest.length > 0',
      to: 'false',
    },
    {
      name: 'A hold that expires returns also what it has spent',
      file: 'functions/domain/ledger/advance.ts',
      from: 'shares: unspentShares(hold),',
      to: 'shares: hold.split,',
    },
    {
      name: 'A service settles and raises the hold of another one',
      file: 'functions/domain/ledger/settle.ts',
      from: 'hold.actor === actor',
      to: 'hold.actor !== undefined',
    },
    {
      name: 'A hold can be extended for good',
      file: 'functions/domain/ledger/change-hold.ts',
      from: 'expiresAt > latestExpiry(hold)',
      to: 'false',
    },
    {
      name: 'A capture of less spends the last lots',
      file: 'functions/domain/ledger/settle.ts',
      from: 'const parts = split.map(',
      to: 'const parts = split.toReversed().map(',
    },
    {
      name: 'A hold that was released can be captured',
      file: 'functions/domain/ledger/settle.ts',
      from: "if (hold.state !== 'open')",
      to: "if (hold.state === 'captured')",
    },
    {
      name: 'Credits that return to a lot at its expiry can be spent again',
      file: 'functions/domain/ledger/settle.ts',
      from: 'lot.expiresAt <= at',
      to: 'lot.expiresAt < at',
    },
    {
      name: 'Credits that return to a lot with a debt leave the debt unpaid',
      file: 'functions/domain/ledger/settle.ts',
      from: 'Math.min(credits, lot.owedCredits)',
      to: 'Math.min(0, lot.owedCredits)',
    },
    {
      name: 'A refund makes a debt of credits that expired unspent',
      file: 'functions/domain/ledger/refund.ts',
      from: 'take(forgiveExpired, (lot) => lot.expiredCredits)',
      to: 'take(forgiveExpired, () => 0)',
    },
    {
      name: 'A reversed refund revives credits that expired before it',
      file: 'functions/domain/ledger/refund.ts',
      from: 'amountCredits: returnedCredits,',
      to: 'amountCredits,',
    },
    {
      name: 'Credits of a won dispute expire on their first date',
      file: 'functions/domain/ledger/refund.ts',
      from: 'Math.max(last, now.getTime() + MIN_RESTORED_DAYS * DAY_MS)',
      to: 'last',
    },
    {
      name: 'A balance at the mark is not low yet',
      file: 'functions/domain/ledger/wallet.ts',
      from: '<= wallet.lowMarkCredits',
      to: '< wallet.lowMarkCredits',
    },
    {
      name: 'Each change below the mark reports a low balance again',
      file: 'functions/domain/ledger/wallet.ts',
      from: ' && before.lowMarkCredits !== undefined && !isLow(before)',
      to: '',
    },
    {
      name: 'An entry has the held credits before it',
      file: 'functions/domain/ledger/entry.ts',
      from: 'heldAfterCredits: heldCredits(after),',
      to: 'heldAfterCredits: heldCredits(before),',
    },
    {
      name: 'A command whose key is known runs again',
      file: 'functions/adapters/postgres/ledger/idempotent.ts',
      from: 'if (stored) return { ok: true, answer: format.read(stored.response), replayed: true };',
      to: '',
      tests: [`${onDatabases}idempotent`],
    },
    {
      name: 'A key with other content gets the first answer',
      file: 'functions/adapters/postgres/ledger/idempotent.ts',
      from: 'stored ? stored.request_hash !== request.hash : isClaimed',
      to: '!stored && isClaimed',
      tests: [`${onDatabases}idempotent`],
    },
    {
      name: 'The same key of one service for two users runs two commands',
      file: 'functions/adapters/postgres/ledger/idempotent.ts',
      from: 'stored ? stored.request_hash !== request.hash : isClaimed',
      to: 'stored && stored.request_hash !== request.hash',
      tests: [`${onDatabases}idempotent`],
    },
    {
      name: 'A service gets the answer to the same key of another service',
      file: 'functions/adapters/postgres/ledger/idempotent.ts',
      from: 'verbatim && verbatim.actor !== null && verbatim.actor !== (actor ?? null)',
      to: 'verbatim && verbatim.actor !== null && actor === undefined',
      tests: [`${onDatabases}idempotent`],
    },
    {
      name: 'A service settles the hold of another user than the named one',
      file: 'functions/adapters/postgres/ledger/ledger-store.ts',
      from: 'if (sub === undefined || row?.sub === sub) return row?.wallet_id;',
      to: 'if (row) return row.wallet_id;',
      tests: ['tests/integration/journeys/settle-holds'],
    },
    {
      name: 'Commands read committed rows, so one overwrites another',
      file: 'functions/adapters/postgres/connection/transact.ts',
      from: "'repeatable read'",
      to: "'read committed'",
      tests: [`${onDatabases}ledger-parallel`],
    },
    {
      name: 'A deadlock is not retried',
      file: 'functions/adapters/postgres/connection/transact.ts',
      from: "new Set(['40001', '40P01'])",
      to: "new Set(['40001'])",
      tests: [`${onDatabases}transact`],
    },
    {
      name: 'The row of the wallet is written last',
      file: 'functions/adapters/postgres/ledger/write-wallet.ts',
      from: `  await updateSums(trx, after, chain.head, now);
  if (lots.length > 0) await upsertLots(trx, after.id, lots);
  if (holds.length > 0) await upsertHolds(trx, after.id, holds);
  if (entries.length > 0) await insertEntries(trx, chain.rows);
`,
      to: `  if (lots.length > 0) await upsertLots(trx, after.id, lots);
  if (holds.length > 0) await upsertHolds(trx, after.id, holds);
  if (entries.length > 0) await insertEntries(trx, chain.rows);
  await updateSums(trx, after, chain.head, now);
`,
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'A debt that was paid is still stored',
      file: 'functions/adapters/postgres/ledger/write-wallet.ts',
      from: 'owed = excluded.owed, ',
      to: '',
      tests: [`${onDatabases}wallet-rows`],
    },
    {
      name: 'A capture does not store which lots it spent',
      file: 'functions/adapters/postgres/ledger/write-wallet.ts',
      from: 'captured = excluded.captured, ',
      to: '',
      tests: [`${onDatabases}ledger-model`],
    },
    {
      name: 'A wallet is read without lots that have only a debt',
      file: 'functions/adapters/postgres/ledger/wallet-rows.ts',
      from: ' or lots.owed > 0 ',
      to: ' ',
      tests: [`${onDatabases}wallet-rows`],
    },
    {
      name: 'Due expiries are not stored when a command is refused',
      file: 'functions/adapters/postgres/ledger/change-wallet.ts',
      from: 'await writeWallet(trx, stored, change, { now, newId });',
      to: 'if (decided.ok) await writeWallet(trx, stored, change, { now, newId });',
      tests: [`${onDatabases}ledger-model`],
    },
    {
      name: 'The sweep ignores lots',
      file: 'functions/adapters/postgres/ledger/sweep-store.ts',
      from: 'lots: wallets(lots)',
      to: 'lots: { due: async () => undefined, settle: async () => {} }',
      tests: [`${onDatabases}sweep`],
    },
    {
      name: 'The sweep begins anew with what failed',
      file: 'functions/adapters/postgres/retention/due-rows.ts',
      from: 'if (position !== stored) {',
      to: 'if (position === null) {',
      tests: [`${onDatabases}sweep`],
    },
    {
      name: 'The sweep deletes our own keys too',
      file: 'functions/adapters/postgres/retention/retention-deletions.ts',
      from: "and (actor is not null or position(' ' in key) = 0)",
      to: '',
      tests: [`${onDatabases}retention`],
    },
    {
      name: 'A gift of nothing is accepted',
      file: 'functions/domain/ledger/grant.ts',
      from: `  if (!isAmount(amountCredits)) return { ok: false, code: 'amount_invalid' };
`,
      to: '',
    },
    {
      name: 'A hold of nothing is accepted',
      file: 'functions/domain/ledger/hold.ts',
      from: `  if (!isAmount(requiredCredits)) return { ok: false, code: 'amount_invalid' };
`,
      to: '',
    },
    {
      name: 'A capture of one credit more than the hold is accepted',
      file: 'functions/domain/ledger/settle.ts',
      from: 'amountCredits > unspentCredits',
      to: 'amountCredits > unspentCredits + 1',
    },
    {
      name: 'A hold that expired counts as settled',
      file: 'functions/domain/ledger/settle.ts',
      from: `  if (hold.state === 'expired') return { ok: false, code: 'hold_expired' };
`,
      to: '',
    },
    {
      name: 'Two entries have the same number',
      file: 'functions/domain/ledger/entry.ts',
      from: 'const number = before.entryCount + 1;',
      to: 'const number = Math.max(1, before.entryCount);',
    },
    {
      name: 'An entry has the owed credits before it',
      file: 'functions/domain/ledger/entry.ts',
      from: 'owedAfterCredits: owedCredits(after),',
      to: 'owedAfterCredits: owedCredits(before),',
    },
    {
      name: 'A refund leaves what remains of the bought credits',
      file: 'functions/domain/ledger/refund.ts',
      from: `    .map(take(takeRemaining, (lot) => lot.remainingCredits))
`,
      to: '',
    },
    {
      name: 'A refund of spent credits makes no debt',
      file: 'functions/domain/ledger/refund.ts',
      from: 'owedCredits: lot.owedCredits + credits,',
      to: 'owedCredits: lot.owedCredits,',
    },
    {
      name: 'A refund forgets what it took',
      file: 'functions/domain/ledger/refund.ts',
      from: `    remainingCredits: lot.remainingCredits - credits,
    refundedCredits: lot.refundedCredits + credits,`,
      to: '    remainingCredits: lot.remainingCredits - credits,',
    },
    {
      name: 'A reversed refund can be reversed again',
      file: 'functions/domain/ledger/refund.ts',
      from: 'refundedCredits: lot.refundedCredits - returned',
      to: 'refundedCredits: lot.refundedCredits',
    },
    {
      name: 'The entry of a reversed refund lacks what happened to the old lots',
      file: 'functions/domain/ledger/refund.ts',
      from: 'return record(unchanged(wallet), granted.wallet, moved);',
      to: 'return record(unchanged(before), granted.wallet, moved);',
      tests: [`${onDatabases}audit-purchases`],
    },
  ],
};
