import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { contentTypeOf } from '../../../infra/edge/site-file.ts';
import { siteAnswers } from '../../../infra/local/site/static-files.ts';
import { type Language, languages, localizedPath } from '../../../src/contract/language.ts';
import { currencies, firstCurrency, packs } from '../../../src/contract/prices.ts';
import { problems, problemsPath } from '../../../src/contract/problem.ts';
import { loginPath } from '../../../src/contract/session.ts';
import { decimalsOf, moneyFormat } from '../../../src/i18n/money.ts';
import { strictPolicy } from '../../../src/prerender/pages/policy.ts';
import { elements, unbalanced } from '../../support/markup.ts';
import { scan, WANTED_SCORE } from '../../support/observatory.ts';
import { ownBytes, weightOf } from '../../support/page-weight.ts';
import { pagesOf, recallOf } from '../../support/search-recall.ts';
import { type BuiltSite, buildCopy, siteOrigin } from '../../support/site-copy.ts';

/** A build with all covers takes most of a minute on a slow machine. */
const BUILD_TIMEOUT_MS = 240_000;

/** The limits of a page for a reader: bytes after gzip, and requests. */
const budget = { allBytes: 20_000, scriptBytes: 5_000, requests: 8 };

let site: BuiltSite;

beforeAll(async () => {
  site = await buildCopy(new Date().toISOString());
}, BUILD_TIMEOUT_MS);

const pages = () =>
  [...site]
    // The HTML from which the editor draws sections is no page.
    .filter(([path]) => path.endsWith('.html') && !path.startsWith('/admin/sections/'))
    .map(([path, html]) => [path, html.toString()] as const);

test('every page, file, feed and error of the site gets at least 130 of Mozilla’s Observatory', async () => {
  const files = [...site].map(
    ([path, content]) => [path, { contentType: contentTypeOf(path), hash: '', content }] as const,
  );
  const answer = siteAnswers(new Map(files), siteOrigin);
  const urls = [...site.keys(), '/none/', '/zh/none/', '/_astro/none.js', '/blog%2fnone/', '/%'];
  const poor: unknown[] = [];
  for (const [method, url] of [
    ...urls.map((path) => ['GET', path] as const),
    ['POST', '/'] as const,
  ]) {
    const request = { method, url, acceptEncoding: undefined, ifNoneMatch: undefined };
    const { headers, body = '' } = await answer(request);
    const html = headers['content-type']?.startsWith('text/html') ? body.toString() : '';
    const { score, findings } = scan({ https: true, headers, cookies: [], html });
    if (score < WANTED_SCORE) poor.push({ url, score, findings });
  }
  expect(poor).toEqual([]);
});

test('what only developers see, the examples of sections, is not built', () => {
  expect([...site.keys()].filter((path) => path.includes('section-examples'))).toEqual([]);
});

test('whoever finds a weakness reads whom to tell, until a time within a year', () => {
  const text = site.get('/.well-known/security.txt')?.toString() ?? '';
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  );
  expect(fields).toMatchObject({
    Contact: expect.stringMatching(/^mailto:\S+@\S+$/),
    Canonical: expect.stringMatching(/^https?:.*\/\.well-known\/security\.txt$/),
  });
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThanOrEqual(366);
});

describe('the public pages', () => {
  it('keep to the budget of bytes, scripts and requests', () => {
    const indexed = pages().filter(([, html]) => !html.includes('content="noindex"'));
    expect(indexed.length).toBeGreaterThan(20);
    const heavy = indexed
      .map(([path]) => ({ path, ...weightOf(site, path) }))
      .filter(
        ({ allBytes, scriptBytes, requests }) =>
          allBytes > budget.allBytes + ownBytes ||
          scriptBytes > budget.scriptBytes ||
          requests > budget.requests,
      );
    expect(heavy).toEqual([]);
  });

  it('have their styles in themselves, and no script fetches a sheet', () => {
    const linking = pages().filter(([, html]) => html.includes('rel="stylesheet"'));
    expect(linking.map(([path]) => path)).toEqual([]);
    expect([...site.keys()].filter((path) => path.endsWith('.css'))).toEqual([]);
    const scripts = [...site].filter(([path]) => path.endsWith('.js'));
    const fetching = scripts.filter(([, text]) => /_astro\/[\w.-]+\.css/.test(text.toString()));
    expect(fetching.map(([path]) => path)).toEqual([]);
  });

  it('start the same scripts and islands in every language', () => {
    const started = (html: string) =>
      new Set([
        ...elements(html, 'script').flatMap(({ src, 'data-start': start }) => src ?? start ?? []),
        ...elements(html, 'astro-island').map((island) =>
          [island['component-url'], island.client].join(),
        ),
      ]);
    const twins = pages().flatMap(([path, html]) => {
      const twin = site.get(`/zh${path}`)?.toString();
      return twin === undefined ? [] : [{ path, own: started(html), other: started(twin) }];
    });
    expect(twins.length).toBeGreaterThan(15);
    expect(twins.filter(({ own, other }) => !isDeepStrictEqual(own, other))).toEqual([]);
  });

  it('name their translations, each at an address of its own that names them back', () => {
    const alternatesOf = (html = '') =>
      elements(html, 'link')
        .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang)
        .map(({ hreflang, href }) => [hreflang, new URL(href ?? '').pathname]);
    const translated = pages()
      .map(([path, html]) => ({ path, alternates: alternatesOf(html) }))
      .filter(({ alternates }) => alternates.length > 0);
    expect(translated.length).toBeGreaterThan(30);
    const broken = translated.filter(({ alternates }) => {
      const addresses = new Set(alternates.map(([, path]) => path));
      const twins = [...addresses].map((path) => site.get(`${path}index.html`)?.toString());
      const isNamedBack = twins.every((html) => isDeepStrictEqual(alternatesOf(html), alternates));
      return addresses.size !== languages.length || !isNamedBack;
    });
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it('have no style attribute, because the content security policy would refuse it', () => {
    const styled = pages().filter(([, html]) => /<[a-z][^<>]*\sstyle="/.test(html));
    expect(styled.map(([path]) => path)).toEqual([]);
  });

  it('allow their own inline scripts and styles, and no others', () => {
    const hashed = /<meta http-equiv="content-security-policy" content="[^"]* 'sha256-/;
    const odd = pages().filter(
      ([, html]) =>
        strictPolicy(html, true) !== html ||
        (!html.includes('content="noindex"') && !hashed.test(html)),
    );
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('run no inline script without its hash, and no script of another origin', () => {
    const policies = pages().flatMap(([path, html]) => {
      const [, policy] = /content-security-policy" content="([^"]*)"/.exec(html) ?? [];
      return policy === undefined ? [] : [{ path, policy }];
    });
    expect(policies.length).toBeGreaterThan(20);
    const loose = policies.filter(({ policy }) => {
      const [, scripts = ''] = /script-src ([^;]+)/.exec(policy) ?? [];
      return (
        !/^(?:'self'|'sha256-[^']+'|\s)+$/.test(scripts) || !policy.includes("base-uri 'none'")
      );
    });
    expect(loose).toEqual([]);
  });

  it('link only to addresses that exist', () => {
    const dead = pages().flatMap(([path, html]) =>
      elements(html, '(?:a|link)')
        .map(({ href = '' }) => new URL(href, `${siteOrigin}${path}`))
        .filter(({ origin, pathname }) => origin === siteOrigin && !pathname.startsWith('/api/'))
        .filter(({ pathname }) => !exists(decodeURI(pathname)))
        .map(({ pathname }) => `${path}: ${pathname}`),
    );
    expect(dead).toEqual([]);
  });

  it('have an anchor for every link into a page', () => {
    const dead = pages().flatMap(([path, html]) => {
      const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
      return elements(html, 'a')
        .map(({ href = '' }) => decodeURI(href))
        .filter((href) => /^#./.test(href) && !ids.has(href.slice(1)))
        .map((href) => `${path}: ${href}`);
    });
    expect(dead).toEqual([]);
  });

  it('have one heading of the first level, a description and a language', () => {
    const odd = pages()
      .filter(([path]) => !/\/(?:signin|account|flows)\//.test(path))
      .filter(
        ([, html]) =>
          html.match(/<h1[\s>]/g)?.length !== 1 || elements(html, 'html')[0]?.lang === undefined,
      );
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('have structured data that parses', () => {
    const scripts = pages().flatMap(([, html]) => [
      ...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
    ]);
    expect(scripts.length).toBeGreaterThan(10);
    for (const [, json = ''] of scripts)
      expect(JSON.parse(json)['@context']).toBe('https://schema.org');
  });
});

it.each(['/rss.xml', '/zh/rss.xml', '/sitemap.xml'])('%s is well-formed', (path) => {
  const xml = site.get(path)?.toString() ?? '';
  expect(xml).toMatch(/^<\?xml /);
  expect(unbalanced(xml)).toEqual([]);
});

it.each(languages)(
  'every error code has its entry on the page that lists them (%s)',
  (language) => {
    const page = site.get(`${localizedPath(problemsPath, language)}index.html`)?.toString() ?? '';
    const anchors = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    expect(Object.keys(problems).filter((code) => !anchors.has(code))).toEqual([]);
  },
);

it.each(languages)(
  'search finds every post by each word of its title and by common words of its text (%s)',
  async (language) => {
    expect(pagesOf(site, language)).toHaveLength(2);
    const { contained, missed } = await recallOf(site, language);
    expect(contained).toBeGreaterThan(20);
    expect(missed).toEqual([]);
  },
);

describe('the pricing page', () => {
  it.each(languages)('offers every pack at its price in every currency (%s)', (language) => {
    const html = site.get(`${localizedPath('/pricing/', language)}index.html`)?.toString() ?? '';
    const [, json = '{}'] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const { offers } = JSON.parse(json);
    expect(
      offers.map(({ sku, priceCurrency, price }: Record<string, string>) => [
        sku,
        priceCurrency,
        Number((Number(price) * 10 ** decimalsOf(priceCurrency ?? '')).toFixed(4)),
      ]),
    ).toEqual(
      packs.flatMap(({ id, priceMinor }) =>
        currencies.map((currency) => [id, currency, priceMinor[currency]]),
      ),
    );
  });

  it.each(languages)(
    'leads with one press to the payment page, past the sign-in for visitors (%s)',
    (language) => {
      const html = site.get(`${localizedPath('/pricing/', language)}index.html`)?.toString() ?? '';
      const ways = elements(html, 'a')
        .filter(({ href = '' }) => href.endsWith('packs'))
        .map(({ class: style = '', href }) => [/for-\w+/.exec(style)?.[0], href]);
      expect(ways).toEqual(
        packs.flatMap(({ id }) => {
          const path = localizedPath(`/account/?buy=${id}#packs`, language);
          return [
            ['for-visitors', `${loginPath}?returnTo=${encodeURIComponent(path)}`],
            ['for-users', path],
          ];
        }),
      );
    },
  );
});

describe('the home page', () => {
  const home = (language: (typeof languages)[number]) =>
    site.get(`${localizedPath('/', language)}index.html`)?.toString() ?? '';

  it.each(languages)('draws the receipt of the ledger below it (%s)', (language) => {
    expect(home(language)).toContain('src="/scene.svg"');
    const scene = site.get('/scene.svg')?.toString() ?? '';
    const drawn = [...scene.matchAll(/<text x="526"[^>]*>\s*(\S+)\s*<\/text>/g)];
    const rows = [...home(language).matchAll(/<tr[^>]*>\s*(<td.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell),
    );
    const changes = rows.flatMap(([, change]) => change ?? []);
    expect(changes).toEqual([drawn[0]?.[1], '–', drawn[1]?.[1], '–', '–']);
    // The last run failed: the table has no change, and the receipt has nothing to pay.
    expect(drawn.slice(2).map(([, text]) => text)).toEqual(['0']);
  });

  it.each(languages)('leads visitors from the bar to the flows (%s)', (language) => {
    const [inBar] = elements(home(language), 'a').filter(({ href = '' }) =>
      href.startsWith(loginPath),
    );
    const flowsPath = encodeURIComponent(localizedPath('/flows/', language));
    expect(inBar?.href).toBe(`${loginPath}?returnTo=${flowsPath}`);
  });

  it.each(languages)(
    'says on its first screen what a run costs, with no fact left (%s)',
    (language) => {
      const [, hero = ''] = /<h1.*?>(.*?)<\/section>/s.exec(home(language)) ?? [];
      expect(hero).toMatch(priceIn(language));
      expect(home(language)).not.toContain('{{');
    },
  );
});

/** A price as readers of a language see it: a digit beside the sign of their currency. */
function priceIn(language: Language): RegExp {
  const sign = moneyFormat(language, firstCurrency(language))(1_000).replace(/[\d.,\s]+/g, '');
  const literal = sign.replace(/[$.*+?^(){}|[\]\\]/g, '\\$&');
  return new RegExp(`${literal}\\s?\\d|\\d\\s?${literal}`);
}

function exists(path: string): boolean {
  return site.has(path) || site.has(`${path}index.html`);
}
