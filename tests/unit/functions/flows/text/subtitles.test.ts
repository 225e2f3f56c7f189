import { expect, test } from 'vitest';
import { digestText } from '../../../../../functions/flows/text/digest-text.ts';
import { markdownBlocks } from '../../../../../functions/flows/text/markdown-blocks.ts';
import { withoutCues } from '../../../../../functions/flows/text/subtitles.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

const textsOf = (source: string) => markdownBlocks(source).map(({ text }) => text);
const times = (second: number, point: string) =>
  `00:00:0${second}${point}000 --> 00:00:0${second}${point}900`;
const cues = ['The wheel turns with', 'the river. It drives\na stone.', 'Nobody sees it.'];
const subRip = cues.map((cue, at) => `${at + 1}\n${times(at, ',')}\n${cue}\n`).join('\n');
const joined = 'The wheel turns with the river. It drives a stone. Nobody sees it.';

test.each<[string, string, readonly string[]]>([
  ['SubRip', `\ufeff${subRip.replaceAll('\n', '\r\n')}`, [joined]],
  [
    'WebVTT with names',
    `WEBVTT - A mill\nLanguage: en\n\n${cues.map((cue, at) => `cue-${at}\n${times(at, '.')} align:start\n<v Anna>${cue}</v>`).join('\n\n')}`,
    [joined],
  ],
  [
    'SubRip without empty lines',
    cues.map((cue, at) => `${at + 1}\n${times(at, ',')}\n${cue}`).join('\n'),
    [joined],
  ],
  [
    'Chinese without marks',
    `1\n${times(1, ',')}\n水轮转动\n\n2\n${times(2, ',')}\n它带动石头\n`,
    ['水轮转动', '它带动石头'],
  ],
])('subtitles in %s are read as their words', (_what, source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test('sentences of subtitles are found where they stand', () => {
  const [first] = digestText(subRip).summary;
  const [place] = first?.places ?? [];
  expect(subRip.slice(place?.start, place?.end)).toBe(
    `The wheel turns with\n\n2\n${times(1, ',')}\nthe river.`,
  );
});

test.each([
  ['a list', '1\nThe wheel turns.\n\n2\nIt stops.'],
  ['a chapter that quotes cues', `1\nThe file is short.\n\n${subRip}`],
  ['a text that quotes a time', `The file says:\n\n${times(1, ',')}\n\nIt is one of subtitles.`],
])('%s stays as it is', (_what, source) => {
  expect(withoutCues(source)).toBe(source);
});

test.each([
  ['empty lines', '\n'],
  ['numbers', '1\n'],
  ['times', `${times(1, ',')}\n`],
  ['spaces', ' '],
])('subtitles of %s take a time that grows no faster than they', (_what, piece) => {
  const growth = growthFactor((size) => {
    const text = `1\n${times(1, ',')}\n${piece.repeat(size)}`;
    return () => withoutCues(text);
  }, 1_000);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});
