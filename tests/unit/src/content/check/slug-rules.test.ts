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

  test('is refused when it differs from another only in its capitals', () => {
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

  test.each(['pricing', 'zh', 'blog'])('%s is refused for a page', (name) => {
    const file = `src/content/pages/en/${name}.md`;
    const page = '---\ntitle: A\ndescription: B\n---\n';
    expect(errorsIn({ [file]: page })).toContain(
      `error ${file}: The name ${name} can’t be used: another page of the site has this address. Rename the file.`,
    );
  });
});
