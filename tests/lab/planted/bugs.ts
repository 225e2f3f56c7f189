import type { Area } from './planted-bug.ts';

/** Forty bugs, some in each area: a test of its area has to catch each of them. */
export const areas: readonly Area[] = [
  {
    name: 'ledger',
    tests: ['tests/unit/functions/domain/ledger/'],
    bugs: [
      {
        name: 'A wallet with the most allowed lots accepts one more gift',
        file: 'functions/domain/ledger/grant.ts',
        from: 'return open.length >= maxOpenLots;',
        to: 'return open.length > maxOpenLots;',
      },
      {
        name: 'A lot can still be spent at the moment of its expiry',
        file: 'functions/domain/ledger/advance.ts',
        from: '.filter(({ expiresAt }) => expiresAt <= now)',
        to: '.filter(({ expiresAt }) => expiresAt < now)',
      },
      {
        name: 'A capture may exceed its hold',
        file: 'functions/domain/ledger/settle.ts',
        from: '!isAmount(amountCredits) || amountCredits > unspentCredits',
        to: '!isAmount(amountCredits)',
      },
      {
        name: 'A command whose key is known runs again',
        file: 'functions/adapters/postgres/ledger/idempotent.ts',
        from: 'if (stored) return { ok: true, answer: format.read(stored.response), replayed: true };',
        to: '',
        tests: ['tests/integration/postgres/idempotent'],
      },
      {
        name: 'Commands read committed rows, so one overwrites another',
        file: 'functions/adapters/postgres/connection/transact.ts',
        from: "'repeatable read'",
        to: "'read committed'",
        tests: ['tests/integration/postgres/ledger-parallel'],
      },
      {
        name: 'A debt that was paid is still stored',
        file: 'functions/adapters/postgres/ledger/write-wallet.ts',
        from: 'owed = excluded.owed, ',
        to: '',
        tests: ['tests/integration/postgres/wallet-rows'],
      },
    ],
  },
  {
    name: 'keys',
    tests: [
      'tests/unit/functions/domain/ledger/model',
      'tests/integration/journeys/keys',
      'tests/integration/journeys/own-keys',
    ],
    bugs: [
      {
        name: 'A cap counts what was spent, and not what is held',
        file: 'functions/domain/ledger/key-cap.ts',
        from: 'if (spentCredits + heldCredits + requiredCredits <= capCredits) continue;',
        to: 'if (spentCredits + requiredCredits <= capCredits) continue;',
      },
      {
        name: 'A cap lets one credit more pass',
        file: 'functions/domain/ledger/key-cap.ts',
        from: 'if (spentCredits + heldCredits + requiredCredits <= capCredits) continue;',
        to: 'if (spentCredits + heldCredits + requiredCredits <= capCredits + 1) continue;',
      },
      {
        name: 'What a hold gives back goes to the window in which it ends',
        file: 'functions/domain/ledger/key-cap.ts',
        from: 'const moved = moveUse(key.use, hold.createdAt, {',
        to: 'const moved = moveUse(key.use, at, {',
      },
      {
        name: 'A hold may be raised above a cap',
        file: 'functions/domain/ledger/change-hold.ts',
        from: '(keyId !== undefined && requireRoom(wallet, keyId, { requiredCredits: addedCredits, at })) ||',
        to: '',
      },
      {
        name: 'A day ends a day late',
        file: 'functions/domain/ledger/key-cap.ts',
        from: "return window === 'life' ? window : at.toISOString().slice(0, nameLengths[window]);",
        to: "return window === 'life' ? window : new Date(+at - 86_400_000).toISOString().slice(0, nameLengths[window]);",
      },
      {
        name: 'Windows are forgotten while a hold can still come back to them',
        file: 'functions/domain/ledger/key-cap.ts',
        from: "heldCredits > 0 || name === 'life' ||",
        to: "name === 'life' ||",
        tests: ['tests/unit/functions/domain/ledger/key-cap'],
      },
      {
        name: 'The refusal of a cap is stored, and repeated once there is room',
        file: 'functions/adapters/postgres/ledger/run-command.ts',
        from: "'key_cap_reached',",
        to: '',
      },
      {
        name: 'A former secret works for ever',
        file: 'functions/adapters/postgres/key/personal-key-store.ts',
        from: 'personal_keys.former_until > ',
        to: 'personal_keys.former_until is distinct from ',
      },
      {
        name: 'The use of a key is not stored',
        file: 'functions/adapters/postgres/ledger/write-wallet.ts',
        from: 'update personal_keys set used = ',
        to: 'update personal_keys set ending = ',
      },
      {
        name: 'The audit takes any count of a key',
        file: 'functions/adapters/postgres/audit/key-use.ts',
        from: 'if (differing === undefined) continue;',
        to: 'continue;',
        tests: ['tests/integration/postgres/audit-corruptions'],
      },
      {
        name: 'The audit takes any key of a hold',
        file: 'functions/adapters/postgres/audit/replay-entry.ts',
        from: 'if (hold.key !== key)',
        to: 'if (false)',
        tests: ['tests/integration/postgres/audit-corruptions'],
      },
    ],
  },
  {
    name: 'purchase',
    tests: ['tests/unit/functions/domain/purchase/', 'tests/unit/functions/adapters/stripe/'],
    bugs: [
      {
        name: 'A payment of more than the price counts',
        file: 'functions/domain/purchase/bill.ts',
        from: 'if (subtotalMinor !== amountMinor ||',
        to: 'if (subtotalMinor < amountMinor ||',
      },
      {
        name: 'A refund before the payment is lost',
        file: 'functions/domain/purchase/apply-payment-event.ts',
        from: 'takeBackCredits: totalReversed - purchase.reversedCredits,',
        to: 'takeBackCredits: isNewlyPaid ? 0 : totalReversed - purchase.reversedCredits,',
      },
      {
        name: 'A second charge follows the first within ten minutes',
        file: 'functions/domain/purchase/top-up.ts',
        from: "return pauseEnd > now ? { wait: pauseEnd } : 'buy';",
        to: "return 'buy';",
        tests: ['tests/integration/postgres/top-ups'],
      },
      {
        name: 'A webhook that was signed an hour ago is accepted',
        file: 'functions/adapters/stripe/webhooks.ts',
        from: 'const TOLERANCE_SECONDS = 300;',
        to: 'const TOLERANCE_SECONDS = 7_200;',
        tests: ['tests/integration/journeys/bad-payments'],
      },
    ],
  },
  {
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
        name: 'The audit believes every checkpoint',
        file: 'functions/adapters/postgres/audit/checkpoints.ts',
        from: 'isSealed: (row) => row.seal === sealOf(row),',
        to: "isSealed: (row) => row.seal !== '',",
      },
    ],
  },
  {
    name: 'sign-in',
    tests: [
      'tests/unit/functions/adapters/oidc/',
      'tests/unit/functions/auth/',
      'tests/unit/functions/domain/session',
      'tests/unit/functions/domain/account/trial',
      'tests/unit/functions/callers/for-access-token',
      'tests/unit/functions/http/session-cookie',
      'tests/unit/functions/http/request',
      'tests/unit/functions/user/save',
    ],
    bugs: [
      {
        name: 'An ID token for another client is accepted',
        file: 'functions/adapters/oidc/id-token-verifier.ts',
        from: '        audience: clientId,\n',
        to: '',
      },
      {
        name: 'An ID token starts a second session',
        file: 'functions/adapters/postgres/account/user-store.ts',
        from: 'if (!inserted) return false;',
        to: '',
        tests: ['tests/integration/postgres/sign-in.test'],
      },
      {
        name: 'A session is still live at the moment of its end',
        file: 'functions/domain/session/session.ts',
        from: 'now < session.expiresAt',
        to: 'now <= session.expiresAt',
      },
      {
        name: 'An unverified address gets a trial',
        file: 'functions/user/save.ts',
        from: 'identity.email_verified !== true || ',
        to: '',
      },
    ],
  },
  {
    name: 'return-to',
    tests: ['tests/unit/src/contract/return-to', 'tests/unit/functions/auth/login'],
    bugs: [
      {
        name: 'The decoded target is not checked',
        file: 'src/contract/return-to.ts',
        from: 'const next = decode(form) ?? decodeAscii(form);',
        to: 'const next = form;',
      },
    ],
  },
  {
    name: 'limits',
    tests: [
      'tests/unit/functions/domain/session/rate-limit',
      'tests/unit/functions/callers/rate-limit',
      'tests/unit/functions/http/body',
      'tests/unit/functions/http/request',
      'tests/unit/functions/http/viewer-network',
      'tests/unit/src/contract/limits',
    ],
    bugs: [
      {
        name: 'A call that conflicts passes uncounted',
        file: 'functions/adapters/postgres/session/bucket-store.ts',
        from: 'return passesOnConflict ? 0 : CONTENTION_WAIT_MS;',
        to: 'return 0;',
        tests: ['tests/integration/postgres/bucket-store'],
      },
      {
        name: 'A header of the caller sets the address that counts',
        file: 'functions/http/viewer-network.ts',
        from: 'header && headers[header]',
        to: "headers[header ?? 'x-viewer-address']",
      },
    ],
  },
  {
    name: 'webhooks',
    tests: ['tests/integration/local/webhooks'],
    bugs: [
      {
        name: 'The connection resolves the name again',
        file: 'functions/adapters/webhook/call-endpoint.ts',
        from: '    lookup: (_hostname, _options, done) => done(null, [...addresses]),\n',
        to: '',
        tests: ['tests/integration/local/webhook-calls'],
      },
      {
        name: 'Endpoints are told of events that they have not chosen',
        file: 'functions/adapters/postgres/outbox/write-message.ts',
        from: "wants.split(' ').includes(event)",
        to: "wants !== '' && event !== ''",
      },
    ],
  },
  {
    name: 'pages',
    tests: ['tests/integration/site/made-up-site'],
    bugs: [
      {
        name: 'A title ends the script with the facts of its post',
        file: 'src/components/StructuredData.astro',
        from: ".replaceAll('<', '\\\\u003c')",
        to: '',
      },
    ],
  },
  {
    name: 'islands',
    tests: [
      'tests/unit/src/islands/account/',
      'tests/unit/src/islands/flows/',
      'tests/unit/src/client/state/session-store',
    ],
    bugs: [
      {
        name: 'A run whose answer was lost is begun and charged again',
        file: 'src/islands/flows/submission.ts',
        from: 'return finalCodes.some((code) => isRefusedAs(answer, code));',
        to: 'return !answer.ok;',
      },
    ],
  },
  {
    name: 'flows',
    tests: ['tests/integration/journeys/run-flows'],
    bugs: [
      {
        name: 'A run that failed keeps its credits held',
        file: 'functions/flows/run-charged.ts',
        from: 'const ended = await runs.fail(run, { failure, now: finishedAt });',
        to: 'const ended = await runs.find(run.walletId, run.id, finishedAt);',
      },
      {
        name: 'Pictures that are given back are charged',
        file: 'functions/flows/run-charged.ts',
        from: '(count - refused.length)',
        to: 'count',
        tests: ['tests/integration/journeys/shrink-many'],
      },
    ],
  },
  {
    name: 'content-check',
    tests: ['tests/unit/src/content/check'],
    bugs: [
      {
        name: 'A picture with a script in it is published',
        file: 'src/content/check/check-content.ts',
        from: 'if (!xmlFile.test(path)) return [];',
        to: 'if (xmlFile.test(path)) return [];',
      },
    ],
  },
  {
    name: 'editor',
    tests: ['tests/unit/src/content/editor/'],
    bugs: [
      {
        name: 'The translation of a page is not checked',
        file: 'src/content/editor/check-entry.ts',
        from: 'return [[path, data] as const, ...translated].map(',
        to: 'return [[path, data] as const, ...translated].slice(0, 1).map(',
      },
    ],
  },
  {
    name: 'adopt',
    tests: ['tests/unit/infra/local/adopt/'],
    bugs: [
      {
        name: 'A cover of somebody’s own is replaced',
        file: 'infra/local/adopt/covers.ts',
        from: 'if (!isSampleCover(before)) continue;',
        to: '',
        tests: ['tests/integration/local/adopt'],
      },
    ],
  },
  {
    name: 'templates',
    tests: ['tests/unit/infra/aws/stacks'],
    bugs: [
      {
        name: 'A function that only reads may delete results',
        file: 'infra/aws/api/function-maker.ts',
        from: "...(keepsResults ? ['s3:PutObject', 's3:DeleteObject'] : [])",
        to: "'s3:PutObject', 's3:DeleteObject'",
      },
      {
        name: 'CloudFront keeps the answers of the API',
        file: 'infra/aws/site-stack.ts',
        from: 'cachePolicy: CachePolicy.CACHING_DISABLED',
        to: 'cachePolicy: CachePolicy.CACHING_OPTIMIZED',
      },
    ],
  },
];
