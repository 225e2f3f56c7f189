import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import { creditNoteStore } from '../../../functions/adapters/postgres/purchase/credit-note-store.ts';
import { stripeCreditNotes } from '../../../functions/adapters/stripe/credit-notes.ts';
import { issueCreditNotes } from '../../../functions/purchases/issue-credit-notes.ts';
import type { TopUpDeps } from '../../../functions/purchases/make-top-ups.ts';
import { runCommand } from '../../../infra/local/credits/run-command.ts';
import { siteOrigin } from '../../support/api-event.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { later, type TopUpWorld, topUpWorld } from '../../support/top-up-world.ts';

describe.each(['exclusive', 'inclusive'] as const)('with invoices, and tax that is %s', (tax) => {
  const { db } = databaseOfBlock('embedded');
  let world: TopUpWorld;

  beforeEach(async () => {
    world = await topUpWorld(db, 'ada', () => {}, tax);
  });

  afterEach(async () => {
    expect(await auditLedger(db)).toEqual([]);
    await deleteRows(db);
    await world.stripe.close();
  });

  const buy = (typed: Readonly<Record<string, string>>, saveCard = false) =>
    world.buy(saveCard, undefined, undefined, { country: 'DE', ...typed });
  const rows = () => db.selectFrom('purchases').selectAll().orderBy('id').execute();
  const refund = async (amount: string, id = world.stripe.read().sessions[0]?.id ?? '') => {
    await world.stripe.press('/dashboard', { action: 'refund', id, amount });
    await world.deliver();
  };
  const note = () => {
    const creditNotes = { ...creditNoteStore(db), ...stripeCreditNotes(world.access) };
    return issueCreditNotes(later(1), { purchases: world.purchases, creditNotes });
  };
  const books = (invoices: boolean, now = later(1)) =>
    runCommand(
      { command: 'books', invoices, csv: true },
      { db, now, siteOrigin, randomBytes, stripe: () => world.access },
    );
  const [taxMinor, paidMinor] = tax === 'exclusive' ? [380, 2_380] : [319, 2_000];
  const money = (minor: number) => (minor / 100).toFixed(2);

  test('a payment grants its credits once, with its parts, country and invoice', async () => {
    await buy({});
    expect(await world.available()).toBe(525);
    const parts = { discount_minor: 0, tax_minor: taxMinor, paid_minor: paidMinor };
    const [row] = await rows();
    expect(row).toMatchObject({ progress: 'paid', amount_minor: 2_000, country: 'DE', ...parts });
    expect(row?.receipt_number).toBeNull();
    expect(world.stripe.read().invoices).toMatchObject([{ id: row?.invoice_id, status: 'paid' }]);
  });

  test.each<[string, (paid: number) => number, number]>([
    ['all of the money takes all credits', (paid) => paid, 25],
    ['half of the money takes half of the credits', (paid) => paid / 2, 275],
    ['the tax alone takes no credits', () => taxMinor, 525],
  ])('a refund of %s, has one credit note and one mail', async (_what, amountOf, left) => {
    await buy({});
    await refund(money(amountOf(paidMinor)));
    expect(await world.available()).toBe(left);
    expect(await note()).toEqual({ issued: 1, errors: [] });
    expect(await note()).toEqual({ issued: 0, errors: [] });
    expect(await world.available()).toBe(left);
    const { creditNotes, refunds } = world.stripe.read();
    expect(creditNotes.map(({ amountMinor }) => amountMinor)).toEqual(
      refunds.map(({ amountMinor }) => amountMinor),
    );
    const mails = await db.selectFrom('outbox').where('event', '=', 'refund').selectAll().execute();
    expect(mails.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { paper: refunds[0]?.id, credits: 525 - left },
    ]);
    const [stored] = await db.selectFrom('reversals').selectAll().execute();
    const [made] = creditNotes;
    expect(stored).toMatchObject({ credit_note_id: made?.id, tax_minor: made?.taxMinor });
  });

  test('a code of 100 % grants once without a payment or a card, as a gift', async () => {
    await buy({ code: 'free' }, true);
    expect(await world.available()).toBe(525);
    expect(await world.state()).toBe('none');
    const [row] = await rows();
    expect(row).toMatchObject({ progress: 'paid', payment_id: row?.session_id, paid_minor: 0 });
    expect(world.stripe.sent).toHaveLength(1);
    await refund('1.00');
    expect(await world.available()).toBe(525);
    expect((await books(false)).lines.map((line) => line.split(',')[0])).toEqual([
      ...['source', 'gift', 'trial', 'all'],
    ]);
  });

  test('the books have sales in their month, and credits in the month of spending and end', async () => {
    const inMonth = (months: number) => later(months * 31 * 24 * 60);
    await buy({});
    await refund(money(paidMinor / 2));
    await note();
    await world.spend(125);
    await world.spend(70, inMonth(1));
    await world.buy(false, inMonth(1), undefined, { country: 'DE', code: 'HALF' });
    const { lots } = sweepStore(db);
    for (const id of (await lots.due(inMonth(12))) ?? []) await lots.settle(id, inMonth(12));
    const { ok, lines, warnings } = await books(true, inMonth(12));
    expect({ ok, warnings }).toEqual({ ok: true, warnings: [] });
    const [heads = [], ...cells] = lines.map((line) => line.split(','));
    const place = { country: 'DE', currency: 'USD' };
    const moved = cells.map((row) =>
      Object.fromEntries(heads.flatMap((head, at) => (row[at] === '0' ? [] : [[head, row[at]]]))),
    );
    const [net, halfTax] = [paidMinor - taxMinor, tax === 'exclusive' ? 190 : 160];
    const halfNet = tax === 'exclusive' ? 1_000 : 840;
    const worth = (credits: number) => Math.round((net / 500) * credits);
    const fee = (minor: number) => `${Math.round(minor * 0.029)} USD`;
    const texts = (numbers: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, `${number}`]));
    const rest = { outstanding: '580', 'value of outstanding': `${worth(80) + halfNet}` };
    expect(moved).toEqual([
      {
        ...{ ...place, month: '2026-11', fees: fee(paidMinor) },
        ...texts({ payments: 1, paid: paidMinor, net, tax: taxMinor, 'credits sold': 500 }),
        ...texts({ returned: paidMinor / 2, 'tax in it': Math.round(taxMinor / 2) }),
        ...texts({ spent: 100, 'value of spent': worth(250) - worth(150) }),
        ...texts({ 'taken back': 250, 'value of taken back': net - worth(250) }),
        ...texts({ outstanding: 150, 'value of outstanding': worth(150) }),
      },
      {
        ...{ ...place, month: '2026-12', fees: fee(halfNet + halfTax), ...rest },
        ...texts({ payments: 1, discount: 1_000, paid: halfNet + halfTax, net: halfNet }),
        ...texts({ tax: halfTax, 'credits sold': 500 }),
        ...texts({ spent: 70, 'value of spent': worth(150) - worth(80) }),
      },
      ...Array.from({ length: 10 }, (_, month) => ({
        ...{ ...place, month: `2027-${`${month + 1}`.padStart(2, '0')}`, fees: '', ...rest },
      })),
      {
        ...{ ...place, month: '2027-11', fees: '' },
        ...texts({ ended: 80, 'value of ended': worth(80) }),
        ...texts({ outstanding: 500, 'value of outstanding': halfNet }),
      },
    ]);
  });

  test('a code takes its part off before tax', async () => {
    await buy({ code: 'HALF', company: 'Mill Ltd', taxId: 'GB1' });
    const [row] = await rows();
    expect(row).toMatchObject({ discount_minor: 1_000, tax_minor: 0, paid_minor: 1_000 });
  });

  test('a top-up has an invoice like a purchase, once, and within its limit', async () => {
    await buy({}, true);
    await world.save({ mostMinor: 4_760 });
    await world.spend(445);
    expect(await world.run(1)).toMatchObject({ made: 1, errors: [] });
    await world.deliver();
    const paid = (await rows()).at(-1);
    expect(paid).toMatchObject({ card: 'pays', tax_minor: taxMinor, paid_minor: paidMinor });
    expect(world.stripe.read().invoices).toHaveLength(2);
    await refund(money(paidMinor), world.stripe.read().sessions[1]?.id);
    expect(await note()).toEqual({ issued: 1, errors: [] });
  });

  test('a top-up whose tax passes the limit is not charged, and its invoice is void', async () => {
    await buy({}, true);
    await world.save({ mostMinor: 2_000 });
    await world.spend(445);
    const made = tax === 'exclusive' ? 0 : 1;
    expect(await world.run(1)).toMatchObject({ made, failed: 1 - made });
    expect(world.stripe.read().invoices.at(-1)?.status).toBe(made === 1 ? 'paid' : 'void');
    expect(await world.state()).toBe(made === 1 ? 'on' : 'stopped');
  });

  test('a month with too little room for the tax of a top-up waits for the next, and tells nothing', async () => {
    await buy({}, true);
    await world.save({ mostMinor: 4_500 });
    await world.spend(445);
    await world.run(1);
    await world.deliver();
    await world.spend(500, later(2));
    const made = tax === 'exclusive' ? 0 : 1;
    expect(await world.run(15)).toMatchObject({ made, errors: [] });
    expect([await world.state(), await world.told()]).toEqual(['on', []]);
    if (made === 0) expect(await world.run(31 * 24 * 60)).toMatchObject({ made: 1 });
  });

  test('a dispute counts in its own month, and not in that of the inquiry before', async () => {
    await buy({});
    const [row] = await rows();
    const about = { purchaseId: row?.id ?? '', paymentId: row?.payment_id ?? '', currency: 'USD' };
    const dispute = { id: 'dp_1', kind: 'dispute', amountMinor: paidMinor } as const;
    const tell = (status: 'announced' | 'taken', at: Date) =>
      world.purchases.apply({ kind: 'reversal', ...about, reversal: { ...dispute, status } }, at);
    await tell('announced', later(10));
    await tell('taken', later(20 * 24 * 60));
    expect(await db.selectFrom('reversals').select('noted_at').execute()).toEqual([
      { noted_at: later(20 * 24 * 60) },
    ]);
  });

  test('a top-up whose rule is ended while its invoice is made is not charged', async () => {
    await buy({}, true);
    await world.save({ mostMinor: 9_000 });
    await world.spend(445);
    const charge: TopUpDeps['cards']['charge'] = (sessionId, order) => {
      const isWanted = () => world.end(1).then(order.isWanted);
      return world.deps.cards.charge(sessionId, { ...order, isWanted });
    };
    const cards = { ...world.deps.cards, charge };
    expect(await world.run(1, { cards })).toMatchObject({ made: 0, failed: 0, errors: [] });
    expect(world.stripe.read().invoices.at(-1)?.status).toBe('void');
    expect([await world.available(), world.charges()]).toEqual([80, []]);
  });

  test('a declined top-up leaves no invoice that can be paid', async () => {
    await buy({}, true);
    const [card] = world.stripe.read().cards;
    const next = { action: 'card', id: card?.id ?? '', next: 'card_declined' };
    await world.stripe.press('/dashboard', next);
    await world.save({ mostMinor: 9_000 });
    await world.spend(445);
    expect(await world.run(1)).toMatchObject({ made: 0, failed: 1 });
    expect(world.stripe.read().invoices.at(-1)?.status).toBe('void');
  });

  test('the customer of an invoice stays at Stripe when the card goes', async () => {
    await buy({}, true);
    await world.end(1);
    await world.run(2);
    const { cards, customers } = world.stripe.read();
    expect(cards).toMatchObject([{ isDetached: true }]);
    expect(customers).toHaveLength(1);
  });

  test('asking Stripe finds what its webhooks would have told', async () => {
    await world.buy(true, undefined, async () => world.stripe.setMode('dropped'), {
      country: 'HU',
      code: 'THIRD',
    });
    expect(await world.available()).toBe(25);
    const [row] = await rows();
    await world.ask(row?.id ?? '', 20);
    expect(await world.available()).toBe(525);
    expect((await rows())[0]).toMatchObject({ country: 'HU', discount_minor: 660 });
  });
});
