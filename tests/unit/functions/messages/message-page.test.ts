import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compose } from '../../../../functions/adapters/mail/smtp.ts';
import { pageOf } from '../../../../functions/messages/message-page.ts';
import { messageText } from '../../../../functions/messages/message-text.ts';
import { addressesOf } from '../../../../src/content/check/addresses.ts';
import { accountSections } from '../../../../src/contract/checkout.ts';
import {
  allLanguages,
  type Language,
  languageOfPath,
  localizedPath,
} from '../../../../src/contract/language.ts';
import {
  type Message,
  type MessagePayload,
  messageEvents,
} from '../../../../src/contract/messages.ts';
import { site } from '../../../../src/site.config.ts';
import { textIn } from '../../../support/texts.ts';

const siteOrigin = 'https://www.example.com';
const endsAt = '2027-01-02T10:00:00.000Z';
const purchaseId = '0195f0a0-0000-7000-8000-000000000001';
const money = { purchaseId, amountMinor: 2_000, currency: 'USD', credits: 500 };

const bill = { discountMinor: 500, taxMinor: 285, totalMinor: 1_785 };

const messages: readonly Message[] = [
  { event: 'trial_granted', payload: { credits: 25, endsAt } },
  { event: 'balance_low', payload: { available: 4, mark: 5 } },
  { event: 'none_left', payload: { available: 0, required: 1 } },
  {
    event: 'key_cap',
    payload: {
      ...{ key: 'CI', window: 'month', percent: 50, cap: 100, spent: 50 },
      resetsAt: endsAt,
    },
  },
  { event: 'key_cap', payload: { key: '流水线', window: 'life', percent: 100, cap: 1, spent: 1 } },
  { event: 'credits_ending', payload: { credits: 25, endsAt, days: 7 } },
  { event: 'credits_ending', payload: { credits: 1, endsAt, days: 1 } },
  { event: 'receipt', payload: money },
  {
    event: 'receipt',
    payload: { ...money, number: 'R-2027-00017', deducted: 20, automatic: true },
  },
  { event: 'receipt', payload: { ...money, bill, paper: 'invoice' } },
  { event: 'refund', payload: money },
  { event: 'refund', payload: { ...money, paper: 're_1' } },
  { event: 'dispute', payload: { ...money, status: 'opened' } },
  { event: 'dispute', payload: { ...money, status: 'won' } },
  { event: 'dispute', payload: { ...money, status: 'lost' } },
  { event: 'run_finished', payload: { flowId: 'image-shrink', isDone: true } },
  {
    event: 'run_finished',
    payload: { flowId: 'image-shrink', isDone: true, runId: purchaseId, credits: 3 },
  },
  {
    event: 'run_finished',
    payload: { flowId: 'own-flow', isDone: false, runId: purchaseId, credits: 0 },
  },
  {
    event: 'run_finished',
    payload: {
      ...{ flowId: 'document-digest', isDone: true },
      leftOut: [{ kind: 'pages', count: 2, where: textIn('pages 3–4', '第 3–4 页'), share: 0.1 }],
    },
  },
  { event: 'top_up_confirm', payload: money },
  { event: 'top_up_failed', payload: { ...money, why: 'card' } },
  { event: 'top_up_failed', payload: { ...money, why: 'pack' } },
  { event: 'top_up_failed', payload: { ...money, why: 'limit' } },
  { event: 'top_up_failed', payload: { ...money, why: 'dispute' } },
  { event: 'top_up_paused', payload: money },
  { event: 'new_device', payload: { browser: 'Chrome', system: 'Windows' } },
  { event: 'account_deleted', payload: { address: 'ada@example.com', language: 'en' } },
];

test('every event has an example here', () => {
  expect([...new Set(messages.map(({ event }) => event))].toSorted()).toEqual(
    [...messageEvents].toSorted(),
  );
});

/** The pages and the routes of the site, as the check of the content knows them. */
const pages = new URL('../../../../src/pages/', import.meta.url);
const { find } = addressesOf(
  readdirSync(pages, { recursive: true }).map((name) => `src/pages/${name}`),
  { posts: [], pages: [], flows: [], flowIds: [], authors: [], tags: [] },
);

/** The missing target of a link of ours. */
function missing(link: string, language: Language): string | undefined {
  const { pathname, hash } = new URL(link);
  if (find(pathname) === undefined) return `no page ${pathname}`;
  const isAccount = pathname === localizedPath('/account/', language);
  const anchors: readonly string[] = isAccount ? accountSections.flat() : [];
  // The page of the tools gives each run a place of its own.
  const isRun = pathname === localizedPath('/flows/', language) && hash.startsWith('#run-');
  if (hash !== '' && !isRun && !anchors.includes(hash.slice(1)))
    return `no place ${hash} on ${pathname}`;
  const isOurLanguage = pathname.startsWith('/api/') || languageOfPath(pathname) === language;
  return isOurLanguage ? undefined : `another language at ${pathname}`;
}

function rendered(message: Message, language: Language) {
  const reader = { name: 'Ada <b>', address: 'ada@example.com', at: new Date(endsAt) };
  const text = messageText(message, language, reader);
  const unsubscribeUrl = `${siteOrigin}/api/messages/unsubscribe?token=a`;
  return pageOf(text, {
    language,
    siteOrigin,
    name: reader.name,
    hasAccount: true,
    unsubscribeUrl,
  });
}

const cases = allLanguages.flatMap((language) =>
  messages.map((message) => ({ language, event: message.event, message })),
);

test.each([
  ['/accounts/', 'no page /accounts/'],
  ['/zh/account/#packs', 'no place #packs on /zh/account/'],
  ['/account/#pack', 'no place #pack on /account/'],
  ['/flows/#packs', 'no place #packs on /flows/'],
  ['/api/messages/unsubscribe?token=a', undefined],
  ['/account/#top-up', undefined],
  ['/zh/account/', 'another language at /zh/account/'],
])('a link to %s leads to: %s', (path, said) => {
  expect(missing(`${siteOrigin}${path}`, 'en')).toBe(said);
});

describe.each(cases)('$event in $language', ({ language, message }) => {
  test('is small, fills every place, names a zone once, and loads nothing', async () => {
    const { html, text } = await rendered(message, language);
    expect(html.length).toBeLessThan(20_000);
    expect(html + text).not.toMatch(/\{\w+\}|undefined|NaN|UTC\W+UTC/);
    expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(/);
    expect(html).toContain('Ada &lt;b&gt;');
  });

  test('has no link that leads nowhere', async () => {
    const { html } = await rendered(message, language);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    const ours = links.filter((link) => link.startsWith(`${siteOrigin}/`));
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.flatMap((link) => missing(link, language) ?? [])).toEqual([]);
  });

  test('has links to our own pages, the contact and the end of such mail, in both parts', async () => {
    const { html, text } = await rendered(message, language);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      const ours = [`${siteOrigin}/`, `mailto:${site.contactEmail}`];
      expect(ours.some((start) => link.startsWith(start))).toBe(true);
      expect(text).toContain(link.replace('mailto:', ''));
    }
  });
});

test('a receipt names seller, buyer, item, number, day and total with its currency', async () => {
  const { text } = await rendered({ event: 'receipt', payload: money }, 'en');
  for (const fact of [site.name, 'ada@example.com', purchaseId, '2 January 2027', '$20 (USD)']) {
    expect(text).toContain(fact);
  }
});

test.each<[string, Partial<MessagePayload<'receipt'>>, string[], string[]]>([
  ['from before receipts had numbers', {}, [purchaseId], ['automatic', 'owed']],
  ['with a number', { number: 'R-2027-00017' }, ['Receipt number: R-2027-00017'], [purchaseId]],
  ['whose credits paid no debt', { deducted: 0 }, [], ['owed']],
  ['whose credits paid a debt', { deducted: 20 }, ['20 credits paid what you owed.'], []],
  ['of a top-up', { automatic: true }, ['an automatic top-up', '/account/#top-up'], ['owed']],
  [
    'of a top-up with an invoice',
    { automatic: true, paper: 'invoice' },
    ['Open the invoice', `/account/?paper=${purchaseId}.invoice#purchases`],
    ['#top-up', 'Receipt number'],
  ],
])('a receipt %s says what is so, and nothing else', async (_what, changes, says, hides) => {
  const { text } = await rendered({ event: 'receipt', payload: { ...money, ...changes } }, 'en');
  for (const fact of says) expect(text).toContain(fact);
  for (const fact of hides) expect(text).not.toContain(fact);
});

test('a Chinese receipt has the colons of Chinese', async () => {
  const payload = { ...money, number: 'R-2027-00017' };
  const { text } = await rendered({ event: 'receipt', payload }, 'zh');
  expect(text).toContain('收据编号：R-2027-00017');
  expect(text).not.toContain(': ');
});

test('mail about a refund opens its credit note', async () => {
  const { text } = await rendered({ event: 'refund', payload: { ...money, paper: 're_1' } }, 'zh');
  expect(text).toContain(`/zh/account/?paper=${purchaseId}.re_1#purchases`);
});

test.each<[string, Partial<MessagePayload<'run_finished'>>, string[], string[]]>([
  [
    'that is done',
    { credits: 3, runId: purchaseId },
    ['Image shrink: your run is finished', 'cost 3 credits', `/flows/#run-${purchaseId}`],
    [],
  ],
  ['from before mail told its cost', {}, ['is ready', '/flows/'], ['cost', '#run']],
  [
    'that failed',
    { isDone: false, credits: 0 },
    ['did not succeed', 'Nothing was charged'],
    ['cost'],
  ],
])('mail about a run %s says which run and what it cost', async (_what, changes, says, hides) => {
  const payload = { flowId: 'image-shrink', isDone: true, ...changes };
  const message: Message = { event: 'run_finished', payload };
  const reader = { name: 'Ada', address: 'ada@example.com', at: new Date(endsAt) };
  const { subject } = messageText(message, 'en', reader);
  const { text } = await rendered(message, 'en');
  for (const fact of says) expect(subject + text).toContain(fact);
  for (const fact of hides) expect(subject + text).not.toContain(fact);
});

test.each([
  [{ browser: 'Firefox', system: 'Linux' }, 'Firefox on Linux', 'Linux 上的 Firefox'],
  [{ system: 'iOS' }, 'iOS', 'iOS'],
  [{}, 'Unknown device', '未知设备'],
] as const)('a sign-in from %j is told with its time in UTC', async (payload, en, zh) => {
  const english = await rendered({ event: 'new_device', payload }, 'en');
  expect(english.text).toContain(`
Device: ${en}
`);
  expect(english.text).toContain('2 January 2027 at 10:00 (UTC)');
  expect(english.text).toContain(`${siteOrigin}/account/#sessions`);
  const chinese = await rendered({ event: 'new_device', payload }, 'zh');
  expect(chinese.text).toContain(`
设备：${zh}
`);
  expect(chinese.text).toContain('2027 年 1 月 2 日 10:00 (UTC)');
});

test('mail that one can end says so to mail programs (RFC 8058)', async () => {
  const letter = {
    from: { name: 'Shop', address: 'hello@example.com' },
    to: { address: 'ada@example.com' },
    replyTo: 'hello@example.com',
    ...{ subject: 'A', html: '<p>A</p>', text: 'A', messageId: '<a@example.com>' },
    ...{ date: new Date(endsAt), languageTag: 'en' },
  };
  const raw = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString()
      .replace(/\r\n\s/g, ' ');
  const ending = raw(await compose({ ...letter, unsubscribeUrl: `${siteOrigin}/end?token=a` }));
  expect(ending).toContain(`List-Unsubscribe: <${siteOrigin}/end?token=a>`);
  expect(ending).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(raw(await compose(letter))).not.toContain('List-Unsubscribe');
});
