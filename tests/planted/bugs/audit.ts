import type { Area } from '../planted-bug.ts';

/** Bugs in the audit of the ledger: each leaves something unseen. */
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
  ],
};
