import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadFonts } from '../../../../src/prerender/social-cards/fonts.ts';

/** Planes 0 to 3, without surrogates, private use and Hangul. */
const codePoints = Array.from({ length: 0x32000 - 0x20 }, (_, index) => index + 0x20).filter(
  (one) => !(one >= 0xac00 && one <= 0xf8ff),
);

/** The code points as `drawable.json` has them. */
function runsOf(found: readonly number[]): string {
  let end = 0;
  const runs: string[] = [];
  for (let index = 0; index < found.length; index += 1) {
    const first = found[index] ?? 0;
    let last = first;
    while (found[index + 1] === last + 1) {
      last += 1;
      index += 1;
    }
    runs.push((first - end).toString(36) + (last > first ? `+${(last - first).toString(36)}` : ''));
    end = last;
  }
  return runs.join(' ');
}

test('the table says what the fonts have (vitest -u writes it)', { timeout: 120_000 }, async () => {
  const fontOf = await loadFonts(
    [codePoints.map((one) => String.fromCodePoint(one)).join('\n')],
    'title',
  );
  const found = codePoints.filter((one) => fontOf(String.fromCodePoint(one)));
  const table = `${JSON.stringify({ codePoints: runsOf(found) }, null, 2)}\n`;
  await expect(table).toMatchFileSnapshot(resolve('src/contract/drawable.json'));
});
