import { expect, it } from 'vitest';
import { exampleCard, exampleCardSize } from '../../../../../src/prerender/pricing/example-card.ts';

/** In bytes: a picture of the first page that a visitor opens. */
const MAX_BYTES = 16_000;

it('the example of a card is light, and of the size that the pages say', async () => {
  const card = await exampleCard({ title: '水车是怎么转起来的', subtitle: 'A gate and a wheel.' });
  expect(card).toMatchObject({ mediaType: 'image/avif', ...exampleCardSize });
  expect(card.content.byteLength).toBeLessThan(MAX_BYTES);
});
