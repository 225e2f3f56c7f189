import { expect, test } from 'vitest';
import { readPdf } from '../../../../../functions/flows/documents/read-pdf.ts';
import { type PdfPage, pdfFile } from '../../../../support/pdf-file.ts';

const filler = 'The wheel turns with the water of the river, and drives a stone.';

/** Lines one below the other from a height in points. */
function lines(texts: readonly string[], x: number, top: number, leading = 15): PdfPage {
  return texts.map((text, at) => ({ text, x, y: top - at * leading }));
}

/** How wide letters of Helvetica are, in thousandths of their size; half of it for all others. */
const widths: Readonly<Record<string, number>> = {
  i: 222,
  l: 222,
  t: 278,
  f: 278,
  r: 333,
  s: 500,
  v: 500,
  w: 722,
  m: 833,
  T: 611,
};

const wide =
  'A line that goes from the left edge of the page to its right edge, as most of the lines';
const prose = [wide, `${wide.slice(0, -6)} do`, 'of a paragraph do.'];

const deeds = ['它修好了水轮。', '孩子们都来了。', '老人讲了故事。', '大家吃了午饭。'];

/** Where lines are alike, the words of each begin where those of others do. */
const scanned = Array<readonly string[]>(4)
  .fill([
    'The workshop was opened in spring when most of its neighbours',
    'still travelled by boat and she wrote down all of the orders in a',
    'long and narrow book so that we know who paid late and who did',
  ])
  .flat();

test.each<[fact: string, pages: readonly PdfPage[], blocks: readonly string[]]>([
  [
    'drops the head of a browser on one page',
    [
      [
        { text: '11/29/26, 10:37 AM', y: 815, x: 24, size: 8 },
        { text: 'My list', y: 815, x: 280, size: 8 },
        ...lines(prose, 72, 760),
        { text: 'about:blank', y: 20, x: 24, size: 8 },
        { text: '1/1', y: 20, x: 560, size: 8 },
      ],
    ],
    [prose.join(' ')],
  ],
  [
    'drops heads that name chapters',
    ['The wheel', 'The wheel', 'The house', 'The house'].map((chapter, at) => [
      { text: `${chapter} ${at + 1}`, x: 72, y: 800 },
      ...lines(prose, 72, 760),
    ]),
    Array(4).fill(prose.join(' ')),
  ],
  [
    'keeps a line that ends in dots',
    [lines(['He waited for the answer the whole day, and it did not come .....', filler], 72, 700)],
    [`He waited for the answer the whole day, and it did not come ..... ${filler}`],
  ],
  [
    'reads columns whose lines stand between each other',
    [
      [
        ...lines(
          [
            'The left column has lines that',
            'do not stand beside those of',
            'the right one, so that rows',
            'mean nothing here.',
          ],
          60,
          760,
        ),
        ...lines(
          [
            'The right column begins half',
            'a line lower than the left one,',
            'and it is read after the left',
            'column has ended.',
          ],
          310,
          753,
        ),
      ],
    ],
    [
      'The left column has lines that do not stand beside those of the right one, so that rows mean nothing here.',
      'The right column begins half a line lower than the left one, and it is read after the left column has ended.',
    ],
  ],
  [
    'reads sentences in the cells of a table, and leaves out figures',
    [
      [
        ...lines(['Year', '1827', '1828'], 72, 700, 40),
        ...lines(['Sacks', '990', '530'], 180, 700, 40),
        ...lines(['What was said', 'The winter was mild,', 'Nobody came.'], 300, 700, 40),
        { text: 'so the wheel turned.', x: 300, y: 646 },
        ...lines(prose, 72, 560),
      ],
    ],
    ['The winter was mild, so the wheel turned.', 'Nobody came.', prose.join(' ')],
  ],
  [
    'keeps a hanging indent together',
    [
      [
        ...lines([`${wide} in`], 72, 700),
        ...lines(['small communities of the north. River Press, Oldbridge.'], 100, 685),
        ...lines([`${wide} at`], 72, 670),
        ...lines(['the lower end of the river.'], 100, 655),
      ],
    ],
    [
      `${wide} in small communities of the north. River Press, Oldbridge.`,
      `${wide} at the lower end of the river.`,
    ],
  ],
  [
    'reads three columns of which the first begins lower',
    [
      [
        ...lines(
          ['The mill stood beside the', 'river for two hundred years', 'before the flood came.'],
          40,
          746,
        ),
        ...lines(
          [
            'It came in spring, and it',
            'carried the wheel away in',
            'one night, with its house.',
            'Nobody had seen it come.',
          ],
          220,
          760,
        ),
        ...lines(
          [
            'The village built another',
            'mill, and everybody gave a',
            'part of the money, and so it',
            'stands there today.',
          ],
          400,
          760,
        ),
      ],
    ],
    [
      'The mill stood beside the river for two hundred years before the flood came.',
      'It came in spring, and it carried the wheel away in one night, with its house. Nobody had seen it come.',
      'The village built another mill, and everybody gave a part of the money, and so it stands there today.',
    ],
  ],
  [
    'reads characters below each other as lines that run down',
    [
      [
        ...stack('村里的老磨坊很有名，每年有', 300),
        ...stack('很多人来参观，水轮日夜转动', 282),
        ...stack('，农民都把粮食送来。', 264),
      ],
    ],
    ['村里的老磨坊很有名，每年有很多人来参观，水轮日夜转动，农民都把粮食送来。'],
  ],
  [
    'keeps words together that a narrow line holds apart',
    [
      [
        ...apart(['The', 'mill', 'stood', 'beside'], 20, 700),
        ...apart(['the', 'river', 'for', 'long', 'and'], 14, 684),
        ...apart(['the', 'wheel', 'of', 'it', 'turned'], 15, 668),
        { text: 'day and night.', x: 72, y: 652 },
      ],
    ],
    ['The mill stood beside the river for long and the wheel of it turned day and night.'],
  ],
  ...Object.entries({ 村: 106, 1: 92 }).map(
    ([initial, beside]): [string, readonly PdfPage[], readonly string[]] => [
      `begins the highest line beside it with a large ${initial}`,
      [
        [
          { text: initial, x: 72, y: 684, size: 32 },
          ...lines(
            ['里的老磨坊很有名，每年有很多', '人来参观，水轮日夜转动，农民'],
            beside,
            700,
            16,
          ),
          ...lines(['都把粮食送来，也有许多孩子来听故', '事。'], 72, 668, 16),
        ],
      ],
      [
        `${initial}里的老磨坊很有名，每年有很多人来参观，水轮日夜转动，农民都把粮食送来，也有许多孩子来听故事。`,
      ],
    ],
  ),
  [
    'reads words that a scanner recognized, in boxes that end a letter early',
    [[...scanned.flatMap((line, at) => apart(line.split(' '), 'letter', 700 - at * 14))]],
    [scanned.join(' ')],
  ],
  [
    'begins a paragraph further left than a full line of a list',
    [
      [
        ...lines([wide, wide, 'of it.'], 72, 700),
        { text: `- ${wide.slice(0, -6)}.`, x: 86, y: 655 },
        ...lines([`However, ${wide.slice(0, -10)}`, 'and more.'], 72, 640),
      ],
    ],
    [
      `${wide} ${wide} of it.`,
      `- ${wide.slice(0, -6)}.`,
      `However, ${wide.slice(0, -10)} and more.`,
    ],
  ],
  [
    'reads a second column that has only begun after the first',
    [
      [
        ...lines(Array(10).fill('河水从上游的水池流下来，带动很大的水轮'), 72, 700),
        ...lines(['磨出来的粮食都送到城里去卖。'], 320, 700),
      ],
    ],
    [`${'河水从上游的水池流下来，带动很大的水轮'.repeat(10)}磨出来的粮食都送到城里去卖。`],
  ],
  [
    'holds small bullets of a second column to their items',
    [
      deeds.flatMap((text, at) => [
        { text: '河水从上游的水池流下来，', x: 72, y: 700 - at * 16 },
        { text: '●', x: 300, y: 700 - at * 16, size: 5 },
        { text: `后来${text}`, x: 313, y: 700 - at * 16 },
      ]),
    ],
    ['河水从上游的水池流下来，'.repeat(4), ...deeds.map((text) => `- 后来${text}`)],
  ],
  [
    'leaves out readings above characters',
    [
      [
        { text: '村里的老磨坊很有名，每年有很多人来参观。', x: 72, y: 700, size: 12 },
        { text: 'mofang', x: 120, y: 711.5, size: 5 },
        { text: 'canguan', x: 280, y: 715.5, size: 5 },
      ],
    ],
    ['村里的老磨坊很有名，每年有很多人来参观。'],
  ],
  [
    'keeps small characters above others',
    [
      [
        { text: '第一章', x: 72, y: 726, size: 12 },
        { text: '村里的老磨坊', x: 72, y: 700, size: 24 },
        { text: filler, x: 72, y: 660 },
      ],
    ],
    ['第一章', '## 村里的老磨坊', filler],
  ],
  [
    'leaves out the marks of notes at the end',
    [
      [
        { text: '村里的老磨坊很有名。', x: 72, y: 700 },
        { text: 'iii', x: 182, y: 705, size: 6 },
        { text: '每年有很多人来参观。', x: 192, y: 700 },
      ],
    ],
    ['村里的老磨坊很有名。每年有很多人来参观。'],
  ],
])('%s', async (_, pages, blocks) => {
  const read = await readPdf(pdfFile(pages), new AbortController().signal);
  expect(
    read.map(({ isHeading, isItem, text }) => `${isHeading ? '## ' : isItem ? '- ' : ''}${text}`),
  ).toEqual(blocks);
});

/** Characters of a line that runs down. */
function stack(text: string, x: number) {
  return Array.from(text, (sign, at) => ({ text: sign, x, y: 760 - at * 12, size: 12 }));
}

/** Words of one line with the same gap between them, or one as wide as a space and a letter of the word. */
function apart(words: readonly string[], gap: number | 'letter', y: number) {
  let x = 72;
  return words.map((text) => {
    const line = { text, x, y, size: 11 };
    const width = [...text].reduce((sum, letter) => sum + (widths[letter] ?? 556) * 0.011, 0);
    x += width + (gap === 'letter' ? 3 + width / text.length : gap);
    return line;
  });
}
