import { createHash } from 'node:crypto';
import islandRuntime from 'astro/runtime/server/astro-island.prebuilt.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import delayedStart from '../../../src/client/start/inline/start-later.ts?as-text';
import {
  delayStart,
  leanIslands,
  ownHashesOnly,
  trustedTypesOnly,
  withoutIslandRuntime,
} from '../../../src/middleware.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head>${rest}`;

it('the policy of a page keeps the hashes of its own scripts and styles, and all that is no hash', () => {
  const rest = '<script src="/a.js"></script><style>b{}</style><script type="module">c()</script>';
  const before = `default-src 'self'; script-src 'self' ${hashOf('c()')} ${hashOf('other')}; style-src 'self' ${hashOf('b{}')} ${hashOf('d{}')};`;
  const after = `default-src 'self'; script-src 'self' ${hashOf('c()')}; style-src 'self' ${hashOf('b{}')};`;
  expect(ownHashesOnly(page(before, rest))).toBe(page(after, rest));
});

it('nothing is allowed that was not, and the hash of an empty text allows nothing', () => {
  const rest = '<script src="/a.js"></script><script>new()</script>';
  expect(ownHashesOnly(page(`script-src 'self' ${hashOf('')};`, rest))).toBe(
    page("script-src 'self';", rest),
  );
});

it('a page without a policy, and hashes in its text, stay as they are', () => {
  const html = `<p>script-src ${hashOf('x')}</p>`;
  expect(ownHashesOnly(html)).toBe(html);
});

it.each(["default-src 'self'", "default-src 'self';"])(
  'the policy %j forbids texts that become code, and any exception',
  (before) => {
    const after = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
    expect(trustedTypesOnly(page(before, '<p>;"></p>'))).toBe(page(after, '<p>;"></p>'));
  },
);

describe('the start script', () => {
  it.each(['/_astro/page.BeTUx-_S.js', '/base/_astro/page.a.js', '/@id/astro:scripts/page.js'])(
    'at %s is fetched by the script that waits',
    (address) => {
      const html = `<head><script type="module" src="${address}"></script></head><p>$&</p>`;
      expect(delayStart(html)).toBe(
        `<head><script data-start="${address}" data-bar="/src/client/start/signed-in-bar.ts">${delayedStart}</script></head><p>$&</p>`,
      );
    },
  );

  describe('in a build', () => {
    const chunk = (
      imports: readonly string[],
      source = '',
      dynamicImports: readonly string[] = [],
    ) => ({
      imports,
      dynamicImports,
      sources: [source],
      words: [],
    });
    beforeEach(() => {
      globalThis.builtChunks = new Map([
        ['/page.a.js', chunk(['/start.js'])],
        ['/start.js', chunk([])],
        ['/bar.js', chunk(['/start.js', '/fill.js'], '/mill/src/client/start/signed-in-bar.ts')],
        ['/Account.js', chunk(['/react.js'], '/mill/Account.tsx', ['/Overview.js', '/Plot.js'])],
        [
          '/Overview.js',
          chunk(['/react.js', '/call.js'], '/mill/src/islands/account/Overview.tsx'),
        ],
        ['/Plot.js', chunk([], '/mill/src/islands/account/Plot.tsx')],
      ]);
    });
    afterEach(() => {
      globalThis.builtChunks = undefined;
    });
    const entry = '<script type="module" src="/page.a.js"></script>';

    it('is named itself, with the script of the bar and what that imports', () => {
      expect(delayStart(entry)).toBe(
        `<script data-start="/start.js" data-bar="/bar.js" data-ahead="/fill.js">${delayedStart}</script>`,
      );
    });

    it('comes with the data that the page names', () => {
      expect(delayStart(`${entry}<div data-fetch="/api/credits /api/purchases">`)).toContain(
        ' data-ahead="/api/credits /api/purchases /fill.js">',
      );
    });

    it('comes with all that an island which hydrates by itself imports, not with its later parts', () => {
      const island = (client: string) =>
        `<astro-island uid="a" component-url="/Account.js" component-export="default" renderer-url="/client.js" ssr client="${client}"></astro-island>`;
      expect(delayStart(`${entry}${island('load')}`)).toContain(
        ' data-ahead="/Account.js /client.js /fill.js /react.js /Overview.js /call.js">',
      );
      expect(delayStart(`${entry}${island('demand')}`)).toContain(' data-ahead="/fill.js">');
    });
  });

  it.each([
    '<script type="module" src="/_astro/search.astro_astro_type_script.a.js"></script>',
    '<script type="module" src="/_astro/homepage.a.js"></script>',
    '<script type="module">page()</script>',
    '<p>no script</p>',
  ])('is not %s, which stays as it is', (html) => {
    expect(delayStart(html)).toBe(html);
  });
});

describe('the element of an island', () => {
  const island = (client: string) =>
    `<astro-island uid="a" prefix="r0" data-props="{&#34;to&#34;:&#34;a>b&#34;}" component-url="/Bar.js" component-export="default" renderer-url="/client.js" props="{&quot;to&quot;:[0,&quot;a>b&quot;]}" ssr client="${client}" opts="{}" await-children>`;

  it('on demand has what the start script reads, and no more', () => {
    expect(leanIslands(island('demand'))).toBe(
      `<astro-island prefix="r0" data-props='{"to":"a>b"}' component-url="/Bar.js" renderer-url="/client.js" ssr>`,
    );
  });

  it('that hydrates by itself stays as it is', () => {
    expect(leanIslands(island('load'))).toBe(island('load'));
  });
});

describe('Astro’s script for islands', () => {
  const script = `<script>${islandRuntime}</script>`;
  const island = (directive: string) =>
    `<astro-island uid="a" ssr client="${directive}" await-children></astro-island>`;

  it('is removed with the directive when all islands hydrate on demand', () => {
    const directive = '<script>(()=>{(self.Astro||(self.Astro={})).demand=e})();</script>';
    const page = `<p>a</p>${directive}${script}${island('demand')}${island('demand')}`;
    expect(withoutIslandRuntime(page)).toBe(`<p>a</p>${island('demand')}${island('demand')}`);
  });

  it.each(['load', 'only', 'idle', 'visible'])(
    'stays when an island has client:%s',
    (directive) => {
      const html = `${script}${island('demand')}${island(directive)}`;
      expect(withoutIslandRuntime(html)).toBe(html);
    },
  );

  it('leaves no style of Astro’s either, with whatever islands', () => {
    const style = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
    expect(withoutIslandRuntime(`${style}${script}${island('load')}`)).toBe(
      `${script}${island('load')}`,
    );
  });

  it.each([
    '<p>no island</p>',
    '<script>other()</script>',
    // In development, Astro's script for islands is another, and needs the directive.
    '<script>islandsOfDevelopment()</script><script>(self.Astro={}).demand=()=>{}</script>',
  ])('is not in %s', (html) => {
    expect(withoutIslandRuntime(html)).toBe(html);
  });
});
