import { expect, test } from 'vitest';
import { regionsOf } from '../../../../../functions/flows/documents/pdf-columns.ts';
import {
  partNotes,
  withoutLowMarks,
  withoutMarks,
  withoutOwnMark,
} from '../../../../../functions/flows/documents/pdf-edges.ts';
import { linesOf, noteMark } from '../../../../../functions/flows/documents/pdf-lines.ts';
import { hasRoom } from '../../../../../functions/flows/documents/pdf-paragraphs.ts';
import {
  type Piece,
  shownOnce,
  withBullets,
  withoutLineNumbers,
} from '../../../../../functions/flows/documents/pdf-pieces.ts';
import {
  isListItem,
  plainText,
  spaceBetween,
  withoutHanSpaces,
  withoutWideSpaces,
} from '../../../../../functions/flows/documents/pdf-signs.ts';
import { tagsOf } from '../../../../../functions/flows/documents/pdf-tree.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

/** A piece in letters of 10 points, each half as wide. */
function piece(text: string, x: number, y: number, more: Partial<Piece> = {}): Piece {
  const right = x + text.length * 5;
  return { text, x, y, right, size: 10, font: 'f', tag: undefined, ...more };
}

test.each([
  ['⽼⻑﹁⋯⋯︒', '老長「……。'],
  ['ﬁne ﬂow', 'fine flow'],
  ['1, 2, ⋯, n', '1, 2, ⋯, n'],
  ['\u0010Is it su\u001ecient?\u0011', '“Is it sufficient?”'],
  ['\u0088 flour', '\u0088 flour'],
  ['to say . . . Under it', 'to say … Under it'],
  ['Costs . . . . . . 7', 'Costs . . . . . . 7'],
])('%s is shown for %s', (shown, text) => {
  expect(plainText(shown)).toBe(text);
});

test.each([
  ['bold by being shown twice', [piece('all', 72, 700), piece('all', 72.4, 700)], 'all'],
  [
    'with a shadow',
    [piece('all', 72, 700), piece('mill', 90, 700), piece('all', 74.5, 699)],
    'all mill',
  ],
  ['twice in a line', [piece('all', 72, 700), piece('all', 90, 700)], 'all all'],
  ['twice in a letter', [piece('l', 72, 700), piece('l', 74.2, 700)], 'l l'],
])('a text is read as often as a reader sees it: %s', (_, pieces, text) => {
  expect(
    shownOnce(pieces)
      .map((one) => one.text)
      .join(' '),
  ).toBe(text);
});

test('letters that stand by themselves are compared in a time that grows as they do', () => {
  const growth = growthFactor((count) => {
    const letters = Array.from({ length: count }, (_, at) => piece('e', at * 6, 0));
    return () => shownOnce(letters);
  }, 2_000);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});

const wideLine = 'and a line of the text goes on from here to there,';

test('the numbers of entries that have several lines stay', () => {
  const entries = counted(Array(12).fill(wideLine)).map((one) => ({ ...one, y: one.y * 2 }));
  const more = entries.map((one) => piece(wideLine, 72, one.y - 15));
  const all = [...entries, ...more];
  expect(withoutLineNumbers(all)).toEqual(all);
});

test.each<[what: string, pieces: readonly Piece[], left: number]>([
  ['from one on', counted(Array(12).fill(wideLine)), 0],
  ['from another number on', counted(Array(12).fill(wideLine), 37), 0],
  ['of a few lines', counted(Array(9).fill(wideLine)), 9],
  ['of short items', counted([wideLine, ...Array(11).fill('salt')]), 12],
  ['that are years', counted(Array(12).fill(wideLine), 1990), 12],
  ['of other steps', counted(Array(12).fill(wideLine), 1, 2), 12],
])('the numbers of lines are left out: %s', (_, pieces, left) => {
  const rest = withoutLineNumbers(pieces);
  expect(rest.filter(({ text }) => /^\d+$/.test(text))).toHaveLength(left);
  expect(rest).toHaveLength(pieces.length / 2 + left);
});

/** Lines with their numbers before them. */
function counted(lines: readonly string[], first = 1, step = 1): Piece[] {
  return lines.flatMap((text, at) => [
    piece(String(first + at * step), 40, 700 - at * 15),
    piece(text, 72, 700 - at * 15),
  ]);
}

const sign = { font: 'signs' };

test.each<[what: string, pieces: readonly Piece[], shown: string]>([
  [
    'twice before items',
    [...row('l', 'Milk', 700, sign), ...row('l', 'Bread', 680, sign)],
    '•Milk•Bread',
  ],
  [
    'on two levels',
    [
      ...row('l', 'Milk', 700, sign),
      ...row('n', 'fresh', 680, sign),
      ...row('n', 'cold', 660, sign),
    ],
    '•Milk•fresh•cold',
  ],
  ['once', row('l', 'Milk', 700, sign), 'lMilk'],
  ['in an order', [...row('a', 'Milk', 700, sign), ...row('b', 'Bread', 680, sign)], 'aMilkbBread'],
  ['of answers', [...row('A', 'Milk', 700, sign), ...row('A', 'Bread', 680, sign)], 'AMilkABread'],
  ['in the font of the text', [...row('l', 'Milk', 700), ...row('l', 'Bread', 680)], 'lMilklBread'],
  [
    'within a line too',
    [
      ...row('x', 'is odd', 700, sign),
      ...row('x', 'is even', 680, sign),
      piece('so', 72, 660),
      piece('x', 85, 660, sign),
      piece('is both', 95, 660),
    ],
    'xis oddxis evensoxis both',
  ],
])('a letter in a font of its own is a bullet or not: %s', (_, pieces, shown) => {
  expect(
    withBullets(pieces)
      .map(({ text }) => text)
      .join(''),
  ).toBe(shown);
});

/** A letter before a text. */
function row(letter: string, text: string, y: number, more: Partial<Piece> = {}): Piece[] {
  return [piece(letter, 72, y, more), piece(text, 90, y)];
}

test.each([
  ['he', 'went', 0.25, ' '],
  ['wo', 'rd', 0.02, ''],
  ['一本书', '《老书》', 0.3, ''],
  ['在', '2019', 0.25, ''],
  ['他说：', '“好', 0.5, ''],
  ['甲方', '乙方', 2, ' '],
  ['甲方', '乙方', 0.25, ''],
  ['第一章', '总则', 0.25, ' '],
  ['follows.', '今年', 0.3, ' '],
])('between %s and %s with a gap of %d stands "%s"', (left, right, gap, between) => {
  expect(spaceBetween(left, right, gap)).toBe(between);
});

test.each([
  ['易主 、两 次', '易主、两 次'],
  ['年 全 县 的 雨 量', '年全县的雨量'],
  ['第1 9条', '第19条'],
  ['1 1858年全县的雨量', '1 1858年全县的雨量'],
  ['only English , here', 'only English , here'],
])('%s is read as %s', (line, text) => {
  expect(withoutWideSpaces(line)).toBe(text);
});

test('spaces that lines hold apart are none', () => {
  expect(withoutHanSpaces('建于 1824 年 五月，two words')).toBe('建于1824年五月，two words');
  expect(withoutHanSpaces('第一章 总则')).toBe('第一章 总则');
  expect(withoutHanSpaces('见第一章 总则')).toBe('见第一章总则');
});

test.each([
  ['• flour', true],
  ['\uf0b7 flour', true],
  ['\u0088 flour', true],
  ['➢ flour', true],
  ['1. flour', true],
  ['1824. Flour', false],
  ['一、修房子', false],
  ['1.1 The owner', false],
])('%s is an item: %s', (text, isItem) => {
  expect(isListItem(text)).toBe(isItem);
});

test.each([
  ['community<2> there', 'community there'],
  ['1824,<1> when', '1824, when'],
  ['25 m<2> large', '25 m² large'],
  ['10<3> m', '10³ m'],
])('%s is read as %s', (text, read) => {
  const marked = text.replace('<', noteMark.start).replace('>', noteMark.end);
  expect(withoutMarks(marked, () => false)).toBe(read);
});

test.each([
  ['It took its place.1 Nobody saw it.2', 'It took its place. Nobody saw it.'],
  ['“Is that all?”1 It was.', '“Is that all?” It was.'],
  ['他走了……2门关了。1', '他走了……门关了。'],
  ['See Fig.1 “The wheel” and No.2', 'See Fig.1 “The wheel” and No.2'],
  ['It rose by 3.1 The rest by 2.2', 'It rose by 3.1 The rest by 2.2'],
  ['It ended.3 The door closed.', 'It ended.3 The door closed.'],
  ['Version two.1 beta', 'Version two.1 beta'],
])('the marks of the notes 1 and 2 are left out of %s', (text, read) => {
  expect(withoutLowMarks(text, (mark) => ['1', '2'].includes(mark))).toBe(read);
});

test.each([
  ['1 1858年全县的降雨量比上一年少了。', '1858年全县的降雨量比上一年少了。'],
  ['1858年全县的降雨量比上一年少了。', undefined],
  ['2. See the report of 1858.', 'See the report of 1858.'],
])('the small line %s at the foot of a page is the note %s', (text, note) => {
  const page = linesOf([piece('The mill turns.', 0, 40), piece(text, 0, 10, { size: 7 })]);
  const [parted] = partNotes([{ lines: page, left: 0, right: 500 }], 10);
  expect(parted?.notes.map((line) => withoutOwnMark(line.text))).toEqual(note ? [note] : []);
});

test('a note goes on at the foot of the next page', () => {
  const small = { size: 7 };
  const pages = [
    [piece('It turns.', 0, 40), piece('1 As the report of the year', 0, 10, small)],
    [piece('It rests.', 0, 40), piece('says in its last part.', 0, 10, small)],
    [piece('It is old.', 0, 40), piece('Source: the county', 0, 10, small)],
  ];
  const parted = partNotes(
    pages.map((pieces) => ({ lines: linesOf(pieces), left: 0, right: 500 })),
    10,
  );
  expect(parted.map(({ notes }) => notes.map(({ text }) => text))).toEqual([
    ...[['1 As the report of the year'], ['says in its last part.'], []],
  ]);
});

test.each([
  [
    'words of another font',
    [piece('he ', 0, 0), piece('went', 40, 0), piece('then', 16, 0)],
    ['he then went'],
  ],
  [
    'a mark within a gap',
    [piece('他说： 好吧', 0, 0, { right: 55 }), piece('“', 30, 0)],
    ['他说：“好吧'],
  ],
  ['cells', [piece('Year', 0, 0), piece('Sacks', 60, 0)], ['Year', 'Sacks']],
  [
    'a stretched line beside a heading',
    [
      ...[piece('in', 0, 0), piece('the', 23, 0), piece('open', 51, 0)],
      piece('Costs', 89, 0, { size: 12.5 }),
      piece('Dates', 89, 20),
    ],
    ['Dates', 'in the open', 'Costs'],
  ],
  [
    'a hyphen that is not in the text',
    [piece('well', 0, 0, { isCut: true }), piece('known', 24, 0)],
    ['well\u00adknown'],
  ],
  ['lines from below', [piece('second', 0, 0), piece('first', 0, 14)], ['first', 'second']],
  [
    'a raised mark',
    [piece('end', 0, 0), piece('1', 15, 4, { size: 6 })],
    [`end${noteMark.start}1${noteMark.end}`],
  ],
])('pieces become lines: %s', (_, pieces, texts) => {
  expect(linesOf(pieces).map(({ text }) => text)).toEqual(texts);
});

test('lines side by side become columns, and those over both do not', () => {
  const left = [
    'a line of the left column',
    'another line of the left',
    'a third line of the left',
  ];
  const right = [
    'a line of the right column',
    'another line of the right',
    'a third line of the right',
  ];
  const over = piece('a line that goes over both columns, from the left edge to the right', 0, 60);
  const rows = [0, 1, 2].flatMap((at) => [
    piece(left[at] ?? '', 0, 40 - at * 14),
    piece(right[at] ?? '', 170, 40 - at * 14),
  ]);
  const regions = regionsOf(linesOf([over, ...rows]), new Set());
  expect(
    regions.map((region) => ('lines' in region ? region.lines.map(({ text }) => text) : [])),
  ).toEqual([[over.text], left, right]);
});

test('columns with short lines, a larger heading, and a right one that begins higher stay apart', () => {
  const full = 'a line that is as wide as its column';
  const left = [full, full, 'the end.', full, 'Method', 'F = m', '(1)', full, 'here.', full];
  const right = left.map((_, at) =>
    at === 3 ? piece('Results', 190, 38, { size: 15, right: 260 }) : piece(full, 190, 80 - at * 14),
  );
  const over = piece('The title of a paper in two columns', 90, 150, { size: 17, right: 290 });
  const top = [piece(full, 190, 124), piece(full, 190, 110)];
  const caption = piece('Figure 1: a picture on the left side', 0, 95);
  const lines = left.map((text, at) => piece(text, 0, 79 - at * 14));
  const regions = regionsOf(linesOf([over, ...top, caption, ...lines, ...right]), new Set());
  expect(
    regions.map((region) => ('lines' in region ? region.lines.map(({ text }) => text) : [])),
  ).toEqual([[over.text], [caption.text, ...left], [...top, ...right].map(({ text }) => text)]);
});

test('characters that a line holds apart as far as its columns do not join them', () => {
  const rows = [
    { words: ['水水水', '轮轮', '转', '村里', '农民'], at: [0, 25, 45, 60, 80] },
    { words: ['磨', '坊坊坊', '好好', '来', '人人人'], at: [0, 15, 40, 60, 75] },
    { words: ['大大', '坝', '决决决', '房房房', '屋'], at: [0, 20, 35, 60, 85] },
  ];
  const pieces = rows.flatMap(({ words, at }, row) =>
    words.map((text, index) => piece(text, at[index] ?? 0, 28 - row * 14)),
  );
  expect(linesOf(pieces).map(({ x }) => x)).toEqual([0, 60, 0, 60, 0, 60]);
});

test('the cells of a column that stand one below the other are of two rows', () => {
  const rows = [
    [piece('Year', 0, 60), piece('Remark', 80, 60)],
    [piece('1980', 0, 42), piece('It came late.', 80, 41)],
    [piece('and stayed.', 80, 25)],
    [piece('1981', 0, 7), piece('It went away.', 80, 6)],
  ];
  const regions = regionsOf(linesOf(rows.flat()), new Set());
  const cells = regions.flatMap((region) => ('cells' in region ? region.cells : []));
  expect(cells.map((cell) => cell.map(({ text }) => text).join(' '))).toEqual(
    expect.arrayContaining(['Remark', 'It came late. and stayed.', 'It went away.']),
  );
});

test('a mark at the end of a line may hang into the gutter', () => {
  const wide = (text: string, x: number, y: number) =>
    piece(text, x, y, { right: x + text.length * 10 });
  const left = [
    ...['他打开窗户听了一会儿除', '了河水什么也没有听见，', '可以肯定的是这座桥至今'],
    ...['仍然完好没有人想到机器', '能用上这么多年，因此请'],
  ];
  const right = [
    ...['《老桥》一书收录了照片', '其中一半以前没有发表过', '请不要把自行车停在门口'],
    ...['下一次会议定于星期五在', '镇政府的办公室里举行。'],
  ];
  const rows = left.flatMap((text, at) => [
    wide(text, at === 1 ? 4 : 0, 80 - at * 14),
    wide(right[at] ?? '', at === 0 ? 115 : 120, 75 - at * 14),
  ]);
  const regions = regionsOf(linesOf(rows), new Set());
  expect(
    regions.map((region) => ('lines' in region ? region.lines.map(({ text }) => text) : [])),
  ).toEqual([left, right]);
});

test('short words and numbers are cells where rows have edges in common', () => {
  const rows = [
    [piece('Taxi', 0, 28), piece('25', 34, 28), piece('Only at night', 62, 28)],
    [piece('Hotel', 0, 14), piece('110', 34, 14), piece('With breakfast', 62, 14)],
    [piece('Meals', 0, 0), piece('34', 34, 0), piece('Without', 62, 0)],
  ];
  const lines = linesOf(rows.flat()).map(({ text }) => text);
  expect(lines).toEqual(rows.flatMap((row) => row.map(({ text }) => text)));
});

test('a wide gap behind a sentence of a stretched line parts no columns', () => {
  const line = [piece('He thought about it.', 0, 0), piece('Nobody knew.', 112, 0)];
  expect(linesOf(line).map(({ text }) => text)).toEqual(['He thought about it. Nobody knew.']);
});

test.each([
  ['a word that would have fitted', 'and', true],
  ['a longer word', 'understanding', false],
])('a line has room for the next word: %s', (_, word, has) => {
  const [line] = linesOf([piece('a line that ends early', 0, 20)]);
  const [next] = linesOf([piece(`${word} goes on`, 0, 0)]);
  const column = { left: 0, right: 150, longest: 150, isShown: true };
  expect(line && next && hasRoom(line, next, column)).toBe(has);
});

test('a tree tells the kinds of its content, of items and notes whatever is in them', () => {
  const content = (id: string) => ({ type: 'content', id });
  const tree = {
    role: 'Root',
    children: [
      { role: 'H1', children: [{ role: 'Span', children: [content('a')] }] },
      {
        role: 'L',
        children: [{ role: 'LI', children: [{ role: 'P', children: [content('b')] }] }],
      },
      { role: 'Note', children: [{ role: 'P', children: [content('c')] }] },
      { role: 'Div', children: [content('d'), { role: 'Figure', children: [] }] },
    ],
  };
  let pictures = 0;
  const kinds = [...tagsOf(tree, () => (pictures += 1))].map(([id, { kind }]) => [id, kind]);
  expect(pictures).toBe(1);
  expect(Object.fromEntries(kinds)).toEqual({ a: 'heading', b: 'item', c: 'note' });
});
