import { currencies, type Pack } from '../../contract/prices.ts';
import { decimalPrice } from './money.ts';

/** The words and addresses of a language that the offers need. */
export interface OfferContext<P extends Pack> {
  /** What is sold, and what it is good for. */
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
 * The packs on offer as schema.org has them, each in every currency, for a script of type
 * `application/ld+json`. Source: schema.org/Offer; Google Search Central, "Product snippet".
 */
export function offersStructuredData<P extends Pack>(
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
      currencies.map((currency) => ({
        '@type': 'Offer',
        name: nameOf(pack),
        sku: pack.id,
        price: decimalPrice(pack.priceMinor[currency], currency),
        priceCurrency: currency,
        availability: 'https://schema.org/InStock',
        url,
      })),
    ),
  };
}
