import { requestedWithHeader } from '../../src/contract/session.ts';
import type { Refusal } from './handler.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Refuses a state-changing call that didn't come from a script of our own pages. The three signs
 * are independent: what the browser says of the page (`Origin`), what it says of the relation
 * (`Sec-Fetch-Site`, absent in old browsers), and a header that a form cannot set, whatever it
 * says: that it is there shows the preflight that another origin would not have passed.
 */
export function refuseForeignOrigin(headers: Headers, siteOrigin: string): Refusal | undefined {
  if (headers.origin !== siteOrigin) return refuse(`The Origin header must be ${siteOrigin}.`);
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
    return refuse('The Sec-Fetch-Site header must be same-origin.');
  }
  const { name, value } = requestedWithHeader;
  if (!headers[name])
    return refuse(`The header ${name} must be present, as in "${name}: ${value}".`);
  return undefined;
}

function refuse(detail: string): Refusal {
  return { problem: 'origin_refused', detail };
}
