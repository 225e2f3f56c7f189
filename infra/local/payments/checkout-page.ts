import type { Language } from '../../../src/contract/language.ts';
import { paymentsWords } from '../../../src/i18n/words.ts';
import { site } from '../../../src/site.config.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import { type CheckoutSession, money } from './account.ts';
import { decline, expire, pay, type StandIn } from './actions.ts';
import { chargeFailure } from './amount-limits.ts';
import { codes, isCountry, percentOf, rates, taxed } from './tax.ts';

/**
 * Shows a session's payment page and handles its form. The payer is redirected back after the first
 * attempt to send the webhooks, whether that succeeded or not, like at Stripe.
 */
export async function answerPayer(
  { method, form }: { readonly method: string; readonly form: URLSearchParams },
  session: CheckoutSession,
  { origin, clock, makeId, perform }: StandIn,
): Promise<{ readonly status: number; readonly page: Page } | { readonly location: string }> {
  const isLate = session.expiresAt <= Math.floor(clock().getTime() / 1_000);
  if (session.status === 'open' && isLate) {
    await perform((before) => expire(before, session, origin));
  }
  if (session.status !== 'open' || isLate) return { status: 410, page: closedPage(session) };
  if (method !== 'POST') return { status: 200, page: checkoutPage(session) };
  const texts = paymentsWords[session.language];
  if (form.get('action') !== 'pay') {
    await perform((before) => decline(before, session, makeId('pi')));
    return { status: 402, page: checkoutPage(session, texts.declined) };
  }
  const billed = withBill(session, form);
  if (!billed) return { status: 422, page: checkoutPage(session, texts.codeUnknown) };
  await perform((before) => pay(before, billed, makeId('pi'), origin));
  return { location: session.successUrl };
}

/** The session with what the buyer typed; undefined for a code or a country that there is not. */
function withBill(session: CheckoutSession, form: URLSearchParams): CheckoutSession | undefined {
  const { taxBehavior, currency, amountMinor } = session;
  if (!taxBehavior) return session;
  const typed = (name: string) => form.get(name)?.trim() ?? '';
  const [percent, country] = [percentOf(typed('code')), typed('country')];
  if (percent === undefined || !isCountry(country)) return undefined;
  const buyer = { country, company: typed('company'), taxId: typed('taxId') };
  const bill = taxed({ amountMinor, currency, taxBehavior }, buyer, percent);
  const names = { currency: 'currency', amount: 'amount' };
  const charged = { currency, amount: bill.totalMinor, names, least: '' };
  // A code that leaves less than the least charge is refused, and one that leaves nothing is not.
  if (bill.totalMinor > 0 && chargeFailure(charged)) return undefined;
  return { ...session, bill };
}

/** The fields of an invoice: a company with its tax id, the country, and a code. */
function invoiceFields(texts: (typeof paymentsWords)[Language]): string {
  const text = (name: string, label: string) =>
    `<label>${label}<input name="${name}" maxlength="100"></label>`;
  const options = Object.entries(rates).map(
    ([country, rate]) => `<option value="${country}">${country} · ${rate / 10} %</option>`,
  );
  const country = `<label>${texts.country}<select name="country">${options.join('')}</select></label>`;
  const offered = Object.keys(codes).join(', ');
  return [
    country,
    text('company', texts.company),
    text('taxId', texts.taxId),
    text('code', `${texts.code} (${offered})`),
  ].join('');
}

/** The page on which a session is paid, declined or left, in the session's language. */
export function checkoutPage(session: CheckoutSession, fault?: string): Page {
  const { language, title, amountMinor, currency, cancelUrl, successUrl, email } = session;
  const texts = paymentsWords[language];
  const price = escapeHtml(money(amountMinor, currency, language));
  const refusal = fault === undefined ? '' : `<p class="error" role="alert">${fault}</p>`;
  const content = `
<h1>${escapeHtml(title)}</h1>
<p class="price">${price}</p>
<p>${texts.standIn}</p>
${email === null ? '' : `<p>${escapeHtml(email)}</p>`}
${session.savesCard ? `<p>${texts.savesCard}</p>` : ''}
${refusal}
<form method="post">${session.taxBehavior ? invoiceFields(texts) : ''}<p class="actions"><button class="primary" type="submit" name="action" value="pay">${texts.pay} ${price}</button><button type="submit" name="action" value="decline">${texts.payRefused}</button></p></form>
<a href="${escapeHtml(cancelUrl)}">${texts.leave}</a>`;
  const options = { language, formTarget: new URL(successUrl).origin };
  return page(`${texts.payTitle} · ${site.name}`, content, options);
}

/** The page of a session that can no longer be paid. */
export function closedPage({ language, cancelUrl }: CheckoutSession): Page {
  const texts = paymentsWords[language];
  const link = `<a href="${escapeHtml(cancelUrl)}">${texts.back}</a>`;
  return page(
    texts.over,
    `<h1>${texts.payTitle}</h1><p role="alert">${texts.over}</p><p>${texts.standIn}</p>${link}`,
    { language },
  );
}
