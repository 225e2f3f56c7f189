import type { Area } from '../planted-bug.ts';

const deliveries = ['tests/integration/postgres/deliveries'];

/** Bugs in how payment events are read, applied and stored. */
export const purchase: Area = {
  name: 'purchase',
  tests: ['tests/unit/functions/domain/purchase/', 'tests/unit/functions/adapters/stripe/'],
  bugs: [
    {
      name: 'A refund of a purchase that was paid grants its credits again',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: " && purchase.progress !== 'paid'",
      to: '',
    },
    {
      name: 'A payment of more than the price counts',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: 'event.amountMinor === purchase.amountMinor',
      to: 'event.amountMinor >= purchase.amountMinor',
    },
    {
      name: 'A payment in another currency counts',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: "    if (event.currency !== purchase.currency) return 'currency_differs';\n",
      to: '',
    },
    {
      name: 'A second payment of a purchase replaces the first',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: 'purchase.paymentId !== undefined && purchase.paymentId !== event.paymentId',
      to: "purchase.progress === 'open' && purchase.paymentId !== undefined",
    },
    {
      name: 'A refund before the payment is lost',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: 'takeBackCredits: totalReversed - purchase.reversedCredits,',
      to: 'takeBackCredits: isNewlyPaid ? 0 : totalReversed - purchase.reversedCredits,',
    },
    {
      name: 'A refund is computed in doubles',
      file: 'functions/domain/purchase/reversal.ts',
      from: 'return Number((BigInt(terms.amountCredits) * taken) / BigInt(terms.amountMinor));',
      to: 'return Math.floor(terms.amountCredits * (Number(taken) / terms.amountMinor));',
    },
    {
      name: 'A delayed earlier report of a dispute counts',
      file: 'functions/domain/purchase/reversal.ts',
      from: 'return further > 0 ? reported : stored;',
      to: 'return further === 0 ? stored : reported;',
    },
    {
      name: 'The money of a lost dispute counts as kept',
      file: 'functions/domain/purchase/reversal.ts',
      from: " || status === 'lost'",
      to: '',
    },
    {
      name: 'A page is open at the moment of its expiry',
      file: 'functions/domain/purchase/purchase.ts',
      from: 'now < purchase.openUntil',
      to: 'now <= purchase.openUntil',
    },
    {
      name: 'Credits paid on a leap day are good until the first of March',
      file: 'functions/domain/purchase/purchase.ts',
      from: 'if (expiry.getUTCDate() !== paidAt.getUTCDate()) expiry.setUTCDate(0);',
      to: '',
    },
    {
      name: 'A payment for another site of the same account counts',
      file: 'functions/adapters/stripe/events.ts',
      from: 'parsed.success && parsed.data.site === siteOrigin',
      to: 'parsed.success && siteOrigin',
    },
    {
      name: 'A failed refund counts',
      file: 'functions/adapters/stripe/payment-events.ts',
      from: "status === 'failed' || status === 'canceled'",
      to: "status === 'canceled'",
    },
    {
      name: 'An inquiry of a bank takes the credits',
      file: 'functions/adapters/stripe/payment-events.ts',
      from: "['warning_needs_response', 'announced'],",
      to: "['warning_needs_response', 'taken'],",
    },
    {
      name: 'A page that was completed but not paid counts as paid',
      file: 'functions/adapters/stripe/payment-events.ts',
      from: "session.payment_status === 'unpaid'",
      to: "session.payment_status === 'no_payment_required'",
    },
    {
      name: 'A purchase counts as abandoned though nobody has asked Stripe',
      file: 'functions/domain/purchase/purchase.ts',
      from: "'pending' : 'unconfirmed'",
      to: "'pending' : 'abandoned'",
    },
    {
      name: 'A page that has expired counts as closed while its money is on its way',
      file: 'functions/adapters/stripe/payment-reports.ts',
      from: "  if (payment === 'processing') return 'checkout.session.completed';\n",
      to: '',
    },
    {
      name: 'A purchase that Stripe says was refunded keeps its credits',
      file: 'functions/adapters/stripe/payment-reports.ts',
      from: "  for await (const refund of refunds) yield eventAbout('refund.updated', refund, context);\n",
      to: '',
    },
    {
      name: 'The schedule asks about no paid purchase, whose refund may be unknown',
      file: 'functions/adapters/postgres/purchase/unasked-purchases.ts',
      from: "eb('progress', '=', 'paid')",
      to: "eb('progress', '=', 'closed')",
      tests: ['tests/integration/postgres/lost-webhooks'],
    },
    {
      name: 'A page asks Stripe at every call',
      file: 'functions/adapters/postgres/purchase/unasked-purchases.ts',
      from: "    .where(({ or, eb }) => or([eb('asked_at', 'is', null), eb('asked_at', '<=', before)]))\n",
      to: '',
      tests: ['tests/integration/journeys/buy-credits'],
    },
    {
      name: 'A webhook that was signed an hour ago is accepted',
      file: 'functions/adapters/stripe/webhooks.ts',
      from: 'const TOLERANCE_SECONDS = 300;',
      to: 'const TOLERANCE_SECONDS = 7_200;',
      tests: ['tests/integration/journeys/bad-payments'],
    },
    {
      name: 'A new status of a dispute is not stored',
      file: 'functions/adapters/postgres/purchase/purchase-rows.ts',
      from: "standing: ref('excluded.standing'),",
      to: '',
      tests: deliveries,
    },
    {
      name: 'The credits expire a year after the purchase began, not after the payment',
      file: 'functions/adapters/postgres/purchase/settle-purchase.ts',
      from: 'packExpiry(now)',
      to: 'packExpiry(purchase.createdAt)',
      tests: deliveries,
    },
    {
      name: 'A user can page from the id of another user’s purchase',
      file: 'functions/adapters/postgres/purchase/purchase-store.ts',
      from: 'if (cursor !== undefined && (await walletOf(db, cursor)) !== walletId) return undefined;',
      to: '',
      tests: ['tests/integration/journeys/buy-credits', ...deliveries],
    },
    {
      name: 'A repeated payment counts as a new one',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: `      if (purchase.progress === 'paid') return purchase;
`,
      to: '',
    },
    {
      name: 'A dispute in another currency takes the share of its number',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: 'event.currency === currency ? event.reversal : { ...event.reversal, amountMinor }',
      to: 'event.currency === currency ? event.reversal : { ...event.reversal }',
    },
    {
      name: 'A refund in another currency counts',
      file: 'functions/domain/purchase/apply-payment-event.ts',
      from: "event.reversal.kind === 'refund' && event.currency !== purchase.currency",
      to: "event.reversal.kind === 'refund' && event.currency === ''",
    },
    {
      name: 'A payment that was refunded and disputed is lost twice',
      file: 'functions/domain/purchase/reversal.ts',
      from: 'return Math.min(sum, amountMinor);',
      to: 'return sum;',
    },
    {
      name: 'A delayed report opens a closed purchase again',
      file: 'functions/domain/purchase/purchase.ts',
      from: 'progresses.indexOf(reported) > progresses.indexOf(stored) ? reported : stored',
      to: 'reported',
    },
    {
      name: 'A lost dispute is not shown',
      file: 'functions/domain/purchase/purchase.ts',
      from: `  if (hasDispute('lost')) return 'dispute_lost';
`,
      to: '',
    },
    {
      name: 'A purchase that was refunded whole is shown as refunded in part',
      file: 'functions/domain/purchase/purchase.ts',
      from: 'goneMinor >= purchase.amountMinor',
      to: 'goneMinor > purchase.amountMinor',
    },
    {
      name: 'A won dispute is not shown',
      file: 'functions/domain/purchase/purchase.ts',
      from: "hasDispute('returned') ? 'dispute_won' : 'paid'",
      to: "hasDispute('announced') ? 'dispute_won' : 'paid'",
    },
    {
      name: 'A won dispute returns no credits',
      file: 'functions/adapters/postgres/purchase/settle-purchase.ts',
      from: `  if (takeBackCredits < 0) await returnCredits(trx, purchase, -takeBackCredits, context);
`,
      to: '',
      tests: ['tests/integration/postgres/audit-purchases'],
    },
    {
      name: 'A purchase does not store what was taken back',
      file: 'functions/adapters/postgres/purchase/purchase-rows.ts',
      from: 'taken_back: after.reversedCredits,',
      to: 'taken_back: before.reversedCredits,',
      tests: ['tests/integration/postgres/audit-purchases'],
    },
  ],
};
