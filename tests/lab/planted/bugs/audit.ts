import type { Area } from '../planted-bug.ts';

const onDatabases = 'tests/integration/postgres/';

/** Bugs in the chain of hashes and in the audit that reads it: each leaves something unseen. */
export const audit: Area = {
  name: 'audit',
  tests: ['tests/integration/postgres/audit-corruptions'],
  bugs: [
    {
      name: 'The audit does not compute hashes',
      file: 'functions/adapters/postgres/audit/replay-entry.ts',
      from: 'if (hashEntry(state.head, row) !== row.hash) {',
      to: "if (row.hash === '') {",
    },
    {
      name: 'The audit does not compare moves with sums',
      file: 'functions/adapters/postgres/audit/replay-entry.ts',
      from: `  checkMoves(state, row, effects.moves, note);
`,
      to: '',
    },
    {
      name: 'The audit ignores when lots end',
      file: 'functions/adapters/postgres/audit/compare-wallet.ts',
      from: `    end: [row.expires_at.toISOString(), lot.until],
`,
      to: '',
    },
    {
      name: 'The audit asks no purchase about bought lots',
      file: 'functions/adapters/postgres/audit/compare-wallet.ts',
      from: "if (row.source !== 'purchase' && row.source !== 'refund_reversed') return;",
      to: "if (row.source !== 'refund_reversed') return;",
    },
    {
      name: 'The audit does not count trials',
      file: 'functions/adapters/postgres/audit/compare-wallet.ts',
      from: 'if (trials > 1)',
      to: 'if (trials > 2)',
    },
    {
      name: 'The audit ignores settled holds without entries',
      file: 'functions/adapters/postgres/audit/audit-wallets.ts',
      from: "holdCounts: which === 'all' ? await countHolds(trx, walletIds) : undefined",
      to: "holdCounts: which === 'open' ? await countHolds(trx, walletIds) : undefined",
    },
    {
      name: 'The audit forgets what it has read before',
      file: 'functions/adapters/postgres/audit/audit-wallets.ts',
      from: `    checkMark(reading);
`,
      to: '',
    },
    {
      name: 'The audit believes every checkpoint',
      file: 'functions/adapters/postgres/audit/checkpoints.ts',
      from: 'isSealed: (row) => row.seal === sealOf(row),',
      to: "isSealed: (row) => row.seal !== '',",
    },
    {
      name: 'The audit does not miss a checkpoint',
      file: 'functions/adapters/postgres/audit/audit.ts',
      from: 'walletId <= anchored',
      to: 'walletId < NIL_ID',
    },
    {
      name: 'The audit ignores what is overdue',
      file: 'functions/adapters/postgres/audit/audit.ts',
      from: `  if (now) run.findings.push(...(await findOverdue(db, now)));
`,
      to: '',
    },
    {
      name: 'The audit takes whatever is released after a step for the end of a capture',
      file: 'functions/adapters/postgres/audit/replay-entry.ts',
      from: 'lastCapture === nameOfCommand(row.number - 1, row)',
      to: 'lastCapture !== undefined',
      tests: [`${onDatabases}audit.test`],
    },
    {
      name: 'The audit lets a hold be extended for good',
      file: 'functions/adapters/postgres/audit/compare-wallet.ts',
      from: ' && end.getTime() <= latest',
      to: '',
      tests: [`${onDatabases}audit.test`],
    },
    {
      name: 'The audit does not ask when an expired hold ended',
      file: 'functions/adapters/postgres/audit/compare-wallet.ts',
      from: `  if ('end' in hold && hold.end === 'expired') return false;
`,
      to: '',
      tests: [`${onDatabases}audit.test`],
    },
    {
      name: 'The audit misses no key once the sweep has deleted some',
      file: 'functions/adapters/postgres/audit/audit-wallets.ts',
      from: 'forgottenBefore && row.at < forgottenBefore',
      to: 'forgottenBefore',
      tests: [`${onDatabases}retention`],
    },
    {
      name: 'The audit looks no further than the first claim of a service',
      file: 'functions/adapters/postgres/audit/audit-everywhere.ts',
      from: 'return [...strays, ...(await findStrays(db, part, further))];',
      to: 'return further.length < 0 ? [] : strays;',
      tests: [`${onDatabases}audit.test`],
    },
    {
      name: 'Entries move nothing',
      file: 'functions/domain/ledger/entry.ts',
      from: 'return [after.id, ...movedNumbers.map(change)];',
      to: 'return [after.id, 0, 0, 0, 0, 0];',
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'The entry of a hold does not say when the hold ends',
      file: 'functions/domain/ledger/entry.ts',
      from: ": after.holds.find(({ id, state }) => id === holdId && state === 'open');",
      to: ': undefined;',
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'Entries do not hash the one before',
      file: 'functions/adapters/postgres/ledger/entry-chain.ts',
      from: 'last = hashEntry(last, row);',
      to: 'last = hashEntry(undefined, row);',
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'The hash of an entry leaves out who caused it',
      file: 'functions/adapters/postgres/ledger/entry-chain.ts',
      from: 'hashedColumns.map((name) => row[name]);',
      to: "hashedColumns.map((name) => (name === 'actor' ? '' : row[name]));",
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'The wallet does not store the hash of its last entry',
      file: 'functions/adapters/postgres/ledger/write-wallet.ts',
      from: 'updateSums(trx, after, chain.head, now);\n  if (lots',
      to: 'updateSums(trx, after, before.head, now);\n  if (lots',
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'A command begins the chain of hashes anew',
      file: 'functions/adapters/postgres/ledger/wallet-rows.ts',
      from: `    ...(first.head === null ? {} : { head: first.head }),
`,
      to: '',
      tests: [`${onDatabases}entry-chain`],
    },
    {
      name: 'The entries of due expiries are not stored',
      file: 'functions/adapters/postgres/ledger/change-wallet.ts',
      from: 'entries: [...current.entries, ...decided.entries]',
      to: 'entries: decided.entries',
      tests: [`${onDatabases}entry-chain`],
    },
  ],
};
