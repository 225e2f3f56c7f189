import { expect, test } from 'vitest';
import { pictureType } from '../../../../src/contract/picture-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A box with its main brand and further brands. */
const boxOf = (...brands: readonly string[]) => {
  const [main, ...rest] = brands;
  const size = String.fromCharCode(12 + 4 * brands.length);
  return `\0\0\0${size}ftyp${main}\0\0\0\0${rest.join('')}`;
};

test.each([
  ['image/png', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\u00ff\u00d8\u00ff\u00e1Exif'],
  ['image/webp', 'RIFF\u0010\0\0\0WEBPVP8 '],
  ['image/avif', boxOf('avif')],
  ['image/avif', boxOf('mif1', 'mif1', 'miaf', 'MA1B', 'heic', 'avif')],
  ['image/gif', 'GIF89a'],
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['image/svg+xml', '\u00ef\u00bb\u00bf<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg>\n<svg>'],
  ['image/tiff', 'II+\u0000\b\u0000\u0000\u0000'],
  ['image/tiff', 'MM\u0000+\u0000\b\u0000\u0000'],
  [undefined, '<p><svg xmlns="http://www.w3.org/2000/svg"/>'],
  [undefined, '<svgx>'],
  ['image/heic', boxOf('heic')],
  ['image/heic', boxOf('mif1', 'mif1', 'heix')],
  ['image/heic', `${boxOf('heic', 'mif1')}\0\0\0\u0010metaavif`],
  ['image/tiff', 'II*\0\u0008\0\0\0'],
  ['image/tiff', 'MM\0*\0\0\0\u0008'],
  [undefined, 'II+\0\u0008'],
  [undefined, boxOf('hevc', 'msf1')],
  [undefined, boxOf('mavi', 'fsav')],
  [undefined, '\0\0\0'],
  [undefined, ''],
])('%s is the type of a file that begins with %j', (type, head) => {
  expect(pictureType(bytes(head))).toBe(type);
});

test('bytes within a larger buffer are read at their position', () => {
  const file = bytes(`before${boxOf('avif')}`);
  expect(pictureType(file.subarray('before'.length))).toBe('image/avif');
});
