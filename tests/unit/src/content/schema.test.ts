import { describe, expect, test } from 'vitest';
import { enPost, type Files, findingsWith, linesOf, post, rows } from '../../../support/content.ts';

/** The fields of a text such as `cover: a & draft: yes`; one without a colon is left out. */
function fieldsOf(text: string): Files {
  const fields = text.split(' & ').map((field) => /^(\w+)(?:: ?(.*))?$/s.exec(field) ?? []);
  return Object.fromEntries(fields.map(([, name, value]) => [name, value]));
}

/** The findings in a post with these fields, without the file. */
function foundIn(fields: string): string[] {
  const findings = findingsWith({ [enPost]: post(fieldsOf(fields)) });
  return linesOf(findings).map((line) => line.replace(`error ${enPost}`, '').trim());
}

describe('a field of a post', () => {
  test.each(rows`
    title => title: It is missing. Write a text, for example: title: How credits work
    title:  => :2 title: It is empty. Write a text, for example: title: How credits work
    title: "  " => :2 title: It is empty. Write at most 60 characters, for example: title: How credits work
    title: 1.10 => :2 title: It is 1.1. Put it in quotes, as you wrote it.
    title: "a\vb" => :2 title: It has a control character, which no feed may have. Take it out, or type the text again.
    title: 🎉 => :2 title: The card for shared links can show none of it. Write Latin or Chinese characters, too.
    title: 2026-11-20 => :2 title: It is a date, not text. Write a text, for example: title: How credits work
    title: [a] => :2 title: It is a list. Write a text, for example: title: How credits work
    title: ${'a'.repeat(61)} => :2 title: It has 61 characters; at most 60 are shown whole. Shorten it, for example: title: How credits work
    title: ${'轮'.repeat(61)} => :2 title: It has 61 characters; at most 60 are shown whole. Shorten it, for example: title: How credits work
    description => description: It is missing. Write a text, for example: description: Where credits come from, which are spent first, and when they expire.
    description: ${'a'.repeat(161)} => :3 description: It has 161 characters; at most 160 are shown whole. Shorten it, for example: description: Where credits come from, which are spent first, and when they expire.
    publishDate => publishDate: It is missing. Write a day as year-month-day, for example: publishDate: 2026-11-20
    publishDate: tomorrow => :4 publishDate: It is "tomorrow". Write a day as year-month-day, for example: publishDate: 2026-11-20
    publishDate: 2026-02-30 => :4 publishDate: It is 2026-02-30, which is no day of the years 2000 to 2099. Write a day as year-month-day, for example: publishDate: 2026-11-20
    publishDate: 2026-11-31T00:00:00Z => :4 publishDate: It is "2026-11-31T00:00:00Z". Write a day as year-month-day, for example: publishDate: 2026-11-20
    publishDate: 0026-11-20 => :4 publishDate: It has a time of day, or a year outside of 2000 to 2099. Write a day as year-month-day, for example: publishDate: 2026-11-20
    publishDate: 20.11.2026 => :4 publishDate: It is "20.11.2026". Write a day as year-month-day, for example: publishDate: 2026-11-20
    publishDate: 2026 => :4 publishDate: It is 2026. Write a day as year-month-day, for example: publishDate: 2026-11-20
    updatedDate: 2026-10-31 => :7 updatedDate: It lies before publishDate. Write the day of the last change, or take updatedDate out.
    author => author: It is missing. Write the name of a file in src/content/authors without its ending, for example: author: team
    author: Ada Lovelace => :5 author: It is "Ada Lovelace"; an id has at most 100 small letters a to z, digits and hyphens, no slash and no Chinese. Write the name of a file in src/content/authors without its ending, for example: author: team
    tags: credits, images => :6 tags: It is "credits, images". Write a list in square brackets, for example: tags: [credits, images]
    tags: [credits/trial] => :6 tags: It is "credits/trial"; an id has at most 100 small letters a to z, digits and hyphens, no slash and no Chinese. Write the name of a file in src/content/tags without its ending, for example: tags: [credits]
    tags: [积分] => :6 tags: It is "积分"; an id has at most 100 small letters a to z, digits and hyphens, no slash and no Chinese. Write the name of a file in src/content/tags without its ending, for example: tags: [credits]
    tags: [credits, credits] => :6 tags: It names something twice. Name it once.
    cover: https://example.com/a.png & coverAlt: A wheel => :7 cover: It is "https://example.com/a.png", not a path from this file’s folder. Save the picture in src/content/blog/covers and write, for example: cover: ../covers/wheel.png
    cover: ..\covers\wheel.png & coverAlt: A wheel => :7 cover: It is "..\\covers\\wheel.png", not a path from this file’s folder. Save the picture in src/content/blog/covers and write, for example: cover: ../covers/wheel.png
    cover: ../covers/wheel.svg & coverAlt: A wheel => :7 cover: It is "../covers/wheel.svg", not a picture of a known kind. Use a png, jpg, webp or avif file, for example: cover: ../covers/wheel.png
    cover: ../covers/wheel.png => coverAlt: It is missing, and the post has a cover. Say what is to be seen on it, for example: coverAlt: Three coins beside an open ledger
    draft: yes => :7 draft: It is "yes". Write draft: true or draft: false
    redirectFrom: [/blog/old/] => :7 redirectFrom: It is "/blog/old/"; a slug has at most 100 small letters a to z, digits and hyphens. Write only the last part of the old address, for example: redirectFrom: [credits-explained]
    titel: A => :7 titel: There is no field "titel". Did you mean title?
    date: 2026-11-20 => :7 date: There is no field "date". Did you mean publishDate?
    slug: wheels => :7 slug: There is no field "slug". Rename the file instead: its name is the slug.
    layout: wide => :7 layout: There is no field "layout". Take it out; the fields are title, description, publishDate, updatedDate, author, tags, cover, coverAlt, draft, redirectFrom.
  `)('is refused: %s', (front, expected) => {
    expect(foundIn(front)).toEqual([expected]);
  });

  test('is refused when there are more than six tags', () => {
    const tags = Array.from({ length: 7 }, (_, index) => `t${index}`);
    expect(foundIn(`tags: [${tags.join(', ')}]`)).toEqual([
      ':6 tags: It has more than 6 entries. Keep the 6 that say most.',
    ]);
  });

  test.each([
    `title: ${'a'.repeat(60)}`,
    `title: ${'轮'.repeat(60)}`,
    // Readers see each of these as one character.
    `title: ${'e\u0301'.repeat(60)}`,
    'publishDate: "2026-11-20"',
    'publishDate: 2024-02-29',
    'publishDate: 2026-11-01 # moved & draft: false  # soon',
    'updatedDate:  2026-11-02  # by Ann',
    'title: "We are #1"',
    'updatedDate: 2026-11-01',
    'tags: []',
    'cover: ../covers/wheel.png & coverAlt: A wheel',
    'redirectFrom: [waterwheel]',
  ])('is accepted: %s', (front) => {
    const findings = findingsWith({ [enPost]: post(fieldsOf(front)) });
    expect(findings.filter(({ rule }) => rule !== 'twin' && rule !== 'unused')).toEqual([]);
  });

  test('is reported even when another is wrong too', () => {
    const front = 'title:  & updatedDate: 2026-10-01 & cover: ../covers/wheel.png & layout: wide';
    const fields = findingsWith({ [enPost]: post(fieldsOf(front)) }).map(({ field }) => field);
    expect(fields.sort()).toEqual(['coverAlt', 'layout', 'title', 'updatedDate']);
  });
});

describe('the other files', () => {
  test.each(rows`
    src/content/authors/team.json => {\n  "name": "Millrace",\n  "bio": {\n    "en": "Us."\n  }\n} => bio.zh: It is missing. Write a text, for example: bio.zh: 写关于机器的文章。
    src/content/authors/team.json => {\n  "name": "Millrace",\n  "bio": {\n    "en": "Us.",\n    "zh": 3\n  }\n} => :5 bio.zh: It is 3. Put it in quotes, as you wrote it.
    src/content/authors/team.json => {\n  "name": "{{nope}}",\n  "bio": {\n    "en": "Us.",\n    "zh": "我们。"\n  }\n} => :2 name: {{nope}} is not known.
    src/content/flows/en/mill.md => ---\ntitle: A mill\ndescription: From {{runPriceFrom}} a run.\n---\nText.\n => :3 description: {{runPriceFrom}} is not known.
    src/content/pages/en/about.md => ---\nsections:\n  - kind: text\n    title: Us\n    text: We are\ndescription: Us.\n---\n => title: It is missing.
    src/content/pages/en/about.md => ---\ntitle: We are #1\ndescription: Us.\n---\n => :2: Nobody reads what follows the # here. Put the text in quotes.
    src/content/tags/credits.json => {\n  "nam": {"en": "a", "zh": "b"}\n} => :2 nam: There is no field "nam". Did you mean name?
    src/content/pages/en/about.md => ---\ntitle: About\ndescription: Us.\nauthor: team\n---\n => :4 author: There is no field "author". Take it out; the fields are title, description, draft, sections.
  `)('%s is checked against its schema', (file, text, expected) => {
    expect(linesOf(findingsWith({ [file]: text })).join('\n')).toContain(expected);
  });

  test('JSON that begins with a byte order mark is refused, for the build cannot read it', () => {
    const text = '\uFEFF{"name": {"en": "a", "zh": "b"}}';
    expect(linesOf(findingsWith({ 'src/content/tags/credits.json': text })).join()).toContain(
      ':1: It begins with a byte order mark. Save it as UTF-8 without that mark (BOM).',
    );
  });
});
