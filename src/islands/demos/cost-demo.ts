import type { Language } from '../../contract/language.ts';
import { languageRecords, spaceNumbers } from '../../contract/language-records.ts';
import {
  cheapestPack,
  currenciesFor,
  firstCurrency,
  monthlyMinor,
  type Pack,
  packExpiresAfterMonths,
  packMonths,
  packName,
  packs,
} from '../../contract/prices.ts';
import { fill } from '../../i18n/fill.ts';
import { moneyFormat } from '../../i18n/money.ts';

/** A flow with the price of a run. */
interface PricedFlow {
  readonly id: string;
  readonly credits: number;
}

interface CostDemoProps {
  readonly language: Language;
  readonly flows: readonly PricedFlow[];
  readonly words: CostWords;
  /** The HTML that the build renders between the island's tags. */
  readonly children?: unknown;
}

interface CostWords {
  /** The cost of a month, with places for the money and the pack. */
  readonly answer: string;
  /** The text when nothing runs. */
  readonly nothing: string;
  /** For a pack that ends before its credits are spent, with a place for its life. */
  readonly expires: string;
}

/** The most runs a month that the field takes. */
export const MAX_RUNS = 100_000;

/** Pricing as an answer: runs a month go in; credits, packs and money come out, in every currency. */
export default function CostDemo(props: CostDemoProps, root: HTMLElement): void {
  const counts = [...root.querySelectorAll<HTMLInputElement>('[data-count]')];
  const slides = [...root.querySelectorAll<HTMLInputElement>('[data-slide]')];
  const show = () => {
    const runs = counts.map(({ value }) => runsIn(value));
    const texts = costTexts(props, runs);
    for (const place of root.querySelectorAll<HTMLElement>('[data-text]')) {
      place.textContent = texts.get(place.dataset.text ?? '') ?? '';
    }
    for (const row of root.querySelectorAll<HTMLElement>('[data-pack]')) {
      row.toggleAttribute('data-best', row.dataset.pack === texts.get('best'));
    }
  };
  for (const [index, count] of counts.entries()) {
    const slide = slides[index];
    if (!slide) continue;
    const takeSlide = () => {
      count.value = slide.value;
      show();
    };
    const takeCount = () => {
      slide.value = `${runsIn(count.value)}`;
      show();
    };
    slide.addEventListener('input', takeSlide);
    count.addEventListener('input', takeCount);
    // The press that made this script load has moved one of the two.
    if (count.value === count.defaultValue) takeSlide();
    else takeCount();
  }
}

/** The typed text may be empty, negative or a fraction. */
function runsIn(typed: string): number {
  return Math.min(MAX_RUNS, Math.max(0, Math.floor(Number(typed)) || 0));
}

/**
 * All texts that depend on the runs, by the names of their places. `best` is the id of the cheapest
 * pack, and is empty when nothing runs.
 * @param runs how often each flow runs in a month, in the order of the flows
 */
export function costTexts(
  { language, flows, words }: Pick<CostDemoProps, 'language' | 'flows' | 'words'>,
  runs: readonly number[],
): ReadonlyMap<string, string> {
  const whole = new Intl.NumberFormat(languageRecords[language].numberLocale);
  const used = flows.map(({ credits }, index) => credits * (runs[index] ?? 0));
  const total = used.reduce((sum, credits) => sum + credits, 0);
  const best = total > 0 ? cheapestMonth(total, language) : undefined;
  const answer = best && { money: best.money.join(' / '), pack: packName(best.id, language) };
  return new Map([
    ...flows.map(({ id }, index) => [id, whole.format(used[index] ?? 0)] as const),
    ...packs.flatMap((pack) => packTexts(pack, total, language, words.expires)),
    ['total', whole.format(total)],
    ['best', best?.id ?? ''],
    ['answer', answer ? fill(words.answer, answer) : words.nothing],
  ]);
}

/** The pack with which a month costs least, and what it costs in each currency. */
export function cheapestMonth(credits: number, language: Language) {
  const pack = cheapestPack(credits, firstCurrency(language));
  return { id: pack.id, money: moneyTexts(pack, credits, language) };
}

/** How long a pack lasts, and what a month costs with it in each currency. */
function packTexts(pack: Pack, total: number, language: Language, expires: string) {
  const money = total > 0 ? moneyTexts(pack, total, language) : [];
  return [
    [`${pack.id} lasts`, total > 0 ? lifeText(pack, total, language, expires) : '–'],
    ...currenciesFor(language).map(
      (currency, index) => [`${pack.id} ${currency}`, money[index] ?? '–'] as const,
    ),
  ] as const;
}

/** The cost of a month with a pack, in each currency, the reader's first. */
function moneyTexts(pack: Pack, total: number, language: Language): readonly string[] {
  return currenciesFor(language).map((currency) =>
    moneyFormat(language, currency)(monthlyMinor(pack, total, currency)),
  );
}

const DAYS_A_MONTH = 30;

function lifeText(pack: Pack, total: number, language: Language, expires: string): string {
  const months = packMonths(pack, total);
  const [count, unit] = months < 1 ? [months * DAYS_A_MONTH, 'day'] : [months, 'month'];
  const format = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumSignificantDigits: 2,
  });
  const life = spaceNumbers(language, format.format(count));
  return months === packExpiresAfterMonths ? fill(expires, { life }) : life;
}
