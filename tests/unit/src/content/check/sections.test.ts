import { describe, expect, test } from 'vitest';
import { sectionKinds } from '../../../../../src/content/section-schema.ts';
import { type Files, findingsWith, linesOf, rows } from '../../../../support/content.ts';

const file = 'src/content/pages/en/spring.md';
const twin = 'src/content/pages/zh/spring.md';
const steps =
  '  - kind: steps\n    title: Steps\n    items:\n      - title: One\n        text: Go.\n';

const kindNames = sectionKinds.map(({ kind }) => kind).join(', ');
const demos = (...names: readonly string[]) =>
  names.map((which) => `  - kind: demo\n    which: ${which}\n    title: A\n`).join('');

/** A landing page whose list of sections is this YAML. */
function page(sections: string, body = ''): string {
  return `---\ntitle: Spring\ndescription: An offer.\nsections:\n${sections}---\n${body}`;
}

/** The findings about the English page, with a valid page as its twin. */
function saidOf(text: string, more: Files = {}): readonly string[] {
  const findings = findingsWith({ [file]: text, [twin]: page(steps), ...more });
  return linesOf(findings).map((line) => line.replace(`error ${file}`, ''));
}

describe('a page of sections', () => {
  test('with one valid section has no findings', () => {
    expect(saidOf(page(steps))).toEqual([]);
  });

  test.each(rows`
    an unknown kind => ${steps}  - kind: quotes\n    text: Fine.\n => :10 section 2 (quotes), kind: There is no kind of section "quotes". Did you mean quote?
    no kind =>   - title: A\n => :5 section 1, kind: It has no kind. The kinds are ${kindNames}.
    a text in the place of a section =>   - hero\n => :5 section 1: It is "hero". Write the fields of a section, beginning with - kind: hero
    a picture without a text for those who can’t see it =>   - kind: picture\n    title: A\n    text: B\n    picture: ../../blog/covers/wheel.png\n => :5 section 1 (picture), pictureAlt: It is missing. Write a text, for example: pictureAlt: Three coins beside a ledger
    a hero with such a picture =>   - kind: hero\n    title: A\n    picture: ../../blog/covers/wheel.png\n => :5 section 1 (hero), pictureAlt: It is missing, and the section has a picture. Say what is to be seen on it, for example: pictureAlt: Three coins beside a ledger
    a picture that is not there =>   - kind: picture\n    title: A\n    text: B\n    picture: ../pictures/gone.png\n    pictureAlt: A mill\n => :8 section 1 (picture), picture: There is no picture src/content/pages/pictures/gone.png. Save the picture there, or name another one.
    a dead link => ${steps}  - kind: flows\n    title: A\n    link:\n      label: See\n      path: /pricin/\n => :14 section 2 (flows), link, path: There is no page /pricin/. Did you mean /pricing/?
    a dead link in a text =>   - kind: quote\n    text: See [this](/nowhere/).\n    name: Ann\n => :6 section 1 (quote), text: There is no page /nowhere/. See the names of the files in src/content and src/pages.
    an empty list of points =>   - kind: questions\n    title: A\n    items: []\n => :7 section 1 (questions), items: It has 0 entries. Write at least 1 and at most 12.
    a mistake in a point => ${steps}  - kind: questions\n    title: A\n    items:\n      - title: One\n        text: Yes.\n      - title: Two\n        answer: No.\n => :16 section 2 (questions), item 2, answer: There is no field "answer". Take it out; the fields are title, text.
    an unknown fact =>   - kind: action\n    title: '{{credits}} wait'\n => :6 section 1 (action), title: {{credits}} is not known. Write one of {{name}}, {{contactEmail}}, {{trialCredits}}, {{trialDays}}, {{packMonths}}, {{flows}}, {{runPriceFrom}}.
    HTML =>   - kind: quote\n    text: <b>Fine</b>\n    name: Ann\n => :6 section 1 (quote), text: A text in a section has no HTML. Write sentences; _emphasis_, **bold**, \`code\` and [links](/pricing/) are fine.
    a list in a text =>   - kind: quote\n    text: |\n      - a\n      - b\n    name: Ann\n => :6 section 1 (quote), text: A text in a section has no headings, lists or tables. Write sentences; _emphasis_, **bold**, \`code\` and [links](/pricing/) are fine.
    a row without a cell =>   - kind: comparison\n    title: A\n    columns: [B, C]\n    rows:\n      - name: D\n        cells: [E, F, G]\n => :8 section 1 (comparison), rows: A row has more or fewer cells than there are columns. Write one cell for each column.
    a hero further down => ${steps}  - kind: hero\n    title: A\n => :10 section 2 (hero): The hero is the beginning of a page, with its main heading. Move it to the top of the page.
    the packs twice =>   - kind: packs\n  - kind: packs\n => :6 section 2 (packs): The page has a section packs already. Take one of them out.
    an unknown demo =>   - kind: demo\n    which: legder\n    title: A\n => :6 section 1 (demo), which: It is "legder". Write one of ledger, compare, digest, card, costs, for example: which: ledger
    a demo twice => ${demos('ledger', 'card', 'card')} => :11 section 3 (demo): The page has a section demo (card) already. Take one of them out.
  `)('with %s is refused', (_, sections, said) => {
    expect(saidOf(page(sections)).map((line) => line.trim())).toContain(said);
  });

  test('with an empty list of sections is refused', () => {
    const text = page('').replace('sections:', 'sections: []');
    expect(saidOf(text)).toEqual([
      ':4 sections: It has 0 entries. Write at least 1 and at most 14.',
    ]);
  });

  test('with a section of 10 kB is refused', () => {
    const item = `      - title: Why?\n        text: ${'Because. '.repeat(50).trim()}\n`;
    const sections = `  - kind: questions\n    title: A\n    items:\n${item.repeat(12)}`;
    expect(saidOf(page(`${steps}${sections}`))).toEqual([
      ':10 section 2 (questions): The section has 5.5 kB of text; with at most 4 kB, a page stays fast. Shorten it, or write a page of text and link to it.',
    ]);
  });

  test('is refused when its sections together are too large, and each alone is not', () => {
    const item = `      - title: Why?\n        text: ${'Because. '.repeat(50).trim()}\n`;
    const sections = `  - kind: questions\n    title: A\n    items:\n${item.repeat(8)}`;
    expect(saidOf(page(sections.repeat(3)))).toEqual([
      ': The page has 10.9 kB of text; with at most 9 kB, a page stays fast. Take a section out, or make a second page of it.',
    ]);
  });

  test('with a text below them is refused, because readers would not see it', () => {
    expect(saidOf(page(steps, '\nMore.\n'))).toEqual([
      ': The page has sections and a text below them; readers would not see the text. Put the text into a section, or take it out.',
    ]);
  });

  test('without a twin is refused', () => {
    expect(saidOf(page(steps), { [twin]: undefined })).toEqual([
      ': It doesn’t exist in Chinese. Write src/content/pages/zh/spring.md.',
    ]);
  });
});

test('a page with neither sections nor a text is refused', () => {
  expect(saidOf('---\ntitle: A\ndescription: B\n---\n')).toEqual([
    ': The page shows nothing: it has neither sections nor text. Add a section, or write a text.',
  ]);
});

test.each([undefined, '---\ntitle: A\ndescription: B\ndraft: true\n---\n\nText.\n'])(
  'a page that every page links to can be neither missing nor a draft',
  (text) => {
    const path = 'src/content/pages/en/contact.md';
    expect(linesOf(findingsWith({ [path]: text }))).toContain(
      `error ${path}: The bar and the footer of every page link to it, and it is missing or a draft. Write it again, or take draft: true out of it.`,
    );
  },
);
