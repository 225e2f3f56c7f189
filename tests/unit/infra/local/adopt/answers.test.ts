import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stripePayments } from '../../../../../functions/adapters/stripe/payments.ts';
import { billOf } from '../../../../../functions/domain/purchase/bill.ts';
import { mailSentences } from '../../../../../functions/settings.ts';
import { packIds, presentAnswers, readAnswers } from '../../../../../infra/local/adopt/answers.ts';
import { ask } from '../../../../../infra/local/adopt/ask.ts';
import { withValues } from '../../../../../infra/local/adopt/config-text.ts';
import { emblemRefusals } from '../../../../../infra/local/adopt/files.ts';
import { minorOf, moneyFormat } from '../../../../../src/i18n/money.ts';
import { emblem } from '../../../../../src/site.config.ts';
import { aStripe, stripeKey } from '../../../../integration/local/a-stripe.ts';
import { siteOrigin } from '../../../../support/api-event.ts';
import { now } from '../../../../support/memory-stores.ts';
import { aPurchase } from '../../../../support/purchases.ts';

const present = presentAnswers();
const pack = { names: { en: 'One' }, credits: 100, prices: { USD: 5 } };
const inDollars = { currencies: ['USD'] };

/** The amount in which a payment page opens at the stand-in, which refuses what Stripe refuses. */
async function sentMinor(code: string, amountMinor: number): Promise<number | undefined> {
  const stripe = await aStripe(now);
  onTestFinished(() => stripe.close());
  const access = { secretKey: stripeKey, apiBase: stripe.origin, siteOrigin } as const;
  const openUntil = new Date(now.getTime() + 3_600_000);
  const purchase = aPurchase({ currency: code, amountMinor, openUntil });
  const urls = { paidUrl: siteOrigin, leftUrl: siteOrigin };
  const order = { purchase, title: 'A pack', language: 'en', ...urls } as const;
  expect(await stripePayments({ ...access, invoices: 'inclusive' }).openPage(order)).toHaveProperty(
    'url',
  );
  return stripe.read().sessions[0]?.amountMinor;
}

describe('a price of 1, and of 1999.50,', () => {
  test.each<[string, number, number | RegExp, string?]>([
    ['USD', 1, 100, '$1'],
    ['USD', 1_999.5, 199_950, '$1,999.50'],
    ['HUF', 1, /HUF is too small: Stripe charges at least HUF 175\.$/],
    ['HUF', 1_999.5, 199_950, 'HUF 1,999.50'],
    ['ISK', 1, 100, 'ISK 1'],
    ['ISK', 1_999.5, /ISK has more decimals than the currency: Stripe takes ISK in steps of 1\.$/],
    ['KWD', 1, 1_000, 'KWD 1'],
    ['KWD', 1_999.5, 1_999_500, 'KWD 1,999.500'],
    ['JPY', 1, /JPY is too small: Stripe charges at least JPY 50\.$/],
    ['JPY', 1_999.5, /JPY has more decimals than the currency: Stripe takes JPY in steps of 1\.$/],
  ])(
    'in %s %d is what Stripe is sent, the page shows and the books say, or is refused',
    async (code, price, expected, shown) => {
      const given = { currencies: [code], packs: [{ ...pack, prices: { [code]: price } }] };
      const read = readAnswers(given);
      if (typeof expected !== 'number') {
        expect(read.ok ? '' : read.sentences.join('\n')).toMatch(expected);
        return;
      }
      expect(read.ok).toBe(true);
      const minor = minorOf(price, code);
      expect(minor).toBe(expected);
      expect(await sentMinor(code, minor)).toBe(expected);
      expect(moneyFormat('en', code)(minor).replaceAll('\u00a0', ' ')).toBe(shown);
      expect(billOf({ amountMinor: minor }).totalMinor).toBe(expected);
    },
  );
});

describe('answers', () => {
  test('that say nothing are those of the configuration', () => {
    expect(readAnswers({})).toEqual({ ok: true, answers: present });
  });

  test.each([
    ['no object', [], 'The answers must be a JSON object.'],
    ['an unknown answer', { nmae: 'A' }, 'There is no answer "nmae"'],
    ['a name with markup', { name: '<b>' }, 'name is wrong'],
    ['a domain with a scheme', { domain: 'https://a.com' }, 'domain is wrong'],
    ['no mail', { mail: 'me' }, 'mail is wrong'],
    ['mail that no server takes', { mail: 'é@b..c' }, 'mail is wrong'],
    ['a trial without its days', { trial: { credits: 50 } }, 'trial.days is missing'],
    ['a colour in words', { colors: { ...present.colors, brand: 'red' } }, 'colors.brand is wrong'],
    ['an unreadable colour', { colors: { ...present.colors, brand: '#ffee00' } }, 'a contrast of'],
    ['a trial that pays for no run', { trial: { credits: 0, days: 1 } }, 'trial.credits is wrong'],
    ['a currency that is none', { currencies: ['XYQ'] }, 'currencies.0 is wrong'],
    ['a currency twice', { currencies: ['USD', 'USD'] }, 'currencies is wrong'],
    ['no packs', { packs: [] }, 'packs is wrong'],
    ['a pack without a price', { ...inDollars, packs: [{ ...pack, prices: {} }] }, 'USD, and no'],
    [
      'half a cent',
      { ...inDollars, packs: [{ ...pack, prices: { USD: 0.005 } }] },
      'more decimals than the currency',
    ],
    [
      'half a cent of a dinar',
      { currencies: ['KWD'], packs: [{ ...pack, prices: { KWD: 4.995 } }] },
      'Stripe takes KWD in steps of 0.01',
    ],
    [
      'half a krona',
      { currencies: ['ISK'], packs: [{ ...pack, prices: { ISK: 500.5 } }] },
      'Stripe takes ISK in steps of 1',
    ],
    [
      'half a shilling',
      { currencies: ['UGX'], packs: [{ ...pack, prices: { UGX: 0.5 } }] },
      'Stripe takes UGX in steps of 1',
    ],
    ['a currency that Stripe refuses', { currencies: ['IQD'] }, 'currencies that Stripe takes'],
    ['packs out of order', { ...inDollars, packs: [pack, pack] }, 'more than those of the pack'],
    ['a pack without a name', { ...inDollars, packs: [{ ...pack, names: {} }] }, 'no name in en'],
    ['languages without the default one', { languages: ['zh'] }, 'languages is wrong'],
    ['an unknown host', { repository: { ...present.repository, host: 'svn' } }, 'repository.host'],
  ])('with %s are refused in a sentence', (_what, given, sentence) => {
    const read = readAnswers(given);
    expect(read.ok ? [] : read.sentences.join('\n')).toContain(sentence);
  });

  test.each([{ domain: 'shop.xn--fiqs8s' }, { mail: "o'brien+shop@example.co.uk" }])(
    'of an odd but valid kind are taken, and the mail by the server, too: %o',
    (given) => {
      const read = readAnswers(given);
      expect(read.ok && mailSentences('smtp://127.0.0.1', read.answers.mail)).toEqual([]);
    },
  );

  test('are refused all at once: wrong forms, colours and prices', () => {
    const read = readAnswers({
      ...{ name: '<b>', nmae: 'A', colors: { ...present.colors, brand: '#ffee00' } },
      ...{ currencies: ['USD'], packs: [{ ...pack, prices: { EUR: 5 } }] },
    });
    const sentences = read.ok ? [] : read.sentences;
    for (const part of ['name is wrong', '"nmae"', 'a contrast of', 'a price in each of USD']) {
      expect(sentences.join('\n')).toContain(part);
    }
    expect(sentences.length).toBe(4);
  });

  test('as they are printed have the emblem, and change nothing', async () => {
    expect(present.emblem).toEqual({ svg: emblem.svg });
    expect(readAnswers(JSON.parse(JSON.stringify(present)))).toEqual({
      ok: true,
      answers: present,
    });
    expect(await emblemRefusals(present.emblem)).toEqual([]);
    const small = { svg: '<circle cx="32" cy="32" r="9"/>' };
    expect(await emblemRefusals(small)).toEqual([]);
  });

  test.each([
    [{ file: '/no/such.svg' }, 'there is no file /no/such.svg'],
    [{ svg: '<image href="a.png"/>' }, "this SVG can't be used"],
    [{ letters: 'ᚠ' }, 'our type has no ᚠ'],
  ])('name the emblem that cannot be used: %o', async (given, why) => {
    expect((await emblemRefusals(given)).join()).toContain(why);
  });

  test.each([
    [4.99, 'USD', 499],
    [1_000, 'JPY', 1_000],
    [2_000, 'HUF', 200_000],
    [1_999.5, 'HUF', 199_950],
    [500, 'ISK', 50_000],
    [5, 'UGX', 500],
    [4.99, 'KWD', 4_990],
    [79_999, 'IDR', 7_999_900],
    [0.1 + 0.2, 'EUR', 30],
  ])('a price of %f %s is %i in its smallest unit', (price, currency, minor) => {
    expect(minorOf(price, currency)).toBe(minor);
  });

  test('packs keep the ids of those in their places', () => {
    const ids = present.packs.map(({ id }) => id);
    expect(packIds([...ids, 'one more'].map(() => pack)).slice(0, -1)).toEqual(ids);
    expect(packIds([{ ...pack, id: 'solo' }])).toEqual(['solo']);
  });
});

describe('on the terminal', () => {
  /** Types lines as answers, and gives the end of the dialogue. */
  async function dialogue(...lines: readonly string[]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let said = '';
    let typed = 0;
    output.on('data', (chunk) => {
      said += String(chunk);
      if (!said.endsWith(']: ')) return;
      const line = lines[typed];
      typed += 1;
      if (line === undefined) input.end();
      else input.write(`${line}\n`);
    });
    const answers = await ask(present, { input, output }).catch((error: unknown) => String(error));
    return { answers, said };
  }
  const keepAll = Array.from({ length: 20 }, () => '');

  test('empty lines keep everything', async () => {
    const { answers } = await dialogue(...keepAll);
    expect(answers).toEqual(present);
  });

  test('a bad answer is asked again, and a readable colour is proposed', async () => {
    const { answers, said } = await dialogue('<b>', 'Kiln', '', '', '', '#ffee00', ...keepAll);
    expect(said).toContain('name is wrong');
    expect(said).toContain('has a contrast of');
    expect(answers).toMatchObject({ name: 'Kiln' });
    expect(answers).not.toMatchObject({ colors: { brand: '#ffee00' } });
  });

  test('packs are typed on one line, with their prices', async () => {
    const lines = ['', '', '', '', '', '', '', '', '50 EUR 3; 200 EUR 9.50', 'A, B'];
    const { answers } = await dialogue(...lines, ...keepAll);
    expect(answers).toMatchObject({
      currencies: ['EUR'],
      packs: [
        { names: { en: 'A' }, credits: 50, prices: { EUR: 3 } },
        { names: { en: 'B' }, credits: 200, prices: { EUR: 9.5 } },
      ],
    });
  });

  test('an end of the input changes nothing', async () => {
    const { answers } = await dialogue('Kiln');
    expect(answers).toContain('nothing was changed');
  });
});

describe('the text of the configuration', () => {
  const text = `/** Why. */\nexport const site = {\n  // Here.\n  name: 'A',\n  trial: { credits: 1 },\n} as const;\nexport const packs = [1] as const;\n`;

  test('has the new values and the old comments', () => {
    const values = new Map<string, unknown>([
      ['site.name', "B'"],
      ['site.trial', { credits: 2 }],
      ['packs', []],
    ]);
    expect(withValues(text, values)).toBe(
      `/** Why. */\nexport const site = {\n  // Here.\n  name: "B'",\n  trial: {"credits":2},\n} as const;\nexport const packs = [] as const;\n`,
    );
  });

  test('without a place is refused', () => {
    expect(() => withValues(text, new Map([['site.nmae', 1]]))).toThrow('no site.nmae');
  });
});
