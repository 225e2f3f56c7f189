import { expect, test } from 'vitest';
import { documentDigest } from '../../../../functions/flows/catalog/document-digest.ts';
import { imageShrink } from '../../../../functions/flows/catalog/image-shrink.ts';
import { socialCard } from '../../../../functions/flows/catalog/social-card.ts';
import { givenIn, keptInput, titleOf } from '../../../../functions/flows/run-input.ts';
import { meter } from '../../../support/runs.ts';

const upload = '0195f0a0-0000-7000-8000-0000000000c1';
const inline = Buffer.from('a file').toString('base64');
const mill = { upload, name: 'mill.png' };

test.each([
  [documentDigest, { text: 'A mill' }, [], 'A mill'],
  [documentDigest, { text: '  \n# 水车\r\n\n第一段' }, [], '水车'],
  [documentDigest, { text: 'a'.repeat(99) }, [], `${'a'.repeat(59)}…`],
  [documentDigest, { text: '🌊'.repeat(60) }, [], '🌊'.repeat(60)],
  [documentDigest, { text: ' \n' }, [], undefined],
  [documentDigest, { document: { upload, name: 'a\tb\u0000.pdf' } }, ['document'], 'a b .pdf'],
  [documentDigest, { document: inline }, ['document'], undefined],
  [imageShrink, { picture: mill }, ['picture'], 'mill.png'],
  [imageShrink, { picture: { upload } }, ['picture'], undefined],
  [imageShrink, { pictures: [mill, { upload }, inline] }, ['pictures'], 'mill.png + 2'],
  [socialCard, { subtitle: 'below', title: 'Above' }, [], 'Above'],
  [meter, { price: 2 }, [], undefined],
])('the title of a run of $id with %j is %4$j', (flow, input, files, title) => {
  expect(titleOf(flow, input, files)).toBe(title);
});

test('a flow names the fields of an input that have files', () => {
  const emblem = Buffer.from('<svg/>').toString('base64');
  const filesOf = (flow: typeof socialCard, input: unknown) => {
    const prepared = flow.prepare(input);
    return prepared.ok ? prepared.files : prepared.error;
  };
  expect(filesOf(socialCard, { title: 'Above', emblem })).toEqual(['emblem']);
  expect(filesOf(socialCard, { title: 'Above' })).toEqual([]);
  expect(filesOf(imageShrink, { pictures: [inline, inline] })).toEqual(['pictures']);
  expect(filesOf(documentDigest, { text: inline })).toEqual([]);
});

test('an input is kept without its files, and read with those whose upload is still there', () => {
  const gone = { upload: upload.replace('c1', 'c2'), name: 'gone.png' };
  const input = { pictures: [mill, gone, inline], widths: [320] };
  const kept = keptInput(input, ['pictures']);
  expect(kept).toEqual({ pictures: [mill, gone, null], widths: [320] });
  const live = { walletId: '', sha256: '', createdAt: new Date(), expiresAt: new Date() };
  expect(givenIn(kept, [{ ...live, id: upload, mediaType: 'image/png', bytes: 6 }])).toEqual({
    input: { widths: [320] },
    files: [
      { field: 'pictures', name: 'mill.png', upload, mediaType: 'image/png', bytes: 6 },
      { field: 'pictures', name: 'gone.png' },
      { field: 'pictures' },
    ],
  });
  expect(givenIn(keptInput({ picture: inline }, ['picture']), [])).toEqual({
    ...{ input: {}, files: [{ field: 'picture' }] },
  });
});
