import type { Area } from '../planted-bug.ts';

const check = 'src/content/check/';

/** Bugs in the check of the content: each lets a mistake of an author reach readers. */
export const contentCheck: Area = {
  name: 'content-check',
  tests: ['tests/unit/src/content/check'],
  bugs: [
    {
      name: 'A page without a translation passes',
      file: `${check}references.ts`,
      from: "return [error('twin', { file: page.file }, text)];",
      to: 'return [];',
    },
    {
      name: 'A post may name a tag that does not exist',
      file: `${check}references.ts`,
      from: '.filter(({ id }) => !known.includes(id))',
      to: ".filter(({ id }) => id === '')",
    },
    {
      name: 'A picture with a script in it is published',
      file: `${check}check-content.ts`,
      from: 'if (!xmlFile.test(path)) return [];',
      to: 'if (xmlFile.test(path)) return [];',
    },
    {
      name: 'A link to the writer’s own machine passes',
      file: `${check}links.ts`,
      from: 'if (!isLocal && !origins.includes(address.origin))',
      to: 'if (!origins.includes(address.origin))',
    },
    {
      name: 'A price passes that Stripe refuses',
      file: `${check}prices.ts`,
      from: 'minor <= 0 || minor % step !== 0',
      to: 'minor <= 0',
    },
    {
      name: 'A picture needs no text for those who do not see it',
      file: `${check}body.ts`,
      from: "image.alt.trim() === ''",
      to: "image.alt === ' '",
    },
  ],
};
