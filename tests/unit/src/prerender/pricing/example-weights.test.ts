import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { exampleWeights } from '../../../../../src/prerender/pricing/example-weights.ts';

it.each(['en', 'zh'])('the weights that the pages show stand in the %s post', async (language) => {
  const post = await readFile(`src/content/blog/${language}/what-an-image-weighs.md`, 'utf8');
  for (const { format, bytes } of exampleWeights) {
    const row = new RegExp(`^\\| ${format} .*\\b${bytes.toLocaleString('en')}\\b`, 'm');
    expect(post).toMatch(row);
  }
});

it('the heaviest comes first, which the others are drawn in parts of', () => {
  const bytes = exampleWeights.map((one) => one.bytes);
  expect(bytes).toEqual(bytes.toSorted((a, b) => b - a));
});
