import { paymentsWords } from '../../../src/i18n/words.ts';
import { site } from '../../../src/site.config.ts';
import { escapeHtml, type Page, page } from '../html.ts';
import type { Session } from './account.ts';
import { money } from './words.ts';

/** The page on which a session is paid, declined or left, in the session's language. */
export function checkoutPage(session: Session, isDeclined: boolean): Page {
  const { language, title, amountMinor, currency, cancelUrl, successUrl, email } = session;
  const say = paymentsWords[language];
  const price = escapeHtml(money(amountMinor, currency, language));
  const refusal = isDeclined ? `<p class="error" role="alert">${say.declined}</p>` : '';
  const content = `
<h1>${escapeHtml(title)}</h1>
<p class="price">${price}</p>
<p>${say.standIn}</p>
${email === null ? '' : `<p>${escapeHtml(email)}</p>`}
${refusal}
<form method="post"><p class="actions"><button class="primary" type="submit" name="action" value="pay">${say.pay} ${price}</button><button type="submit" name="action" value="decline">${say.payRefused}</button></p></form>
<a href="${escapeHtml(cancelUrl)}">${say.leave}</a>`;
  const options = { language, formTarget: new URL(successUrl).origin };
  return page(`${say.payTitle} · ${site.name}`, content, options);
}

/** The page of a session that can no longer be paid. */
export function overPage({ language, cancelUrl }: Session): Page {
  const say = paymentsWords[language];
  const link = `<a href="${escapeHtml(cancelUrl)}">${say.back}</a>`;
  return page(
    say.over,
    `<h1>${say.payTitle}</h1><p role="alert">${say.over}</p><p>${say.standIn}</p>${link}`,
    { language },
  );
}
