import { paymentsWords } from '../../../src/i18n/words.ts';
import { site } from '../../../src/site.config.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import { type CheckoutSession, money } from './account.ts';
import { decline, expire, pay, type StandIn } from './actions.ts';

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
  if (method !== 'POST') return { status: 200, page: checkoutPage(session, false) };
  if (form.get('action') !== 'pay') {
    await perform((before) => decline(before, session, makeId('pi')));
    return { status: 402, page: checkoutPage(session, true) };
  }
  await perform((before) => pay(before, session, makeId('pi'), origin));
  return { location: session.successUrl };
}

/** The page on which a session is paid, declined or left, in the session's language. */
export function checkoutPage(session: CheckoutSession, isDeclined: boolean): Page {
  const { language, title, amountMinor, currency, cancelUrl, successUrl, email } = session;
  const texts = paymentsWords[language];
  const price = escapeHtml(money(amountMinor, currency, language));
  const refusal = isDeclined ? `<p class="error" role="alert">${texts.declined}</p>` : '';
  const content = `
<h1>${escapeHtml(title)}</h1>
<p class="price">${price}</p>
<p>${texts.standIn}</p>
${email === null ? '' : `<p>${escapeHtml(email)}</p>`}
${session.savesCard ? `<p>${texts.savesCard}</p>` : ''}
${refusal}
<form method="post"><p class="actions"><button class="primary" type="submit" name="action" value="pay">${texts.pay} ${price}</button><button type="submit" name="action" value="decline">${texts.payRefused}</button></p></form>
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
