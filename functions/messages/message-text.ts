import { accountPath, maxTopUpFailures, paperParameter } from '../../src/contract/checkout.ts';
import { runKeptDays } from '../../src/contract/flows.ts';
import type { Language } from '../../src/contract/language.ts';
import { languageRecords, spaceNumbers } from '../../src/contract/language-records.ts';
import type { Message, MessagePayload } from '../../src/contract/messages.ts';
import { fill } from '../../src/i18n/fill.ts';
import { moneyFormat } from '../../src/i18n/money.ts';
import { flowName, messagesWords, purchaseWords } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';
import { packExpiry } from '../domain/purchase/purchase.ts';
import { leftOutText } from '../flows/left-out.ts';

/** The text of a message, before its layout. */
export interface MessageText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Facts in the order of a receipt: what each is, and the fact. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The one thing to do; the path has no language. */
  readonly action?: { readonly label: string; readonly path: string };
}

/** The reader of a message; shown as the buyer on a receipt. */
interface Reader {
  readonly name?: string;
  readonly address: string;
  /** When the event happened. */
  readonly at: Date;
}

/** The text of a message in a language. All its numbers, dates and amounts are written there, too. */
export function messageText(message: Message, language: Language, reader: Reader): MessageText {
  const words = messagesWords[language];
  const { credits, day } = formatsOf(language);
  switch (message.event) {
    case 'trial_granted': {
      const { credits: amount, endsAt } = message.payload;
      const values = { credits: credits(amount), site: site.name, date: day(endsAt) };
      return plain(words.trial_granted, values, '/flows/');
    }
    case 'balance_low': {
      const { available, mark } = message.payload;
      const values = { available: credits(available), mark: credits(mark) };
      return plain(words.balance_low, values, accountPath('packs'));
    }
    case 'none_left': {
      const { available, required } = message.payload;
      const values = { available: credits(available), required: credits(required) };
      return plain(words.none_left, values, accountPath('packs'));
    }
    case 'key_cap': {
      const { key, window, percent, cap, spent, resetsAt } = message.payload;
      const { ends, ...texts } = words.key_cap;
      const values = {
        ...{ key, percent, cap: credits(cap), spent: credits(spent) },
        ...{ window: texts[window], date: resetsAt ? day(resetsAt) : '' },
      };
      const more = resetsAt ? ends : texts.more;
      return plain({ ...texts, more }, values, accountPath('keys'));
    }
    case 'credits_ending': {
      const { credits: amount, endsAt, days } = message.payload;
      const { subjectLast, ...usual } = words.credits_ending;
      const texts = days === 1 ? { ...usual, subject: subjectLast } : usual;
      return plain(texts, { credits: credits(amount), date: day(endsAt) }, '/flows/');
    }
    case 'run_finished': {
      return runFinished(message.payload, language);
    }
    case 'receipt':
      return receipt(message.payload, language, reader);
    case 'refund':
      return refund(message.payload, language);
    case 'dispute':
      return dispute(message.payload, language);
    case 'top_up_confirm':
    case 'top_up_failed':
    case 'top_up_paused':
      return topUp(message, language);
    case 'new_device':
      return newDevice(message.payload, language, reader);
    case 'account_deleted': {
      const { subject, text, more } = words.account_deleted;
      return plain({ subject, text, more }, { site: site.name });
    }
  }
}

interface Texts {
  readonly subject: string;
  readonly text: string;
  readonly more?: string;
  readonly action?: string;
}

function plain(
  { subject, text, more, action }: Texts,
  values: Readonly<Record<string, string | number>>,
  path?: string,
): MessageText {
  const paragraphs = [text, ...(more === undefined ? [] : [more])];
  return {
    subject: fill(subject, values),
    paragraphs: paragraphs.map((one) => fill(one, values)),
    facts: [],
    ...(action === undefined || path === undefined ? {} : { action: { label: action, path } }),
  };
}

function runFinished(payload: MessagePayload<'run_finished'>, language: Language): MessageText {
  const { cost, ...words } = messagesWords[language].run_finished;
  const { flowId, runId, isDone, credits: amount, leftOut = [] } = payload;
  const said = isDone ? words : { ...words, subject: words.subjectFailed, text: words.textFailed };
  const text = isDone && amount !== undefined ? `${said.text} ${cost}` : said.text;
  const values = {
    ...{ flow: flowName(flowId, language), credits: formatsOf(language).credits(amount ?? 0) },
    ...{ days: runKeptDays, what: leftOutText(leftOut, language) },
  };
  const texts = { subject: said.subject, text, action: words.action };
  const more = leftOut.length > 0 ? { more: words.leftOut } : {};
  return plain({ ...texts, ...more }, values, runId ? `/flows/#run-${runId}` : '/flows/');
}

const purchases = accountPath('purchases');

/** The number of the receipt. Where there is an invoice, its number is the only one. */
function numberFact(label: string, payload: MessagePayload<'refund'>): MessageText['facts'] {
  return payload.paper ? [] : [[label, payload.number ?? payload.purchaseId]];
}

/** Opens the paper of a message, by the account page: an address at the payment service runs out. */
function openPaper(label: string, purchaseId: string, paper: string) {
  return { label, path: accountPath('purchases', `?${paperParameter}=${purchaseId}.${paper}`) };
}

function receipt(
  payload: MessagePayload<'receipt'>,
  language: Language,
  { name, address, at }: Reader,
): MessageText {
  const endsAt = packExpiry(at).toISOString();
  const { number, paid, seller, buyer, item, total, ...texts } = messagesWords[language].receipt;
  const { bill, paper, purchaseId } = payload;
  const of = (amountMinor: number) => moneyOf({ ...payload, amountMinor }, language);
  const { credits, day } = formatsOf(language);
  const named = { credits: payload.credits, site: site.name };
  const title = fill(purchaseWords[language].title, named);
  const { deducted = 0, automatic } = payload;
  const owed = credits(deducted);
  const values = { title, credits: credits(payload.credits), date: day(endsAt), owed };
  const { paragraphs, ...rest } = plain(
    texts,
    values,
    automatic ? accountPath('top-up') : purchases,
  );
  const debt = deducted > 0 ? [fill(texts.owed, values)] : [];
  const topUps = automatic ? [fill(texts.automatic, values)] : [];
  const last = paper ? [texts.invoice] : paragraphs.slice(1);
  return {
    ...rest,
    ...(paper && { action: openPaper(texts.openInvoice, purchaseId, paper) }),
    paragraphs: [...paragraphs.slice(0, 1), ...debt, ...topUps, ...last],
    facts: [
      ...numberFact(number, payload),
      [paid, day(at.toISOString())],
      [seller, `${site.name} · ${site.url} · ${site.contactEmail}`],
      [buyer, name ? `${name}, ${address}` : address],
      [item, title],
      ...partFacts(bill, texts, of),
      [total, of(bill?.totalMinor ?? payload.amountMinor)],
    ],
  };
}

/** The discount and the tax of a payment, where there are some. */
function partFacts(
  bill: MessagePayload<'receipt'>['bill'],
  { discount, tax }: { readonly discount: string; readonly tax: string },
  of: (amountMinor: number) => string,
): MessageText['facts'] {
  const { discountMinor = 0, taxMinor = 0 } = bill ?? {};
  const discounted = discountMinor > 0 ? ([[discount, of(-discountMinor)]] as const) : [];
  return taxMinor > 0 ? [...discounted, [tax, of(taxMinor)]] : discounted;
}

function refund(payload: MessagePayload<'refund'>, language: Language): MessageText {
  const { number, amount, ...texts } = messagesWords[language].refund;
  const { paper, purchaseId } = payload;
  const money = moneyOf(payload, language);
  const { credits } = formatsOf(language);
  const values = { money, credits: credits(payload.credits) };
  const { subjectFailed: subject, textFailed: text, moreFailed: more } = texts;
  const said = payload.failed ? { ...texts, subject, text, more } : texts;
  const { paragraphs, ...rest } = plain(said, values, purchases);
  return {
    ...rest,
    ...(paper && { action: openPaper(texts.openCreditNote, purchaseId, paper) }),
    paragraphs: [
      ...paragraphs.slice(0, payload.credits > 0 ? 2 : 1),
      ...(paper ? [texts.creditNote] : []),
    ],
    facts: [...numberFact(number, payload), [amount, money]],
  };
}

function dispute(payload: MessagePayload<'dispute'>, language: Language): MessageText {
  const words = messagesWords[language].dispute;
  const texts = {
    opened: { subject: words.subject, text: words.text, more: words.more },
    won: { subject: words.subjectWon, text: words.textWon, more: words.moreDone },
    lost: { subject: words.subjectLost, text: words.textLost, more: words.moreDone },
  }[payload.status];
  const { credits } = formatsOf(language);
  const values = { credits: credits(payload.credits) };
  return {
    ...plain({ ...texts, action: words.action }, values, purchases),
    facts: [...numberFact(words.number, payload), [words.amount, moneyOf(payload, language)]],
  };
}

function topUp(
  message: Extract<Message, { readonly event: `top_up_${string}` }>,
  language: Language,
): MessageText {
  const words = messagesWords[language];
  const values = {
    credits: formatsOf(language).credits(message.payload.credits),
    money: moneyOf(message.payload, language),
    times: maxTopUpFailures,
  };
  const path = accountPath('top-up');
  if (message.event !== 'top_up_failed') return plain(words[message.event], values, path);
  const { top_up_failed: failed } = words;
  const { subject, action } = failed;
  const said = {
    card: { text: failed.text, more: failed.more },
    pack: { text: failed.textPack, more: failed.morePack },
    limit: { text: failed.textLimit, more: failed.moreLimit },
    dispute: { text: failed.textDispute, more: failed.moreDispute },
  }[message.payload.why];
  return plain({ subject, action, ...said }, values, path);
}

function newDevice(
  { browser, system }: MessagePayload<'new_device'>,
  language: Language,
  { at }: Reader,
): MessageText {
  const { when, device, on, unknown, ...texts } = messagesWords[language].new_device;
  const named = browser && system ? fill(on, { browser, system }) : (browser ?? system ?? unknown);
  return {
    ...plain(texts, { site: site.name }, accountPath('sessions')),
    facts: [
      [when, formatsOf(language).minute(at)],
      [device, named],
    ],
  };
}

function moneyOf(
  { amountMinor, currency }: { readonly amountMinor: number; readonly currency: string },
  language: Language,
): string {
  return `${moneyFormat(language, currency)(amountMinor)} (${currency.toUpperCase()})`;
}

function formatsOf(language: Language) {
  const { numberLocale, dateLocale } = languageRecords[language];
  const number = new Intl.NumberFormat(numberLocale);
  const timeOf = (at: Date, timeStyle?: 'short') => {
    const style = { dateStyle: 'long', timeStyle, timeZone: 'UTC' } as const;
    const time = new Intl.DateTimeFormat(dateLocale, style).format(at);
    return `${spaceNumbers(language, time)} (UTC)`;
  };
  const { one, many } = messagesWords[language].credits;
  return {
    credits: (count: number) => (count === 1 ? one : fill(many, { number: number.format(count) })),
    day: (at: string) => timeOf(new Date(at)),
    minute: (at: Date) => timeOf(at, 'short'),
  };
}
