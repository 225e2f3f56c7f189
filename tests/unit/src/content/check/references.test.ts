import { describe, expect, test } from 'vitest';
import {
  enPost,
  findingsWith,
  linesOf,
  markdown,
  post,
  zhPost,
} from '../../../../support/content.ts';

const tag = '{"name": {"en": "Images", "zh": "图片"}}';

describe('what a post names', () => {
  test('is an author that exists', () => {
    expect(linesOf(findingsWith({ [enPost]: post({ author: 'teem' }) }))).toEqual([
      `error ${enPost}:5 author: There is no author teem. Did you mean team? A new one needs the file src/content/authors/teem.json.`,
    ]);
  });

  test('are tags that exist', () => {
    const both = {
      [enPost]: post({ tags: '[credits, wheels]' }),
      [zhPost]: post({ tags: '[credits, wheels]' }),
    };
    expect(linesOf(findingsWith(both))).toEqual([
      `error ${enPost}:6 tags: There is no tag wheels. There are credits. A new one needs the file src/content/tags/wheels.json.`,
      `error ${zhPost}:6 tags: There is no tag wheels. There are credits. A new one needs the file src/content/tags/wheels.json.`,
    ]);
  });

  test.each([
    ['../covers/stone.png', 'Save the picture there, or take cover and coverAlt out.'],
    ['wheel.png', 'Write cover: ../covers/wheel.png'],
  ])('is a cover that exists, not %s', (cover, fix) => {
    const [said] = linesOf(findingsWith({ [enPost]: post({ cover, coverAlt: 'A wheel' }) }));
    expect(said).toContain(`error ${enPost}:7 cover: There is no picture src/content/blog/`);
    expect(said).toContain(fix);
  });
});

describe('a text about a flow', () => {
  const text = markdown({ title: 'Mill', description: 'It grinds.' });

  test('is about a flow of the catalogue, and each language has one', () => {
    const files = { 'src/content/flows/en/mill.md': text, 'src/content/flows/zh/mill.md': text };
    expect(findingsWith(files)).toEqual([]);
  });

  test('about a flow that the catalogue lacks is an error', () => {
    const files = { 'src/content/flows/en/mil.md': text, 'src/content/flows/zh/mil.md': text };
    expect(linesOf(findingsWith(files))).toEqual(
      ['en', 'zh'].map(
        (language) =>
          `error src/content/flows/${language}/mil.md: There is no flow mil, so this text is shown nowhere. Did you mean mill.md? The flows are mill.`,
      ),
    );
  });

  test('is checked like other texts: its fields, links, HTML and headings', () => {
    const wrong = markdown({ title: 'Mill' }, '# One\n\n<b>x</b> [y](/products/mil/)\n');
    const [first, ...others] = linesOf(
      findingsWith({ 'src/content/flows/en/mill.md': wrong, 'src/content/flows/zh/mill.md': text }),
    );
    expect(first).toContain('error src/content/flows/en/mill.md description: It is missing.');
    expect(others).toEqual([
      'error src/content/flows/en/mill.md:5: A heading of the first level: the title is the page’s only one. Write it with two number signs: ## Heading',
      'error src/content/flows/en/mill.md:7: HTML is not allowed in texts: <b>. Write **bold** with two asterisks.',
      'error src/content/flows/en/mill.md:7: There is no page /products/mil/. Did you mean /products/mill/?',
    ]);
  });
});

describe('an author or a tag', () => {
  test('that no post names is a warning', () => {
    const files = {
      'src/content/tags/images.json': tag,
      'src/content/authors/ada.json': '{"name": "Ada", "bio": {"en": "a", "zh": "b"}}',
    };
    expect(linesOf(findingsWith(files))).toEqual([
      'warning src/content/authors/ada.json: No post names the author ada. Name it in a post, or remove the file.',
      'warning src/content/tags/images.json: No post names the tag images. Name it in a post, or remove the file.',
    ]);
  });

  test('named by no post wait for the first one, where there is none', () => {
    expect(findingsWith({ [enPost]: undefined, [zhPost]: undefined })).toEqual([]);
  });

  test.each(['图片', 'Images', 'two words'])(
    'named %s is refused, because its name is an address',
    (id) => {
      const file = `src/content/tags/${id}.json`;
      expect(linesOf(findingsWith({ [file]: tag }))).toContain(
        `error ${file}: The file’s name is an id and part of an address; ${JSON.stringify(id)} is none. Rename the file with at most 100 small letters a to z, digits and hyphens; its name in each language stands in the file.`,
      );
    },
  );
});

const stone = 'src/content/blog/en/stone.md';
const finished = markdown({ title: 'Spring', description: 'An offer.' });

describe('a twin', () => {
  test('that a post lacks is a warning', () => {
    expect(linesOf(findingsWith({ [stone]: post() }))).toEqual([
      `warning ${stone}: It doesn’t exist in Chinese. Write src/content/blog/zh/stone.md, if its readers should have it.`,
    ]);
  });

  test('is not required of a draft', () => {
    expect(findingsWith({ [stone]: post({ draft: 'true' }) })).toEqual([]);
  });

  test('that a page lacks is an error, because every page links to its twin', () => {
    const page = 'src/content/pages/en/spring.md';
    expect(linesOf(findingsWith({ [page]: finished }))).toEqual([
      `error ${page}: It doesn’t exist in Chinese. Write src/content/pages/zh/spring.md.`,
    ]);
  });

  test('that a text about a flow lacks is a warning, because its page exists without it', () => {
    const text = markdown({ title: 'Mill', description: 'It grinds.' });
    expect(linesOf(findingsWith({ 'src/content/flows/en/mill.md': text }))).toEqual([
      'warning src/content/flows/en/mill.md: It doesn’t exist in Chinese. Write src/content/flows/zh/mill.md.',
    ]);
  });

  test('that is a draft beside a finished page is an error, and two drafts are fine', () => {
    const path = (language: string) => `src/content/pages/${language}/spring.md`;
    const draft = markdown({ title: 'Spring', description: 'An offer.', draft: 'true' });
    expect(linesOf(findingsWith({ [path('en')]: finished, [path('zh')]: draft }))).toEqual([
      `error ${path('en')}: Its twin ${path('zh')} is a draft. Finish both, or make both drafts.`,
    ]);
    expect(findingsWith({ [path('en')]: draft, [path('zh')]: draft })).toEqual([]);
  });

  test('with other tags is a warning', () => {
    expect(linesOf(findingsWith({ [zhPost]: post({ tags: '[]' }) }))).toEqual([
      `warning ${zhPost}:6 tags: The English post has the tag credits, this one hasn’t. Give both the same tags.`,
    ]);
  });

  test('without the other’s old address is a warning', () => {
    expect(linesOf(findingsWith({ [enPost]: post({ redirectFrom: '[mill]' }) }))).toEqual([
      `warning ${zhPost} redirectFrom: The English post was once called mill, this one wasn’t. If it was renamed too, add: redirectFrom: [mill]`,
    ]);
  });
});
