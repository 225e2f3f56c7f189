import { describe, expect, test } from 'vitest';
import {
  enPost,
  type Files,
  findingsWith,
  linesOf,
  post,
  zhPost,
} from '../../../../support/content.ts';

const blog = 'src/content/blog/en';

function errorsIn(files: Files): string[] {
  return linesOf(findingsWith(files).filter(({ severity }) => severity === 'error'));
}

describe('the name of a post', () => {
  test.each(['Wheels', 'my wheel', 'wheel_two', '水车', 'wheel.v2', 'café', 'w'.repeat(101)])(
    '%s is refused, because it is part of the address',
    (name) => {
      expect(errorsIn({ [`${blog}/${name}.md`]: post() })).toEqual([
        `error ${blog}/${name}.md: The file’s name is the last part of the address; ${JSON.stringify(name)} is not made of at most 100 small letters a to z, digits and hyphens. Rename the file, for example how-credits-work.md.`,
      ]);
    },
  );

  test('is refused when only its capitals differ from another', () => {
    expect(errorsIn({ [`${blog}/Wheel.md`]: post() })).toContain(
      `error ${blog}/Wheel.md: It has the same address as ${enPost}. Give one of the two another name.`,
    );
  });

  test('may be that of a post in the other language', () => {
    expect(errorsIn({ [enPost]: post(), [zhPost]: post() })).toEqual([]);
  });

  test.each([
    ['saved', 'another page of the site has this address'],
    ['tags', 'another page of the site has this address'],
    ['2', 'numbers are the addresses of the list’s further pages'],
  ])('%s is refused: %s', (name, reason) => {
    expect(errorsIn({ [`${blog}/${name}.md`]: post() })).toEqual([
      `error ${blog}/${name}.md: The name ${name} can’t be used: ${reason}. Rename the file.`,
    ]);
  });

  test.each(['developers', 'zh', 'blog'])('%s is refused for a page', (name) => {
    const file = `src/content/pages/en/${name}.md`;
    const page = '---\ntitle: A\ndescription: B\n---\n';
    expect(errorsIn({ [file]: page })).toContain(
      `error ${file}: The name ${name} can’t be used: another page of the site has this address. Rename the file.`,
    );
  });
});

describe('an old address', () => {
  const file = (slug: string) => `${blog}/${slug}.md`;
  const circle = (place: string, way: string, old: string) =>
    `error ${place}:7 redirectFrom: The old addresses go in a circle: ${way}. Take ${old} out of redirectFrom.`;
  const said = (slug: string, sentence: string) =>
    `error ${file(slug)}:7 redirectFrom: The old address ${sentence}`;

  test.each([
    [
      { wheel: 'wheel' },
      [said('wheel', 'wheel points at itself. Take wheel out of redirectFrom.')],
    ],
    [
      { wheel: 'stone', stone: undefined },
      [said('wheel', `stone is that of ${file('stone')}. Take stone out of redirectFrom.`)],
    ],
    [
      { wheel: 'mill', stone: 'mill' },
      [
        said('stone', `mill is claimed by ${enPost} too. Leave it in one of the two.`),
        said('wheel', `mill is claimed by ${file('stone')} too. Leave it in one of the two.`),
      ],
    ],
    [
      { wheel: 'stone', stone: 'wheel' },
      [
        circle(file('stone'), 'stone → wheel → stone', 'wheel'),
        circle(enPost, 'wheel → stone → wheel', 'stone'),
      ],
    ],
    [
      { wheel: 'stone', stone: 'water', water: 'wheel' },
      [
        circle(file('stone'), 'stone → water → wheel → stone', 'water'),
        circle(file('water'), 'water → wheel → stone → water', 'wheel'),
        circle(enPost, 'wheel → stone → water → wheel', 'stone'),
      ],
    ],
    [
      // A way into a circle of others ends the search.
      { wheel: 'stone', stone: 'water', water: 'stone' },
      [
        circle(file('stone'), 'stone → water → stone', 'water'),
        circle(file('water'), 'water → stone → water', 'stone'),
        said('wheel', `stone is that of ${file('stone')}. Take stone out of redirectFrom.`),
      ],
    ],
    [
      { wheel: 'saved' },
      [
        said(
          'wheel',
          'saved can’t be used: another page of the site has this address. Take saved out of redirectFrom.',
        ),
      ],
    ],
    [
      { wheel: '"12"' },
      [
        said(
          'wheel',
          '12 can’t be used: numbers are the addresses of the list’s further pages. Take 12 out of redirectFrom.',
        ),
      ],
    ],
  ])('is refused with its reason: %j', (posts, lines) => {
    const files = Object.entries(posts).map(([slug, old]) => [
      file(slug),
      post({ redirectFrom: old && `[${old}]` }),
    ]);
    expect(errorsIn(Object.fromEntries(files))).toEqual(lines);
  });

  test('may be a post’s in the other language', () => {
    const files = {
      [enPost]: post({ redirectFrom: '[stone]' }),
      'src/content/blog/zh/stone.md': post(),
    };
    expect(errorsIn(files)).toEqual([]);
  });
});
