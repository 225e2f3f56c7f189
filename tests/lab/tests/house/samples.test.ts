import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { languages, localizedPath } from '../../../../src/contract/language.ts';
import { weightOf } from '../../../support/page-weight.ts';
import { type BuiltSite, buildCopy, projectRoot } from '../../../support/site-copy.ts';

const BUILD_TIMEOUT_MS = 240_000;
const posts = 'src/content/blog';

let site: BuiltSite;

// Our own posts: the tests of the product have others.
beforeAll(async () => {
  site = await buildCopy(new Date().toISOString(), undefined, async (folder) => {
    for (const kind of [posts, 'src/content/tags']) {
      await cp(join(projectRoot, kind), join(folder, kind), { recursive: true, force: true });
    }
  });
}, BUILD_TIMEOUT_MS);

it.each(languages)('the bars of the worked example (%s) agree with its table', (language) => {
  const text = readFileSync(join(projectRoot, posts, language, 'how-credits-work.md'), 'utf8');
  const [, block = ''] = /```bars\n(.+?)```/s.exec(text) ?? [];
  const drawn = block
    .trim()
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .slice(line.lastIndexOf(':') + 1)
        .split('|')
        .map(Number),
    );
  const rows = [...text.matchAll(/^\|(.+)\|$/gm)].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  );
  const numbers = rows
    .filter((cells) => /^\d+$/.test(cells[5] ?? ''))
    .map((cells) => cells.slice(2, 5).map((cell) => (cell === '–' ? 0 : Number(cell))));
  expect(numbers).toHaveLength(9);
  expect(drawn).toEqual(numbers);
});

it.each([
  ['en', ['/', '/pricing/', '/blog/', '/blog/how-credits-work/']],
  ['zh', ['/', '/blog/how-credits-work/']],
] as const)(
  'the post on what a page weighs gives the weights of this build, within a kilobyte (%s)',
  (language, paths) => {
    const post = localizedPath('/blog/a-page-without-react/', language);
    const html = site.get(`${post}index.html`)?.toString() ?? '';
    const quoted = [...html.matchAll(/<td[^>]*>([\d.]+)\skB<\/td>\s*<\/tr>/g)].map(([, kB]) => kB);
    expect(quoted).toHaveLength(paths.length);
    for (const [index, path] of paths.entries()) {
      const { allBytes } = weightOf(site, `${localizedPath(path, language)}index.html`);
      expect(Math.abs(allBytes - Number(quoted[index]) * 1000), path).toBeLessThan(1000);
    }
  },
);
