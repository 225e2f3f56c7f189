import { currencyRule, soldCurrencies } from '../../../src/contract/currencies.ts';
import { defaultLanguage } from '../../../src/contract/language.ts';
import { money } from './account.ts';
import { type ApiAnswer, failure } from './api-reads.ts';

/**
 * The least amount that an account charges in its own currency, in minor units. The stand-in's account
 * has one in each of these. Where Stripe would convert, its least amount varies with the rate.
 * Source: "Minimum charge amount by currency" in https://docs.stripe.com/currencies, 2026-11-29.
 */
const leastMinor: Readonly<Record<string, number>> = {
  ...{ USD: 50, AED: 200, ARS: 50, AUD: 50, BRL: 50, CAD: 50, CHF: 50, COP: 50, CZK: 1_500 },
  ...{ DKK: 250, EUR: 50, GBP: 30, HKD: 400, HUF: 17_500, IDR: 50, ILS: 50, INR: 50, JPY: 50 },
  ...{ KRW: 50, MXN: 1_000, MYR: 200, NOK: 300, NZD: 50, PHP: 50, PLN: 200, RON: 200, RUB: 50 },
  ...{ SEK: 300, SGD: 50, THB: 1_000, ZAR: 50 },
};

/**
 * How many digits an amount may have, where that is not eight.
 * Source: `amount` in "Create a PaymentIntent" of the API reference; "Maximum charge amounts" in the
 * document above, and for cards in HUF, JPY and LBP in its version of 2025. Its version of 2026-11 allows
 * twelve for most cards; the stand-in refuses what either refuses.
 */
const mostDigits: Readonly<Record<string, number>> = {
  ...{ IDR: 12, LBP: 11, COP: 10, HUF: 10, JPY: 10, INR: 9 },
};

/** The least and the most that a charge may be in a currency, in minor units. */
export function chargeLimits(currency: string) {
  return {
    fewest: leastMinor[currency] ?? 1,
    most: 10 ** (mostDigits[currency] ?? 8) - 1,
  };
}

/** A charge, and what a request calls its parts. */
export interface Charge {
  readonly currency: string;
  readonly amount: number;
  readonly names: Readonly<Record<'currency' | 'amount', string>>;
  /** How Stripe begins the sentence about an amount that is too small. */
  readonly least: string;
}

/**
 * Refuses a charge that Stripe refuses for its currency or its amount.
 * Source: https://docs.stripe.com/currencies; `amount_too_large` and `amount_too_small` in
 * https://docs.stripe.com/error-codes. The words about UGX are in
 * https://github.com/woocommerce/woocommerce-gateway-stripe/pull/2723; Stripe has none about a last
 * digit in its documents.
 */
export function chargeFailure({ currency, amount, names, least }: Charge): ApiAnswer | undefined {
  const code = currency.toUpperCase();
  if (!soldCurrencies().includes(code)) {
    const known = soldCurrencies().join(', ').toLowerCase();
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}`;
    return failure(400, message, { param: names.currency });
  }
  const param = names.amount;
  const written = (minor: number) => money(minor, code, defaultLanguage);
  const { fewest, most } = chargeLimits(code);
  if (amount < fewest) {
    const message = `${least} at least ${written(fewest)} ${currency}`;
    return failure(400, message, { code: 'amount_too_small', param });
  }
  if (amount > most) {
    const message = `Amount must be no more than ${written(most)}`;
    return failure(400, message, { code: 'amount_too_large', param });
  }
  const { step } = currencyRule(code);
  if (amount % step === 0) return undefined;
  const message =
    step === 100
      ? `Invalid amount. Currency ${code} has become effectively zero-decimal and charged amounts must be evenly divisible by 100. See https://stripe.com/docs/currencies#zero-decimal for more information.`
      : `Invalid amount. The last digit of an amount in ${code} must be 0.`;
  return failure(400, message, { param });
}
