import { createHash } from 'node:crypto';
import islandRuntime from 'astro/runtime/server/astro-island.prebuilt.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  leanIslands,
  nameModules,
  strictPolicy,
} from '../../../../../src/client/start/lean-page.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head>${rest}`;

const strict = "; require-trusted-types-for 'script'; trusted-types 'none'";

it('the policy of a page keeps the hashes of its own scripts and styles, and all that is no hash', () => {
  const rest = '<script src="/a.js"></script><style>b{}</style><script type="module">c()</script>';
  const before = `default-src 'self'; script-src 'self' ${hashOf('c()')} ${hashOf('other')}; style-src 'self' ${hashOf('b{}')} ${hashOf('d{}')};`;
  const after = `default-src 'self'; script-src 'self' ${hashOf('c()')}; style-src 'self' ${hashOf('b{}')}`;
  expect(strictPolicy(page(before, rest), true)).toBe(page(`${after};`, rest));
  expect(strictPolicy(page(before, rest), false)).toBe(page(`${after}${strict}`, rest));
});

it('nothing is allowed that was not, and the hash of an empty text allows nothing', () => {
  const rest = '<script src="/a.js"></script><script>new()</script>';
  expect(strictPolicy(page(`script-src 'self' ${hashOf('')};`, rest), false)).toBe(
    page(`script-src 'self'${strict}`, rest),
  );
});

it('a page without a policy, and hashes in its text, stay as they are', () => {
  const html = `<p>script-src ${hashOf('x')}</p>`;
  expect(strictPolicy(html, false)).toBe(html);
});

it.each(["default-src 'self'", "default-src 'self';"])(
  'the policy %j forbids texts that become code, and any exception',
  (before) => {
    expect(strictPolicy(page(before, '<p>;"></p>'), false)).toBe(
      page(`default-src 'self'${strict}`, '<p>;"></p>'),
    );
  },
);

describe('the start script', () => {
  const entry = '<script data-start>';

  it('in development is named by its file', () => {
    expect(nameModules(`<head>${entry}e()</script></head><p>$&</p>`)).toBe(
      '<head><script data-start="/src/client/start/start.ts" data-bar="/src/client/start/signed-in-bar.ts">e()</script></head><p>$&</p>',
    );
  });

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
      globalThis.builtAddresses = { start: '/start.js', bar: '/bar.js' };
      globalThis.builtChunks = new Map([
        ['/start.js', chunk([])],
        ['/bar.js', chunk(['/start.js', '/fill.js'])],
        ['/Account.js', chunk(['/react.js'], '/mill/Account.tsx', ['/Overview.js', '/Plot.js'])],
        [
          '/Overview.js',
          chunk(['/react.js', '/call.js'], '/mill/src/islands/account/Overview.tsx'),
        ],
        ['/Plot.js', chunk([], '/mill/src/islands/account/Plot.tsx')],
      ]);
    });
    afterEach(() => {
      globalThis.builtAddresses = undefined;
      globalThis.builtChunks = undefined;
    });
    it('is named with the script of the bar and what that imports', () => {
      expect(nameModules(entry)).toBe(
        '<script data-start="/start.js" data-bar="/bar.js" data-ahead="/fill.js">',
      );
    });

    it('comes with the data that the page names', () => {
      expect(nameModules(`${entry}<div data-fetch="/api/credits /api/purchases">`)).toContain(
        ' data-ahead="/api/credits /api/purchases /fill.js">',
      );
    });

    it('comes with all that an island which hydrates by itself imports, not with its later parts', () => {
      const island = (client: string) =>
        `<astro-island uid="a" component-url="/Account.js" component-export="default" renderer-url="/client.js" ssr client="${client}"></astro-island>`;
      expect(nameModules(`${entry}${island('load')}`)).toContain(
        ' data-ahead="/Account.js /client.js /fill.js /react.js /Overview.js /call.js">',
      );
      expect(nameModules(`${entry}${island('demand')}`)).toContain(' data-ahead="/fill.js">');
    });
  });

  it('is not named in a page that fetches none', () => {
    const html = '<script type="module" src="/start.js"></script><p data-start>no script</p>';
    expect(nameModules(html)).toBe(html);
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
  const lean = '<astro-island ssr></astro-island>';

  it('is removed with the directive when all islands hydrate on demand', () => {
    const directive = '<script>(()=>{(self.Astro||(self.Astro={})).demand=e})();</script>';
    const page = `<p>a</p>${directive}${script}${island('demand')}${island('demand')}<!--astro:end-->`;
    expect(leanIslands(page)).toBe(`<p>a</p>${lean}${lean}`);
  });

  it.each(['load', 'only', 'idle', 'visible'])(
    'stays when an island has client:%s',
    (directive) => {
      const html = (first: string) => `${script}${first}${island(directive)}<!--astro:end-->`;
      expect(leanIslands(html(island('demand')))).toBe(html(lean));
    },
  );

  it('leaves no style of Astro’s either, with whatever islands', () => {
    const style = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
    expect(leanIslands(`${style}${script}${island('load')}`)).toBe(`${script}${island('load')}`);
  });

  it.each([
    '<p>no island</p>',
    '<script>other()</script>',
    // In development, Astro's script for islands is another, and needs the directive.
    '<script>islandsOfDevelopment()</script><script>(self.Astro={}).demand=()=>{}</script><!--astro:end-->',
  ])('is not in %s', (html) => {
    expect(leanIslands(html)).toBe(html);
  });
});
