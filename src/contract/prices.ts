import * as siteConfig from '../site.config.ts';
import { currencies, packExpiresAfterMonths, packs } from '../site.config.ts';
import { defaultLanguage, type Language } from './language.ts';
import { languageRecords } from './language-records.ts';

export { currencies, packExpiresAfterMonths, packs } from '../site.config.ts';

/** Whether Stripe makes invoices, and whether prices contain tax; absent in older settings. */
export const invoices: 'off' | 'inclusive' | 'exclusive' = siteConfig.invoices ?? 'off';

export type Currency = (typeof currencies)[number];

/** A pack on sale. The pricing page, the checkout and the ledger read the one list of them. */
export interface Pack {
  readonly id: string;
  readonly amountCredits: number;
  readonly priceMinor: Readonly<Record<Currency, number>>;
}

/** The pack that stands out among the others: the middle one, or the larger of two. */
export const recommendedPack: Pack = packs.at(packs.length / 2) ?? packs[0];

export type PackId = (typeof packs)[number]['id'];

/** By language; a language without a name of its own shows the default one's. */
type PackNames = Readonly<
  Record<typeof defaultLanguage, string> & Partial<Record<Language, string>>
>;

/** The name of a pack by its id, or the id when the pack is no longer sold. */
export function packName(id: string, language: Language): string {
  const names: PackNames | undefined = packs.find((pack) => pack.id === id)?.names;
  return names ? (names[language] ?? names[defaultLanguage]) : id;
}

/** The currency that the readers of a language see first: theirs, if packs are sold in it. */
export function firstCurrency(language: Language): Currency {
  const { currency } = languageRecords[language];
  return currencies.find((one) => one === currency) ?? currencies[0];
}

/** All currencies, the one of the language first. */
export function currenciesFor(language: Language): readonly Currency[] {
  const first = firstCurrency(language);
  return [first, ...currencies.filter((one) => one !== first)];
}

/** How long a pack lasts somebody who spends as much each month, in months; never past its end. */
export function packMonths({ amountCredits }: Pack, monthlyCredits: number): number {
  return Math.min(packExpiresAfterMonths, amountCredits / monthlyCredits);
}

/** The cost of a month with one pack only, in minor units of a currency. */
export function monthlyMinor(pack: Pack, monthlyCredits: number, currency: Currency): number {
  return pack.priceMinor[currency] / packMonths(pack, monthlyCredits);
}

/** The pack with which a month costs least; of equal ones the smaller. */
export function cheapestPack(monthlyCredits: number, currency: Currency): Pack {
  const cost = (pack: Pack) => monthlyMinor(pack, monthlyCredits, currency);
  return packs.reduce<Pack>((best, pack) => (cost(pack) < cost(best) ? pack : best), packs[0]);
}
