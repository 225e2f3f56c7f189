import type { Language } from '../../../src/contract/language.ts';
import { paymentsWords } from '../../../src/i18n/words.ts';
import { escapeHtml, type Page, page } from '../html.ts';
import {
  type Account,
  type Dispute,
  isPaid,
  type PaidSession,
  type Refund,
  refundableMinor,
  type Session,
} from './account.ts';
import { money } from './words.ts';

type Words = (typeof paymentsWords)[Language];

/** Payments that the page shows, the newest first. */
const MAX_SHOWN = 50;

/** What somebody can do at the desk. */
export type DeskAction =
  | 'mode'
  | 'release'
  | 'expire'
  | 'refund'
  | 'fail-refund'
  | 'dispute'
  | 'win'
  | 'lose';

/** The page on which the owner of the account refunds, disputes, wins and loses. */
export function deskPage(account: Account, language: Language, nowSeconds: number): Page {
  const say = paymentsWords[language];
  const shown = account.sessions.slice(-MAX_SHOWN).toReversed();
  const items = shown.map((session) => sessionItem(session, account, { language, nowSeconds }));
  const content = `
<h1>${say.deskTitle}</h1>
<p>${say.standIn} ${say.deskIntro}</p>
${deliveryForms(account, say)}
${items.length === 0 ? `<p class="item">${say.none}</p>` : items.join('')}`;
  return page(say.deskTitle, content, { language, isWide: true });
}

/** The page about something that cannot be done. */
export function refusalPage(language: Language): Page {
  const say = paymentsWords[language];
  const link = `<a href="/">${say.deskTitle}</a>`;
  const content = `<h1>${say.deskTitle}</h1><p role="alert">${say.impossible}</p>${link}`;
  return page(say.deskTitle, content, { language });
}

function deliveryForms({ deliveryMode, deliveries }: Account, say: Words): string {
  const heldCount = deliveries.filter(({ isHeld }) => isHeld).length;
  const choices = (['once', 'twice', 'held'] as const).map((mode) => {
    const checked = mode === deliveryMode ? ' checked' : '';
    return `<label class="check"><input type="radio" name="mode" value="${mode}"${checked}>${say[mode]}</label>`;
  });
  const release =
    heldCount === 0
      ? ''
      : `<p>${say.heldCount} ${heldCount}</p>${form('release', [
          button(say.releaseOldest, 'order', 'oldest'),
          button(say.releaseNewest, 'order', 'newest'),
        ])}`;
  const mode = form('mode', [
    `<fieldset><legend>${say.delivery}</legend>${choices.join('')}</fieldset>`,
    button(say.set),
  ]);
  return `<section class="item">${mode}${release}</section>`;
}

interface Setting {
  readonly language: Language;
  readonly nowSeconds: number;
}

function sessionItem(session: Session, account: Account, setting: Setting): string {
  const { language, nowSeconds } = setting;
  const say = paymentsWords[language];
  const { id, title, email, amountMinor, currency, status, createdAt } = session;
  const facts = [title, email, money(amountMinor, currency, language), say[status]];
  const line = facts.filter((fact) => fact !== null).map(escapeHtml);
  const time = new Date(createdAt * 1_000).toISOString();
  const shortTime = time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
  const isOpen = status === 'open' && session.expiresAt > nowSeconds;
  return `<article class="item" id="${id}"><p><strong>${line.join(' · ')}</strong><br><time datetime="${time}">${shortTime} UTC</time> ${id}</p>
${isOpen ? form('expire', [hidden('id', id), button(say.expire)]) : ''}
${isPaid(session) ? paidForms(session, account, language) : ''}</article>`;
}

function paidForms(session: PaidSession, account: Account, language: Language): string {
  const isOfSession = ({ paymentId }: Refund | Dispute) => paymentId === session.paymentId;
  const left = refundableMinor(account, session);
  const disputes = account.disputes.filter(isOfSession);
  return [
    ...account.refunds.filter(isOfSession).map((refund) => refundItem(refund, session, language)),
    ...disputes.map((dispute) => disputeItem(dispute, session, language)),
    left > 0 && disputes.length === 0 ? beginForms(session, left, paymentsWords[language]) : '',
  ].join('');
}

function beginForms({ id }: PaidSession, leftMinor: number, say: Words): string {
  const amount = (leftMinor / 100).toFixed(2);
  const field = `<label>${say.amount}<input name="amount" inputmode="decimal" value="${amount}" required></label>`;
  return [
    form('refund', [hidden('id', id), field, button(say.refund)]),
    form('dispute', [hidden('id', id), button(say.dispute)]),
  ].join('');
}

function refundItem(refund: Refund, { currency }: PaidSession, language: Language): string {
  const say = paymentsWords[language];
  const line = `<p>${say[refund.status]} · ${escapeHtml(money(refund.amountMinor, currency, language))}</p>`;
  if (refund.status === 'failed') return line;
  return line + form('fail-refund', [hidden('id', refund.id), button(say.failRefund)]);
}

function disputeItem(dispute: Dispute, { currency }: PaidSession, language: Language): string {
  const say = paymentsWords[language];
  const line = `<p>${say[dispute.status]} · ${escapeHtml(money(dispute.amountMinor, currency, language))}</p>`;
  if (dispute.status !== 'needs_response') return line;
  const forms = (['win', 'lose'] as const).map((action) =>
    form(action, [hidden('id', dispute.id), button(say[action])]),
  );
  return line + forms.join('');
}

function form(action: DeskAction, parts: readonly string[]): string {
  return `<form method="post" action="/desk">${hidden('action', action)}${parts.join('')}</form>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

function button(label: string, name?: string, value?: string): string {
  const field = name === undefined ? '' : ` name="${name}" value="${value}"`;
  return `<button type="submit"${field}>${label}</button>`;
}
