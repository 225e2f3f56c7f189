/** How a TIFF keeps its colours: as libvips reads them, in YCbCr, or in a way that it does not read. */
export type TiffColours = 'read' | 'ycbcr' | 'unknown';

/** The tags of the first picture that tell of its colours (TIFF 6.0, sections 8, 20 and 21). */
const tags = { compression: 259, photometric: 262, subsampling: 530, range: 532 } as const;
/** Grey both ways, RGB, palettes and inks. */
const readPhotometrics: readonly number[] = [0, 1, 2, 3, 5];
const YCBCR = 6;
const JPEG = 7;
/** JPEG 2000, LZMA and Zstandard, which sharp's own build lacks. */
const unreadCompressions: readonly number[] = [33_003, 33_004, 33_005, 34_712, 34_925, 50_000];
/** The most entries of a directory that are looked at. */
const MAX_ENTRIES = 1_000;

/**
 * How a TIFF keeps its colours. libvips hands on Y, Cb and Cr as red, green and blue, unless JPEG has
 * compressed them.
 * @param file in the form of 1992, or a BigTIFF
 */
export function tiffColours(file: Uint8Array): TiffColours {
  try {
    const { shorts, rationals } = firstTags(file);
    const [photometric] = shorts(tags.photometric) ?? [];
    const [compression = 1] = shorts(tags.compression) ?? [];
    if (unreadCompressions.includes(compression)) return 'unknown';
    if (photometric === undefined || readPhotometrics.includes(photometric)) return 'read';
    if (photometric !== YCBCR) return 'unknown';
    if (compression === JPEG) return 'read';
    // Without the tag, two by two pixels share their colour.
    const isWhole = (shorts(tags.subsampling) ?? [2, 2]).every((one) => one === 1);
    const isFull = rationals(tags.range, fullRange.length).every(
      (one, index) => one === fullRange[index],
    );
    return isWhole && isFull ? 'ycbcr' : 'unknown';
  } catch (error) {
    // A directory that the file does not have: the decoder says so.
    if (error instanceof RangeError) return 'read';
    throw error;
  }
}

/** Black and white of Y, and the middle and the end of Cb and Cr, where they use all numbers. */
const fullRange: readonly number[] = [0, 255, 128, 255, 128, 255];

/** The tags of the first picture. */
function firstTags(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isLittle = file[0] === 0x49;
  const short = (at: number) => view.getUint16(at, isLittle);
  const long = (at: number) => view.getUint32(at, isLittle);
  const isBig = short(2) === 43;
  const place = (at: number) => (isBig ? Number(view.getBigUint64(at, isLittle)) : long(at));
  const start = place(isBig ? 8 : 4);
  const count = isBig ? place(start) : short(start);
  const [first, size, value] = isBig ? [start + 8, 20, 12] : [start + 2, 12, 8];
  const found = new Map<number, number>();
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index += 1) {
    const at = first + index * size;
    found.set(short(at), at + value);
  }
  return {
    /** The two numbers in a tag, of which it may have one. */
    shorts(tag: number): readonly number[] | undefined {
      const at = found.get(tag);
      return at === undefined ? undefined : [short(at), short(at + 2)];
    },
    /** The fractions that a tag points to; none without the tag. */
    rationals(tag: number, length: number): readonly number[] {
      const at = found.get(tag);
      if (at === undefined) return [];
      const from = place(at);
      return Array.from({ length }, (_, index) => {
        return long(from + index * 8) / long(from + index * 8 + 4);
      });
    },
  };
}

/** Turns Y, Cb and Cr into red, green and blue, in place (ITU-R BT.601, as JPEG has it). */
export function toRgb(data: Uint8Array, channels: number): void {
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  for (let at = 0; at + 2 < data.length; at += channels) {
    const [y = 0, cb = 0, cr = 0] = data.subarray(at, at + 3);
    pixels[at] = y + 1.402 * (cr - 128);
    pixels[at + 1] = y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128);
    pixels[at + 2] = y + 1.772 * (cb - 128);
  }
}
