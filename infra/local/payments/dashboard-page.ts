import type { Language } from '../../../src/contract/language.ts';
import { decimalsOf, minorUnits } from '../../../src/i18n/money.ts';
import { paymentsWords } from '../../../src/i18n/words.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import {
  type Account,
  type CheckoutSession,
  chargeEnds,
  type Dispute,
  deliveryModes,
  isPaid,
  money,
  type PaidSession,
  paidMinor,
  type Refund,
  refundableMinor,
} from './account.ts';
import type { FormAction } from './dashboard.ts';

/** The newest payments are shown. */
const MAX_SHOWN = 50;

type Texts = (typeof paymentsWords)[Language];

/** The page on which the account's owner refunds payments and decides disputes. */
export function dashboardPage(account: Account, language: Language, nowSeconds: number): Page {
  const texts = paymentsWords[language];
  const shown = account.sessions.slice(-MAX_SHOWN).toReversed();
  const items = shown.map((session) => sessionItem(session, account, { language, nowSeconds }));
  const content = `
<h1>${texts.dashboardTitle}</h1>
<p>${texts.standIn} ${texts.dashboardIntro}</p>
${deliveryForms(account, texts)}
${cardForms(account, texts)}
${items.length === 0 ? `<p class="item">${texts.none}</p>` : items.join('')}`;
  return page(texts.dashboardTitle, content, { language, isWide: true });
}

/** The page about an action that is not possible. */
export function refusalPage(language: Language): Page {
  const texts = paymentsWords[language];
  const link = `<a href="/">${texts.dashboardTitle}</a>`;
  const content = `<h1>${texts.dashboardTitle}</h1><p role="alert">${texts.impossible}</p>${link}`;
  return page(texts.dashboardTitle, content, { language });
}

function deliveryForms({ deliveryMode, deliveries }: Account, texts: Texts): string {
  const heldCount = deliveries.filter(({ isHeld }) => isHeld).length;
  const choices = deliveryModes.map((mode) => choiceOf('mode', mode, deliveryMode, texts[mode]));
  const release =
    heldCount === 0
      ? ''
      : `<p>${texts.heldCount} ${heldCount}</p>${form('release', [
          button(texts.releaseOldest, 'order', 'oldest'),
          button(texts.releaseNewest, 'order', 'newest'),
        ])}`;
  const mode = form('mode', [
    `<fieldset><legend>${texts.delivery}</legend>${choices.join('')}</fieldset>`,
    button(texts.set),
  ]);
  return `<section class="item">${mode}${release}</section>`;
}

function choiceOf(name: string, value: string, chosen: string, text: string): string {
  const checked = value === chosen ? ' checked' : '';
  return `<label class="check"><input type="radio" name="${name}" value="${value}"${checked}>${text}</label>`;
}

/** The forms that choose the result of each saved card's next charge. */
function cardForms({ cards }: Account, texts: Texts): string {
  const attached = cards.filter(({ isDetached }) => !isDetached).slice(-MAX_SHOWN);
  if (attached.length === 0) return '';
  const forms = attached.toReversed().map(({ id, email, next }) => {
    const choices = chargeEnds.map((end) => choiceOf('next', end, next, texts[end]));
    const choice = `<fieldset><legend>${texts.nextCharge}</legend>${choices.join('')}</fieldset>`;
    const title = `<p><strong>${escapeHtml(email ?? id)}</strong> ${id}</p>`;
    const change = form('card', [hidden('id', id), choice, button(texts.set)]);
    return `<div id="${id}">${title}${change}</div>`;
  });
  return `<section class="item"><h2>${texts.cards}</h2>${forms.join('')}</section>`;
}

function sessionItem(
  session: CheckoutSession,
  account: Account,
  { language, nowSeconds }: { readonly language: Language; readonly nowSeconds: number },
): string {
  const texts = paymentsWords[language];
  const { id, title, email, currency, status, createdAt } = session;
  const end = session.charge === undefined || isPaid(session) ? status : session.charge;
  const facts = [title, email, money(paidMinor(session), currency, language), texts[end]];
  const line = facts.filter((fact) => fact !== null).map(escapeHtml);
  const time = new Date(createdAt * 1_000).toISOString();
  const shortTime = time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
  const isOpen = status === 'open' && session.expiresAt > nowSeconds;
  return `<article class="item" id="${id}"><p><strong>${line.join(' · ')}</strong><br><time datetime="${time}">${shortTime} UTC</time> ${id}</p>
${isOpen ? form('expire', [hidden('id', id), button(texts.expire)]) : ''}
${isPaid(session) ? paidForms(session, account, language) : ''}</article>`;
}

function paidForms(session: PaidSession, account: Account, language: Language): string {
  const isOfSession = ({ paymentId }: Refund | Dispute) => paymentId === session.paymentId;
  const leftMinor = refundableMinor(account, session);
  const disputes = account.disputes.filter(isOfSession);
  return [
    ...account.refunds.filter(isOfSession).map((refund) => refundItem(refund, session, language)),
    ...disputes.map((dispute) => disputeItem(dispute, session, language)),
    leftMinor > 0 && disputes.length === 0
      ? reversalForms(session, leftMinor, paymentsWords[language])
      : '',
  ].join('');
}

function reversalForms({ id, currency }: PaidSession, leftMinor: number, texts: Texts): string {
  const amount = (leftMinor / minorUnits(currency)).toFixed(decimalsOf(currency));
  const field = `<label>${texts.amount}<input name="amount" inputmode="decimal" value="${amount}" required></label>`;
  return [
    form('refund', [hidden('id', id), field, button(texts.refund)]),
    form('dispute', [hidden('id', id), button(texts.dispute)]),
  ].join('');
}

function refundItem(refund: Refund, session: PaidSession, language: Language): string {
  const texts = paymentsWords[language];
  const line = reversalLine(refund, session, language);
  if (refund.status === 'failed') return line;
  return line + form('fail-refund', [hidden('id', refund.id), button(texts.failRefund)]);
}

function disputeItem(dispute: Dispute, session: PaidSession, language: Language): string {
  const texts = paymentsWords[language];
  const line = reversalLine(dispute, session, language);
  if (dispute.status !== 'needs_response') return line;
  const forms = (['win', 'lose'] as const).map((action) =>
    form(action, [hidden('id', dispute.id), button(texts[action])]),
  );
  return line + forms.join('');
}

function reversalLine(
  { status, amountMinor }: Refund | Dispute,
  { currency }: PaidSession,
  language: Language,
): string {
  const amount = escapeHtml(money(amountMinor, currency, language));
  return `<p>${paymentsWords[language][status]} · ${amount}</p>`;
}

function form(action: FormAction, parts: readonly string[]): string {
  return `<form method="post" action="/dashboard">${hidden('action', action)}${parts.join('')}</form>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

function button(label: string, name?: string, value?: string): string {
  const field = name === undefined ? '' : ` name="${name}" value="${value}"`;
  return `<button type="submit"${field}>${label}</button>`;
}
