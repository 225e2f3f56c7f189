import { expect, it } from 'vitest';
import { formatted } from '../../../../../src/content/editor/format-buttons.ts';

const bold = { label: 'Bold', around: ['**', '**'] } as const;
const list = { label: 'List', before: '- ' } as const;

it.each([
  ['words', '重点', bold, '**重点**'],
  ['spaces around words outside', ' the water\n', bold, ' **the water**\n'],
  ['nothing, to type in', '', bold, '****'],
  ['each line', 'one\ntwo', list, '- one\n- two'],
  ['an empty line', '', list, '- '],
] as const)('formats %s', (_what, chosen, format, text) => {
  expect(formatted(chosen, format)).toBe(text);
});
