import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nameModules } from '../../../../../src/prerender/pages/modules.ts';

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
    ) => ({ imports, dynamicImports, sources: [source], words: [] });
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
