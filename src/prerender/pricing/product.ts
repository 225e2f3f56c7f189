import { startRun } from '../../contract/flows.ts';
import type { Language } from '../../contract/language.ts';
import { operationOf } from '../../contract/openapi/operation.ts';
import { sampleOf, samplesOf } from '../../contract/openapi/samples.ts';
import { firstCurrency, packs } from '../../contract/prices.ts';
import { moneyFormat } from '../../i18n/money.ts';
import { breadcrumbs, type NamedThing } from '../blog/structured-data.ts';
import type { FlowDetails, FlowListing } from './flow-summaries.ts';
import { decimalPrice } from './prices.ts';

/** The path of a flow's public page, without a language prefix. */
export function productPath({ id }: Pick<FlowListing, 'id'>): string {
  return `/products/${id}/`;
}

type Translate = (
  key: 'frame.perRun' | 'frame.perItem' | 'frame.perRunFrom',
  values: { readonly count: number },
) => string;

/** The price of a run, or of one of its items, in credits, such as `from 2 credits a run`. */
export function priceText(flow: FlowListing, t: Translate): string {
  const each = flow.isEach ? 'frame.perItem' : 'frame.perRun';
  return t(flow.example ? 'frame.perRunFrom' : each, { count: flow.priceCredits });
}

/** The price of credits in money: with the pack whose credits cost least, and the smallest. */
export function moneyRange(credits: number, language: Language) {
  const currency = firstCurrency(language);
  const format = moneyFormat(language, currency);
  const prices = packs.map((pack) => (pack.priceMinor[currency] / pack.amountCredits) * credits);
  return { least: format(Math.min(...prices)), most: format(Math.max(...prices)) };
}

/**
 * A call of the API that runs a flow, as a command for a shell.
 * @param input by default its required fields
 * @param flowsOrigin the origin of the flows
 */
export function shellCall(
  flow: Pick<FlowDetails, 'id' | 'schema'>,
  flowsOrigin: string,
  input: Readonly<Record<string, unknown>> = sampleOf(flow.schema),
): string {
  const operation = operationOf(startRun);
  const content = { 'application/json': { schema: {}, example: { input } } };
  const { curl } = samplesOf(
    {
      method: startRun.method,
      path: startRun.path.replace('{id}', flow.id),
      operation: { ...operation, requestBody: { required: true, content } },
    },
    flowsOrigin,
  );
  // An argument has at most 128 kB on Linux, so a file goes through the standard input.
  return curl.replace(/-d '(.*<(?:picture|document)\..*)'$/s, (_, body: string) => {
    const filled = body.replaceAll(/<([a-z.]+)>/g, "$(base64 < $1 | tr -d '\\n')");
    return ['-d @- <<BODY', filled.replaceAll('\n  ', '\n'), 'BODY'].join('\n');
  });
}

/** The texts and addresses of a flow's page in a language. */
interface ProductContext {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly imageUrl: string;
  readonly home: NamedThing;
}

/**
 * A flow in the terms of schema.org, with the highest price of a run in each currency, and the page's
 * breadcrumbs. Source: schema.org/SoftwareApplication; Google Search Central, "Software app" and
 * "Breadcrumb".
 */
export function productStructuredData(
  { priceCredits }: Pick<FlowListing, 'priceCredits'>,
  { name, description, url, imageUrl, home }: ProductContext,
) {
  const [{ priceMinor, amountCredits }] = packs;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'SoftwareApplication',
        ...{ name, description, url },
        image: imageUrl,
        applicationCategory: 'UtilitiesApplication',
        operatingSystem: 'Any',
        publisher: { '@type': 'Organization', ...home },
        offers: Object.entries<number>(priceMinor).map(([currency, minor]) => ({
          '@type': 'Offer',
          price: decimalPrice((minor / amountCredits) * priceCredits, currency),
          priceCurrency: currency,
          availability: 'https://schema.org/InStock',
          url,
        })),
      },
      breadcrumbs([home, { name, url }]),
    ],
  };
}
