import { expect, test } from 'vitest';
import {
  beginningOf,
  isNavigation,
  isStartedElsewhere,
  wasStartedElsewhere,
} from '../../../../src/contract/fetch-metadata.ts';

/** A page's navigation, as the browser describes it to scripts. */
function navigation(members: Readonly<Record<string, unknown>>): PerformanceEntry {
  const entry = { name: '', entryType: 'navigation', startTime: 0, duration: 0 };
  return { ...entry, toJSON: () => entry, ...members };
}

test.each([
  [undefined, false],
  ['none', false],
  ['same-origin', false],
  ['same-site', true],
  ['cross-site', true],
  ['', true],
  ['Same-Origin', true],
])('another site began a request with Sec-Fetch-Site %j: %s', (site, expected) => {
  expect(isStartedElsewhere({ 'sec-fetch-site': site })).toBe(expected);
});

test.each([
  ['cross-site', true],
  ['same-origin', false],
  [undefined, false],
])('a page that was opened with Sec-Fetch-Site %j learns of another site: %s', (site, expected) => {
  const serverTiming = [{ name: beginningOf(site), duration: 0, description: '' }];
  expect(wasStartedElsewhere([navigation({ serverTiming })])).toBe(expected);
});

test.each([
  ['no navigation', []],
  ['a browser without Server-Timing', [navigation({})]],
  ['a page that was sent without it', [navigation({ serverTiming: [] })]],
  ['another metric', [navigation({ serverTiming: [{ name: 'cdn-cache-hit' }] })]],
  ['a value of another kind', [navigation({ serverTiming: 'elsewhere' })]],
])('%s says nothing of another site', (_what, navigations) => {
  expect(wasStartedElsewhere(navigations)).toBe(false);
});

test.each([
  [{ 'sec-fetch-dest': 'document' }, true],
  [{ 'sec-fetch-dest': 'image', accept: 'text/html' }, false],
  [{ 'sec-fetch-dest': 'iframe' }, false],
  [{ accept: 'text/html,application/xhtml+xml' }, true],
  [{ accept: 'image/avif,*/*' }, false],
  [{}, false],
])('a request with %j opens a page: %s', (headers, expected) => {
  expect(isNavigation(headers)).toBe(expected);
});
