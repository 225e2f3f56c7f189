/** How Stripe counts the amounts of a currency. */
export interface CurrencyRule {
  /** An amount of 1 has so many decimals: 2 for cents, 0 for yen. */
  readonly decimals: 0 | 2 | 3;
  /** Stripe takes multiples of so many minor units only. */
  readonly step: 1 | 10 | 100;
}

/**
 * The exceptions: Stripe counts every other currency with two decimals. How people write an amount,
 * which `Intl` knows, is another matter: nobody writes decimals of a forint, and Stripe counts them.
 * UGX stands in two of Stripe's lists, "Zero-decimal currencies" and "Special cases". The special case
 * holds: 5 UGX are an amount of 500, as with ISK. HUF and TWD are special in payouts only.
 * Source: https://docs.stripe.com/currencies, looked up on 2026-11-29. "Three-decimal currencies" is of
 * the page for accounts in the United Arab Emirates, the only ones to charge in these.
 */
const exceptions = [
  { decimals: 0, step: 1, codes: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF' },
  { decimals: 3, step: 10, codes: 'BHD JOD KWD OMR TND' },
  { decimals: 2, step: 100, codes: 'ISK UGX' },
] as const satisfies readonly (CurrencyRule & { readonly codes: string })[];

/** "Supported presentment currencies", of the same page. */
const sold = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN
BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD
HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL
MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD
UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`;

/** @param code an ISO 4217 code, in capital or, as in Stripe's API, in small letters */
export function currencyRule(code: string): CurrencyRule {
  const capitals = code.toUpperCase();
  const found = exceptions.find(({ codes }) => codes.split(' ').includes(capitals));
  return found ?? { decimals: 2, step: 1 };
}

/** The ISO 4217 codes of all currencies in which Stripe takes payments, in capital letters. */
export function soldCurrencies(): readonly string[] {
  return sold.split(/\s/);
}
