import { describe, expect, it } from 'vitest';
import { withStyles } from '../../../../../src/client/start/used-utilities.ts';

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

/** A page that has its styles. */
const page = (sheet: string, body: string) =>
  `<meta content="style-src 'self' '${hashOf(sheet)}' 'other';"><style>${sheet}</style>${body}`;

const styleOf = (html: string) => /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';

const shortened = (utilities: string, body: string, words: readonly string[] = []) => {
  const whole = `.a{b:c}@layer utilities{${utilities}}@media print{.d{e:f}}`;
  const html = styled([whole], body, words);
  expect(html).toBe(page(styleOf(html), body));
  return /utilities\{(.*)\}@media print/s.exec(html)?.[1];
};

describe('a page keeps', () => {
  it.each([
    ['the utility of an element', '.p-1{x:1}.p-2{x:2}', '<p class="q p-2">', '.p-2{x:2}'],
    ['a rule for several', '.p-1,.p-2{x:1}.p-3{x:3}', '<p class="p-2">', '.p-1,.p-2{x:1}'],
    [
      'a name with marks that CSS escapes',
      String.raw`.md\:w-\[2\.5rem\]{x:1}.w-1\/2{x:2}`,
      '<p class="md:w-[2.5rem]">',
      String.raw`.md\:w-\[2\.5rem\]{x:1}`,
    ],
    [
      'what stands in a media query, at any width',
      String.raw`@media (width<=599px){.sm\:p-1{x:1}.sm\:p-2{x:2}}@media (hover:hover){.p-3:hover{x:3}}`,
      '<p class="sm:p-2">',
      String.raw`@media (width<=599px){.sm\:p-2{x:2}}`,
    ],
    [
      'a rule that names another class too',
      String.raw`.group-hover\:p-1:is(:where(.group):hover *){x:1}`,
      '<p class="group">',
      String.raw`.group-hover\:p-1:is(:where(.group):hover *){x:1}`,
    ],
    ['a name that HTML writes otherwise', '.\\[\\&_p\\]\\:m-1{x:1}', '', '.\\[\\&_p\\]\\:m-1{x:1}'],
  ])('%s', (_what, utilities, body, kept) => {
    expect(shortened(utilities, body)).toBe(kept);
  });

  it('what a script may give to an element', () => {
    expect(shortened('.p-1{x:1}.rotate-180{x:2}', '', ['rotate-180'])).toBe('.rotate-180{x:2}');
  });

  it('the order of the utilities', () => {
    expect(shortened('.p-2{x:2}.p-9{x:9}.p-1{x:1}', '<p class="p-1 p-2">')).toBe(
      '.p-2{x:2}.p-1{x:1}',
    );
  });
});

const ofComponents = (components: string, body: string) => {
  const html = styled(['@layer utilities{}', components], body);
  return /utilities\{\}(.*)<\/style>/s.exec(html)?.[1];
};

/** Styles with the short names of components, in the order in which they come. */
const withShortNames = (css: string) => {
  const names = [...new Set(css.match(/data-astro-cid-\w+/g))];
  return names.reduce((text, name, number) => text.replaceAll(name, `data-${number}`), css);
};

const [shown, other] = ['[data-astro-cid-a1]', '[data-astro-cid-b2]'];

it.each([
  ['a component that it shows', `p${shown}{x:1}p${other}{x:2}`, `p${shown}{x:1}`],
  ['a rule for two components', `p${other},p${shown}{x:1}`, `p${other},p${shown}{x:1}`],
  ['what any element may match', `p${other},p{x:1}.b{x:2}`, `p${other},p{x:1}.b{x:2}`],
  [
    'commas in parentheses',
    `${other}:is(a,:not(b,c)){x:1}${shown}:is(a,b){x:2}`,
    `${shown}:is(a,b){x:2}`,
  ],
  [
    'the frames of animations that a rule names',
    `p${shown}{animation:1s go}@keyframes go{to{x:1}}@keyframes other{0%{x:1}to{x:2}}`,
    `p${shown}{animation:1s go}@keyframes go{to{x:1}}`,
  ],
  [
    'a rule for a class that an element has',
    `.lit${shown}{x:1}.dim${shown}{x:2}.dim${shown},p${shown}{x:3}.lit${shown}:not(.dim){x:4}`,
    `.lit${shown}{x:1}.dim${shown},p${shown}{x:3}.lit${shown}:not(.dim){x:4}`,
  ],
  [
    'media queries with such a rule',
    `@media print{p${other}{x:1}}@media print{p${shown}{x:1}}\n`,
    `@media print{p${shown}{x:1}}\n`,
  ],
])('of the styles of components, a page keeps %s', (_what, components, kept) => {
  expect(ofComponents(components, '<p class="lit" data-astro-cid-a1>')).toBe(withShortNames(kept));
});

it.each([
  ['a rule with a class', '.a{x:1}', '<p class="a">', true],
  ['a rule with two classes, of which one is missing', '.a .b{x:1}', '<p class="a">', false],
  ['a rule with two classes', '.a .b{x:1}', '<p class="a b">', true],
  ['a rule for several, of which one is there', '.a,.b{x:1}', '<p class="b">', true],
  ['a rule that also stands for elements', '.a,p{x:1}', '<p>', true],
  ['a rule whose classes stand in parentheses', ':is(.a,.b) p{x:1}', '<p>', true],
  ['a rule in a media query', '@media print{.a{x:1}}', '<p>', false],
  ['a class that a script may give', '.given:hover{x:1}', '<p>', true],
])('of the layer of components, a page keeps %s: %s in %s: %s', (_what, rule, html, isKept) => {
  // The build ends a sheet with a line break.
  const styles = (rules: string) => `i{x:1}\n@layer base,components;@layer components{${rules}}`;
  const shown = styled([styles(rule), '@layer utilities{}'], html, ['given']);
  expect(styleOf(shown)).toBe(`${styles(isKept ? rule : '')}@layer utilities{}`);
});

it('two pages with other elements get other styles', () => {
  const utilities = '.m-1{x:1}.m-2{x:2}';
  expect(shortened(utilities, '<p class="m-1">')).toBe('.m-1{x:1}');
  expect(shortened(utilities, '<p class="m-2">')).toBe('.m-2{x:2}');
});

it('a page without links to sheets stays as it is, as in development', () => {
  const sheet = '@layer utilities{.p-1{x:1}}p[data-astro-cid-a1]{x:1}';
  const html = `<style data-vite-dev-id="a.astro">${sheet}</style><p data-astro-cid-a1>`;
  expect(withStyles(html, new Set(), { sheetAt: () => '', hashOf })).toBe(html);
});

it('the sheets of a page stand in it in their order, without the comments before them', () => {
  const html = styled(['/*! one */ i{x:1}', '/*! two */\nb{x:2}'], '<p>');
  expect(html).toBe(page('i{x:1}b{x:2}', '<p>'));
});

it('a sheet with a block that has no end is an error', () => {
  expect(() => styled(['@layer utilities{.p-1{'], '')).toThrow(
    'A block of the styles has no end: .p-1{',
  );
});

describe('the components of a page', () => {
  it('get short names, in the elements and the styles', () => {
    const sheet = 'p[data-astro-cid-a1]{x:1}[data-astro-cid-b2],a[data-astro-cid-a1]{y:1}';
    const html = styled([sheet], '<p data-astro-cid-a1><a data-astro-cid-a1 data-astro-cid-b2>');
    const short = 'p[data-0]{x:1}[data-1],a[data-0]{y:1}';
    expect(html).toBe(page(short, '<p data-0><a data-0 data-1>'));
  });

  it.each([
    ['an element that no rule names', 'p[data-astro-cid-a1]{x:1}', [], '<b>x</b>'],
    ['an element', 'i b[data-astro-cid-a1]:hover{x:1}', [], '<b data-0>x</b>'],
    ['a class', 'p.lit[data-astro-cid-a1]{x:1}', [], '<b>x</b><i class="a lit" data-0>'],
    ['a class that a script may give', '.lit[data-astro-cid-a1]{x:1}', ['lit'], '<b data-0>x</b>'],
    ['every element', '[type=a][data-astro-cid-a1]{x:1}', [], '<b data-0>x</b>'],
    ['children', 'p[data-astro-cid-a1]>[data-astro-cid-a1]{x:1}', [], '<b data-0>x</b>'],
  ])('mark only what a rule may match: %s', (_what, sheet, words, shown) => {
    const body = shown.replace(/( class="[^"]*")?( data-0)?>/g, (_, names = '') => `${names}>`);
    const marked = body.replace(/<(\w[^>]*)>/g, '<$1 data-astro-cid-a1>');
    const html = styled([sheet], marked, words);
    expect(html).toBe(page(sheet.replaceAll('data-astro-cid-a1', 'data-0'), shown));
  });
});
