import type { Language } from '../../contract/language.ts';
import {
  type Currency,
  cheapestPack,
  firstCurrency,
  type Pack,
  packs,
} from '../../contract/prices.ts';
import { decimalsOf, minorUnits, moneyFormat } from '../../i18n/money.ts';

/**
 * Formats prices for the readers of a language, in the currency of its pages.
 * @returns a function of a price and of the number of equal parts to divide it by
 */
export function moneyIn(language: Language): (price: Pack['priceMinor'], parts?: number) => string {
  const currency = firstCurrency(language);
  const format = moneyFormat(language, currency);
  return (price, parts = 1) => format(price[currency] / parts);
}

/** A pack with a price in each of some currencies. */
type PackIn<Code extends string> = Pick<Pack, 'id' | 'amountCredits'> & {
  readonly priceMinor: Readonly<Record<Code, number>>;
};

/** A price for machines: major units with a point and all decimals, such as `20.00`. */
export function decimalPrice(priceMinor: number, currency: string): string {
  return (priceMinor / minorUnits(currency)).toFixed(decimalsOf(currency));
}

/** How much cheaper a credit of a pack is than one of another pack, as a fraction of 1. */
export function savingOn<Code extends string>(
  pack: PackIn<Code>,
  other: PackIn<Code>,
  currency: Code,
): number {
  return 1 - priceOfCredit(pack, currency) / priceOfCredit(other, currency);
}

function priceOfCredit<Code extends string>(
  { priceMinor, amountCredits }: PackIn<Code>,
  currency: Code,
): number {
  return priceMinor[currency] / amountCredits;
}

/**
 * For how many credits a month a pack is the cheapest: the fewest, and the most unless there is no
 * such end. `undefined` when another pack always costs less.
 */
export function cheapestUse({ id }: Pack, currency: Currency) {
  const last = Math.max(...packs.map(({ amountCredits }) => amountCredits));
  const place = packs.findIndex((pack) => pack.id === id);
  const [from, after] = [leastUse(place, last, currency), leastUse(place + 1, last, currency)];
  return from < after ? { from, to: after > last ? undefined : after - 1 } : undefined;
}

/**
 * The fewest credits a month for which a pack or a larger one is the cheapest, found by halves: a larger
 * pack that is cheaper for some use is cheaper for any larger use, too. One more than `last` without it.
 */
function leastUse(place: number, last: number, currency: Currency): number {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { id } = cheapestPack(middle, currency);
    if (packs.findIndex((pack) => pack.id === id) >= place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The texts and addresses of the offers in a language. */
export interface OfferContext<P extends PackIn<string>> {
  /** The product's name and its use. */
  readonly name: string;
  readonly description: string;
  /** The absolute address of the pricing page. */
  readonly url: string;
  /** The absolute address of a picture of 1200 × 630 pixels. */
  readonly imageUrl: string;
  readonly brand: string;
  /** A pack's name with its credits. */
  readonly nameOf: (pack: P) => string;
}

/**
 * The packs in the terms of schema.org, each in every currency, for a script of type
 * `application/ld+json`. Source: schema.org/Offer; Google Search Central, "Product snippet".
 */
export function offersStructuredData<P extends PackIn<string>>(
  packs: readonly P[],
  context: OfferContext<P>,
) {
  const { name, description, url, imageUrl, brand, nameOf } = context;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    url,
    image: imageUrl,
    brand: { '@type': 'Brand', name: brand },
    offers: packs.flatMap((pack) =>
      Object.entries<number>(pack.priceMinor).map(([currency, priceMinor]) => ({
        '@type': 'Offer',
        name: nameOf(pack),
        sku: pack.id,
        price: decimalPrice(priceMinor, currency),
        priceCurrency: currency,
        availability: 'https://schema.org/InStock',
        url,
      })),
    ),
  };
}

/** How many cards fit into a row on a wide page. */
const MAX_ROW_CARDS = 4;

/** The numbers of cards in rows of nearly the same length, so that each row is full. */
export function cardRows(cards: number): readonly number[] {
  const rows = Math.ceil(cards / MAX_ROW_CARDS);
  return Array.from({ length: rows }, (_, row) => Math.ceil((cards - row) / rows));
}
