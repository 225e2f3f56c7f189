import { defaultLanguage } from '../../../src/contract/language.ts';
import { paymentsWords } from '../../../src/i18n/words.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import { type Account, money } from './account.ts';

/** The page of an invoice or a credit note, by the end of its path; undefined where there is none. */
export function papersPage({ invoices, creditNotes }: Account, path: string): Page | undefined {
  const id = /^\/papers\/(\w{1,255})$/.exec(path)?.[1];
  const note = creditNotes.find((one) => one.id === id);
  const invoice = invoices.find((one) => one.id === (note?.invoiceId ?? id));
  if (!invoice?.bill) return undefined;
  const { bill, currency, number, title, amountMinor, status } = invoice;
  const texts = paymentsWords[defaultLanguage];
  const of = (minor: number) => money(minor, currency, defaultLanguage);
  const heading = note ? `${texts.creditNote} · ${number}` : `${texts.invoice} ${number}`;
  const sums: readonly (readonly [string, number])[] = note
    ? [
        [texts.tax, note.taxMinor],
        [texts.total, note.amountMinor],
      ]
    : [
        [title, amountMinor],
        [texts.discount, -bill.discountMinor],
        [texts.tax, bill.taxMinor],
        [texts.total, bill.totalMinor],
      ];
  const buyer = [bill.company, bill.taxId, bill.country].filter((fact) => fact !== '');
  const lines = sums.map(([name, minor]) => `<p>${escapeHtml(name)}: ${escapeHtml(of(minor))}</p>`);
  const content = `<h1>${escapeHtml(heading)}</h1><p>${texts.standIn}</p>
<p>${escapeHtml([...buyer, status].join(' · '))}</p>${lines.join('')}`;
  return page(heading, content, { language: defaultLanguage });
}
