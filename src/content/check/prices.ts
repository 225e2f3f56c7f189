import { currencyRule, soldCurrencies } from '../../contract/currencies.ts';
import { decimalsOf, minorUnits, moneyFormat } from '../../i18n/money.ts';
import { error, type Finding, warning } from './report.ts';

/** The prices in `src/site.config.ts`. A configuration from before 2026-12 confirms nothing. */
interface PriceConfig {
  readonly currencies: readonly string[];
  readonly packs: readonly {
    readonly id: string;
    readonly priceMinor: Readonly<Record<string, number>>;
  }[];
  readonly confirmedCurrencies?: readonly string[];
}

/**
 * Checks the prices of the packs: a build and a deployment look at them first. An error is a price
 * that Stripe would refuse. A warning is one that stands for another amount than before, until
 * somebody confirms it: the number alone does not tell by which rule it was written.
 */
export function priceFindings(config: PriceConfig): readonly Finding[] {
  return config.currencies.flatMap((currency) => {
    const place = { file: 'src/site.config.ts', field: `packs.priceMinor.${currency}` };
    if (!soldCurrencies().includes(currency)) return [error('price', place, unsold(currency))];
    const { decimals, step } = currencyRule(currency);
    const format = moneyFormat('en', currency);
    const priced = config.packs.map(({ id, priceMinor: { [currency]: minor = 0 } }) => ({
      minor,
      text: `${id} ${format(minor)}`,
    }));
    const refused = priced
      .filter(({ minor }) => minor <= 0 || minor % step !== 0)
      .map(({ text }) =>
        error('price', place, {
          problem: `Stripe would refuse the price of ${text}: it takes ${stepsOf(currency)}.`,
          fix: `Run npm run adopt with prices in ${currency} that Stripe takes.`,
        }),
      );
    if (!isRecounted(currency) || config.confirmedCurrencies?.includes(currency)) return refused;
    const shown = priced.map(({ text }) => text).join(', ');
    const changed = warning('price', place, {
      problem: `Prices in ${currency} count ${decimals} decimals, as Stripe does, and counted ${writtenDecimals(currency)} before. They are shown and charged as: ${shown}.`,
      fix: `Run npm run adopt with the prices in ${currency}, or add '${currency}' to confirmedCurrencies if these are right.`,
    });
    return [...refused, changed];
  });
}

/** Whether earlier versions took amounts in it for something else: they asked how people write it. */
export function isRecounted(currency: string): boolean {
  return writtenDecimals(currency) !== decimalsOf(currency);
}

function writtenDecimals(currency: string): number | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits;
}

/** The amounts that Stripe takes in a currency, in words: `USD in steps of 0.01`. */
export function stepsOf(currency: string): string {
  return `${currency} in steps of ${currencyRule(currency).step / minorUnits(currency)}`;
}

function unsold(currency: string) {
  return {
    problem: `Stripe takes no payments in ${currency}.`,
    fix: 'Run npm run adopt with currencies of https://docs.stripe.com/currencies.',
  };
}
