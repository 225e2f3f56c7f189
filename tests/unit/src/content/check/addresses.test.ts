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
  const stone = `${blog}/stone.md`;
  const place = `error ${enPost}:7 redirectFrom:`;

  test('that is the post’s own is refused', () => {
    expect(errorsIn({ [enPost]: post({ redirectFrom: '[wheel]' }) })).toEqual([
      `${place} The old address wheel points at itself. Take wheel out of redirectFrom.`,
    ]);
  });

  test('that is another post’s is refused', () => {
    expect(errorsIn({ [enPost]: post({ redirectFrom: '[stone]' }), [stone]: post() })).toEqual([
      `${place} The old address stone is that of ${stone}. Take stone out of redirectFrom.`,
    ]);
  });

  test('that two posts claim is refused in both', () => {
    const files = {
      [enPost]: post({ redirectFrom: '[mill]' }),
      [stone]: post({ redirectFrom: '[mill]' }),
    };
    expect(errorsIn(files)).toEqual([
      `error ${stone}:7 redirectFrom: The old address mill is claimed by ${enPost} too. Leave it in one of the two.`,
      `${place} The old address mill is claimed by ${stone} too. Leave it in one of the two.`,
    ]);
  });

  test('of two posts that point at one another is refused as a circle', () => {
    const files = {
      [enPost]: post({ redirectFrom: '[stone]' }),
      [stone]: post({ redirectFrom: '[wheel]' }),
    };
    expect(errorsIn(files)).toEqual([
      `error ${stone}:7 redirectFrom: The old addresses go in a circle: stone → wheel → stone. Take wheel out of redirectFrom.`,
      `${place} The old addresses go in a circle: wheel → stone → wheel. Take stone out of redirectFrom.`,
    ]);
  });

  test('in a circle of three is refused three times', () => {
    const files = {
      [enPost]: post({ redirectFrom: '[stone]' }),
      [stone]: post({ redirectFrom: '[water]' }),
      [`${blog}/water.md`]: post({ redirectFrom: '[wheel]' }),
    };
    expect(errorsIn(files)).toHaveLength(3);
    expect(errorsIn(files)[2]).toContain('wheel → stone → water → wheel');
  });

  test('that leads into a circle of others ends the search', () => {
    const files = {
      [enPost]: post({ redirectFrom: '[stone]' }),
      [stone]: post({ redirectFrom: '[water]' }),
      [`${blog}/water.md`]: post({ redirectFrom: '[stone]' }),
    };
    expect(errorsIn(files)).toContain(
      `${place} The old address stone is that of ${stone}. Take stone out of redirectFrom.`,
    );
  });

  test.each([
    ['saved', 'another page of the site has this address'],
    ['12', 'numbers are the addresses of the list’s further pages'],
  ])('%s is refused: %s', (old, reason) => {
    expect(errorsIn({ [enPost]: post({ redirectFrom: `["${old}"]` }) })).toEqual([
      `${place} The old address ${old} can’t be used: ${reason}. Take ${old} out of redirectFrom.`,
    ]);
  });

  test('may be a post’s in the other language', () => {
    const files = {
      [enPost]: post({ redirectFrom: '[stone]' }),
      'src/content/blog/zh/stone.md': post(),
    };
    expect(errorsIn(files)).toEqual([]);
  });
});
