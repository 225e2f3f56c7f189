type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether a browser opens the answer as a page of a tab, and not as a picture, a frame or data. A page
 * that it opens ahead of a press is none (Fetch's `Sec-Purpose`). Browsers before Fetch Metadata (Safari
 * before 16.4) accept HTML for a page alone. Source: W3C's "Fetch Metadata Request Headers", section 2.1.
 */
export function isNavigation(headers: Headers): boolean {
  const { 'sec-fetch-dest': destination, 'sec-purpose': ahead, accept = '' } = headers;
  if (ahead !== undefined) return false;
  return destination === undefined ? accept.includes('text/html') : destination === 'document';
}

/** Whether another site began the request; `none` is the address bar. Old browsers are believed. */
export function isStartedElsewhere({ 'sec-fetch-site': site = 'none' }: Headers): boolean {
  return site !== 'same-origin' && site !== 'none';
}

/** The name of the metric by which a page learns that another site began its navigation. */
const elsewhere = 'elsewhere';

/**
 * The `Server-Timing` of a page, which tells its scripts who began its navigation: they cannot see
 * the headers of the request, and the other site may withhold `document.referrer`. No page goes
 * without it, because a browser updates a stored page by the headers that a 304 has.
 * Source: W3C's "Server Timing", section 3.
 * @param site the request's `Sec-Fetch-Site`
 */
export function beginningOf(site: string | undefined): string {
  return isStartedElsewhere({ 'sec-fetch-site': site }) ? elsewhere : 'here';
}

/**
 * Whether another site began the navigation to a page.
 * @param navigations the page's `performance.getEntriesByType('navigation')`
 */
export function wasStartedElsewhere(navigations: readonly PerformanceEntry[]): boolean {
  return navigations.some(
    (navigation) =>
      'serverTiming' in navigation &&
      Array.isArray(navigation.serverTiming) &&
      navigation.serverTiming.some((metric) => metric.name === elsewhere),
  );
}
