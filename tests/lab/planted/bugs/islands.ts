import type { Area } from '../planted-bug.ts';

const flows = 'src/islands/flows/';
const account = 'src/islands/account/';

/** Bugs in what runs in the browser: forms, payments, and what a tab keeps of its user. */
export const islands: Area = {
  name: 'islands',
  tests: [
    'tests/unit/src/islands/account/',
    'tests/unit/src/islands/flows/',
    'tests/unit/src/client/state/session-store',
  ],
  bugs: [
    {
      name: 'A form shows what another user has typed',
      file: `${flows}draft.ts`,
      from: 'draft?.sub === sub ? draft.values : {}',
      to: 'draft ? draft.values : {}',
    },
    {
      name: 'A run whose answer was lost is begun and charged again',
      file: `${flows}submission.ts`,
      from: 'return finalCodes.some((code) => isRefusedAs(failure, code));',
      to: 'return failure.kind !== undefined;',
    },
    {
      name: 'A file that has arrived is sent again',
      file: `${flows}upload-files.ts`,
      from: 'if (known?.hasArrived && isUsable)',
      to: 'if (known?.hasArrived && !isUsable)',
    },
    {
      name: 'A paused rule is said to charge at once although credits are held',
      file: `${account}TopUp.tsx`,
      from: 'balance.available + balance.held < below',
      to: 'balance.available < below',
    },
    {
      name: 'A lost connection ends the wait for a payment',
      file: `${account}CheckoutReturn.tsx`,
      from: "return status !== 'pending' && status !== 'unreachable';",
      to: "return status !== 'pending';",
    },
    {
      name: 'A late answer brings an old balance back',
      file: 'src/client/state/session-store.ts',
      from: 'if (request !== latestRequest) return session;',
      to: '',
    },
  ],
};
