type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether a browser opens the answer as a page of a tab, and not as a picture, a frame or data.
 * Browsers before Fetch Metadata (Safari before 16.4) say so by accepting HTML, which they do not
 * for a picture. Source: W3C's "Fetch Metadata Request Headers", section 2.1; Fetch, section 3.1.
 */
export function isNavigation({ 'sec-fetch-dest': destination, accept = '' }: Headers): boolean {
  return destination === undefined ? accept.includes('text/html') : destination === 'document';
}

/** Whether another site began the request; `none` is the address bar. Old browsers are believed. */
export function isStartedElsewhere(headers: Headers): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return site !== 'same-origin' && site !== 'none';
}
