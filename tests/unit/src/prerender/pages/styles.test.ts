import { describe, expect, it } from 'vitest';
import { withStyles } from '../../../../../src/prerender/pages/styles.ts';

const hashOf = (text: string) => `hash-${text.length}-${text.at(-2)}`;

let built = 0;

/** A page with that body and links to sheets, with its styles in it. */
function styled(sheets: readonly string[], body: string, words: readonly string[] = []): string {
  built += 1;
  const addresses = sheets.map((_, number) => `/_astro/${built}-${number}.css`);
  const links = addresses.map((address) => `<link rel="stylesheet" href="${address}">`);
  const sheetAt = (address: string) => sheets[addresses.indexOf(address)] ?? '';
  const html = `<meta content="style-src 'self' 'other';">${links.join('')}${body}`;
  return withStyles(html, new Set(words), { sheetAt, hashOf });
}

const styleOf = (html: string) => /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';

/** The rules of a sheet that stay in a page with that body. */
const kept = (sheet: string, body: string, words: readonly string[] = []) =>
  styleOf(styled([sheet], body, words));

describe('a page keeps', () => {
  it.each([
    ['the class of an element', '.p-1{top:1px}.p-2{top:2px}', '<p class="q p-2">', '.p-2{top:2px}'],
    [
      'a rule for several classes, of which one is there',
      '.p-1,.p-2{top:1px}.p-3{top:3px}',
      '<p class="p-2">',
      '.p-1,.p-2{top:1px}',
    ],
    ['no rule that needs two classes, one missing', '.a .b{top:1px}', '<p class="a">', ''],
    ['a rule for elements', 'p{top:1px}.a,b{top:2px}', '<p>', 'p{top:1px}.a,b{top:2px}'],
    [
      'a name with marks that CSS escapes',
      String.raw`.md\:w-\[2\.5rem\]{top:1px}.w-1\/2{top:2px}`,
      '<p class="md:w-[2.5rem]">',
      String.raw`.md\:w-\[2\.5rem\]{top:1px}`,
    ],
    [
      'what stands in a media query, at any width',
      '@media (width<=599px){.sm-1{top:1px}.sm-2{top:2px}}@media print{.p-3{top:3px}}',
      '<p class="sm-2">',
      '@media (width<=599px){.sm-2{top:2px}}',
    ],
    [
      'a rule whose other classes stand in parentheses',
      '.here:is(:where(.group):hover *){top:1px}',
      '<p class="here">',
      '.here:is(:where(.group):hover *){top:1px}',
    ],
    [
      'a name that HTML writes otherwise',
      String.raw`.\[\&_p\]\:m-1{top:1px}`,
      '',
      String.raw`.\[\&_p\]\:m-1{top:1px}`,
    ],
    [
      'the styles of a component that it shows',
      'p.astro-a1{top:1px}p.astro-b2{top:2px}',
      '<p class="astro-a1">',
      'p.astro-a1{top:1px}',
    ],
    [
      'the frames of animations that a rule names',
      '.a{animation:1s go}.b{animation:1s other}@keyframes go{to{top:1px}}@keyframes other{to{top:2px}}',
      '<p class="a">',
      '.a{animation:1s go}@keyframes go{to{top:1px}}',
    ],
    [
      'the frames of an animation whose time is a variable',
      '.a{animation:var(--t)go}@keyframes go{to{top:1px}}',
      '<p class="a">',
      '.a{animation:var(--t)go}@keyframes go{to{top:1px}}',
    ],
    [
      'the custom properties that a rule reads',
      ':root{--a:1px;--b:2px}.x{top:var(--a)}.y{top:var(--b)}',
      '<p class="x">',
      ':root{--a:1px}.x{top:var(--a)}',
    ],
    [
      'the registration of a property that a rule reads',
      '@property --a{syntax:"*";inherits:false}@property --b{syntax:"*";inherits:false}p{top:var(--a)}',
      '<p>',
      '@property --a{syntax:"*";inherits:false}p{top:var(--a)}',
    ],
  ])('%s', (_what, sheet, body, rules) => {
    expect(kept(sheet, body)).toBe(rules);
  });

  it('what a script may give to an element, or may read', () => {
    const sheet = ':root{--a:1px;--b:1px}.p-1{top:1px}.turned{top:2px}';
    expect(kept(sheet, '', ['turned', '--a'])).toBe(':root{--a:1px}.turned{top:2px}');
  });

  it('the order of its rules and layers', () => {
    const sheet =
      '@layer base,components,utilities;@layer utilities{.p-2{top:2px}.p-9{top:9px}.p-1{top:1px}}@layer base{p{top:0}}';
    expect(kept(sheet, '<p class="p-1 p-2">')).toBe(
      '@layer base{p{top:0}}@layer components;@layer utilities{.p-2{top:2px}.p-1{top:1px}}',
    );
  });
});

it('two pages with other elements get other styles', () => {
  const sheet = '.m-1{top:1px}.m-2{top:2px}';
  expect(kept(sheet, '<p class="m-1">')).toBe('.m-1{top:1px}');
  expect(kept(sheet, '<p class="m-2">')).toBe('.m-2{top:2px}');
});

it('the sheets of a page stand in it in their order, and its policy allows them', () => {
  const html = styled(['i{top:1px}', '\nb{top:2px}'], '<p>');
  const css = 'i{top:1px}b{top:2px}';
  expect(html).toBe(
    `<meta content="style-src 'self' '${hashOf(css)}' 'other';"><style>${css}</style><p>`,
  );
});

it('a page without links to sheets stays as it is, as in development', () => {
  const html = '<style data-vite-dev-id="a.astro">.p-1{top:1px}</style><p>';
  expect(withStyles(html, new Set(), { sheetAt: () => '', hashOf })).toBe(html);
});

it('a sheet that is no CSS is an error', () => {
  expect(() => kept('.p-1{top:1px}}', '')).toThrow(SyntaxError);
});
