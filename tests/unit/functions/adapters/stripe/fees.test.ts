import { expect, test } from 'vitest';
import { paymentFees } from '../../../../../functions/adapters/stripe/fees.ts';
import { answeringStripe } from '../../../../support/answering-stripe.ts';

const listOf = (fee: number, payment_intent: string | null) => {
  const one = { id: `txn_${fee}`, fee, currency: 'usd', source: { payment_intent } };
  return [200, { object: 'list', has_more: false, data: [one] }] as const;
};

test('fees are those of cards and of other payment methods, by payment', async () => {
  const access = await answeringStripe({
    'type=charge': listOf(88, 'pi_1'),
    'type=payment': listOf(44, 'pi_2'),
  });
  expect(await paymentFees(access)).toEqual(
    new Map([
      ['pi_1', { feeMinor: 88, currency: 'USD' }],
      ['pi_2', { feeMinor: 44, currency: 'USD' }],
    ]),
  );
});

test('a charge without a payment of ours has no fee here', async () => {
  const none = [200, { object: 'list', has_more: false, data: [] }] as const;
  const access = await answeringStripe({ 'type=charge': listOf(88, null), 'type=payment': none });
  expect(await paymentFees(access)).toEqual(new Map());
});
