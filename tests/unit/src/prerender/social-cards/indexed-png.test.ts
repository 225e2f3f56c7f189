import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { indexedPng } from '../../../../../src/prerender/social-cards/indexed-png.ts';

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png);
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ name: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

function decoded(png: Uint8Array): number[][] {
  const chunks = chunksOf(png);
  const find = (name: string) => chunks.find((chunk) => chunk.name === name)?.data ?? Buffer.of();
  const width = find('IHDR').readUInt32BE(0);
  const height = find('IHDR').readUInt32BE(4);
  const rows = inflateSync(find('IDAT'));
  expect(rows).toHaveLength((width + 1) * height);
  return Array.from({ length: width * height }, (_, index) => {
    const entry = rows[Math.floor(index / width) * (width + 1) + 1 + (index % width)] ?? 0;
    return Array.from(find('PLTE').subarray(entry * 3, entry * 3 + 3));
  });
}

function pictureOf(colors: readonly (readonly number[])[], widthPx: number) {
  const rgba = Uint8Array.from(colors.flatMap((color) => [...color, 255]));
  return { widthPx, heightPx: colors.length / widthPx, rgba };
}

const [brand, copper, white] = [
  [0x2e, 0x3b, 0x55],
  [0xf2, 0xa7, 0x66],
  [255, 255, 255],
];

test('a file begins with the signature and has the chunks in order', () => {
  const png = indexedPng(pictureOf([brand, copper], 2));
  expect(Array.from(png.subarray(0, 8))).toEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  expect(chunksOf(png).map(({ name }) => name)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
});

test('the header says the size, eight bits and a palette', () => {
  const [header] = chunksOf(indexedPng(pictureOf([brand, copper, white, brand, brand, brand], 3)));
  expect(Array.from(header?.data ?? [])).toEqual([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
});

describe('the colours', () => {
  test('are exact where they lie apart', () => {
    const colors = [brand, copper, white, brand, copper, brand];
    expect(decoded(indexedPng(pictureOf(colors, 3)))).toEqual(colors);
  });

  test('become the most frequent one where they lie close together', () => {
    const near = [0x2f, 0x3c, 0x56];
    const colors = [near, brand, brand, white];
    expect(decoded(indexedPng(pictureOf(colors, 2)))).toEqual([brand, brand, brand, white]);
  });

  test('of a picture with thousands of them are at most 256, each near its own', () => {
    const colors = Array.from({ length: 64 * 64 }, (_, index) => [
      (index * 7) % 256,
      (index * 13) % 256,
      (index * 29) % 256,
    ]);
    const png = indexedPng(pictureOf(colors, 64));
    const palette = chunksOf(png).find(({ name }) => name === 'PLTE')?.data.length ?? 0;
    expect(palette / 3).toBeLessThanOrEqual(256);
    const furthest = decoded(png).map((color, index) =>
      Math.max(...color.map((value, channel) => Math.abs(value - (colors[index]?.[channel] ?? 0)))),
    );
    expect(Math.max(...furthest)).toBeLessThan(64);
  });
});
