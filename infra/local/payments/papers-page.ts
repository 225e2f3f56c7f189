import { defaultLanguage } from '../../../src/contract/language.ts';
import { paymentsWords } from '../../../src/i18n/words.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import { type Account, money } from './account.ts';

/**
 * The page of an invoice or a credit note, by the end of its path; undefined where there is none. It has
 * the language of the payment page that made the customer.
 * Source: `preferred_locales` of "The Customer object" in the Stripe API reference.
 */
export function papersPage(
  { sessions, invoices, creditNotes }: Account,
  path: string,
): Page | undefined {
  const id = /^\/papers\/(\w{1,255})$/.exec(path)?.[1];
  const note = creditNotes.find((one) => one.id === id);
  const invoice = invoices.find((one) => one.id === (note?.invoiceId ?? id));
  if (!invoice?.bill) return undefined;
  const { bill, currency, customerId, number, title, amountMinor, status } = invoice;
  const made = sessions.find((one) => one.customerId === customerId);
  const language = made?.language ?? defaultLanguage;
  const texts = paymentsWords[language];
  const of = (minor: number) => money(minor, currency, language);
  const heading = note ? `${texts.creditNote} · ${number}` : `${texts.invoice} ${number}`;
  const sums: readonly (readonly [string, number])[] = note
    ? [
        [texts.tax, note.taxMinor],
        [texts.total, note.amountMinor],
      ]
    : [
        [title, amountMinor],
        ...(bill.discountMinor > 0 ? [[texts.discount, -bill.discountMinor] as const] : []),
        [texts.tax, bill.taxMinor],
        [texts.total, bill.totalMinor],
      ];
  const buyer = [bill.company, bill.taxId, bill.country].filter((fact) => fact !== '');
  const lines = sums.map(([name, minor]) => `<p>${escapeHtml(name)}: ${escapeHtml(of(minor))}</p>`);
  const content = `<h1>${escapeHtml(heading)}</h1><p>${texts.standIn}</p>
<p>${escapeHtml([...buyer, texts[states[status]]].join(' · '))}</p>${lines.join('')}`;
  return page(heading, content, { language });
}

/** The words of the states; a draft has no page. */
const states = { draft: 'open', open: 'open', paid: 'complete', void: 'void' } as const;
