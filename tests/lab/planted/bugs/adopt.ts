import type { Area } from '../planted-bug.ts';

const adoption = 'infra/local/adopt/';

/** Bugs in `npm run adopt`: each takes a wrong answer, or writes a right one wrongly. */
export const adopt: Area = {
  name: 'adopt',
  tests: ['tests/unit/infra/local/adopt/'],
  bugs: [
    {
      name: 'A price in yen becomes a hundred times as high',
      file: `${adoption}answers.ts`,
      from: 'price * minorUnits(currency)',
      to: 'price * 100',
    },
    {
      name: 'Prices stay unconfirmed that were told just now',
      file: `${adoption}files.ts`,
      from: '(known.includes(code) || isTold(code))',
      to: 'known.includes(code)',
    },
    {
      name: 'Links may have a colour that nobody can read',
      file: `${adoption}colors.ts`,
      from: "check('accent', accent, [WHITE, paper]);",
      to: '',
    },
    {
      name: 'The ids of an emblem may be those of a page',
      file: `${adoption}emblem.ts`,
      from: `.replaceAll(' id="', ' id="emblem-')`,
      to: '',
    },
    {
      name: 'A new value is written at the place of another',
      file: `${adoption}config-text.ts`,
      from: '.toSorted((a, b) => b.start - a.start)',
      to: '.toSorted((a, b) => a.start - b.start)',
    },
    {
      name: 'A cover of somebody’s own is replaced',
      file: `${adoption}covers.ts`,
      from: 'if (!before.includes(sampleMark)) continue;',
      to: '',
      tests: ['tests/integration/local/adopt'],
    },
  ],
};
