import { crc32, deflateSync } from 'node:zlib';

/** An ICC profile, or sRGB, for which none is needed. */
export type NamedColours = Uint8Array | 'srgb';

/**
 * The colours of a picture that says by numbers what its red, green and blue are, as PNG, AVIF and HEIC
 * can. sharp heeds profiles alone, so the numbers become one.
 * @param hasProfile whether the file has a profile, which counts first but in a PNG
 * @returns an ICC profile, or `srgb`; `hdr` for the curves of high dynamic range, whose brightness no
 *   result has room for; undefined where nothing is said
 */
export function namedColours(
  bytes: Uint8Array,
  format: string,
  hasProfile: boolean,
): NamedColours | 'hdr' | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'png') return coloursOfPng(file);
  if (hasProfile || (format !== 'avif' && format !== 'heic')) return undefined;
  const codes = codesOf(file);
  return codes && coded(codes.readUInt16BE(0), codes.readUInt16BE(2));
}

/** The first of cICP, iCCP, sRGB and gAMA counts. Source: PNG, third edition, section 4.3. */
function coloursOfPng(file: Buffer): NamedColours | 'hdr' | undefined {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= file.length; ) {
    const [name, size] = [file.toString('latin1', at + 4, at + 8), file.readUInt32BE(at)];
    if (name === 'IDAT') break;
    chunks.set(name, file.subarray(at + 8, at + 8 + size));
    at += 12 + size;
  }
  const [codes, gamma, points] = ['cICP', 'gAMA', 'cHRM'].map((name) => chunks.get(name));
  if (codes?.length === 4) return coded(codes.readUInt8(0), codes.readUInt8(1));
  if (gamma?.length !== 4 || chunks.has('iCCP') || chunks.has('sRGB')) return undefined;
  const exponent = HUNDRED_THOUSAND / gamma.readUInt32BE();
  if (!Number.isFinite(exponent)) return undefined;
  // Writers that mean sRGB say 1/2.2 beside it.
  const curve = Math.abs(exponent - 2.2) < 0.01 ? 'srgb' : exponent;
  return profileOf(points?.length === 32 ? nearest(points) : 'bt709', curve);
}

/** The unit of gAMA and cHRM. */
const HUNDRED_THOUSAND = 100_000;

/** What follows `nclx` in the first box `colr`. Source: ISO/IEC 14496-12, sections 8.11.14 and 12.1.5. */
function codesOf(file: Buffer): Buffer | undefined {
  const name = file.indexOf('ipco');
  if (name < 4) return undefined;
  const end = Math.min(name - 4 + file.readUInt32BE(name - 4), file.length);
  for (let at = name + 4; at + 16 <= end; at += Math.max(8, file.readUInt32BE(at))) {
    if (file.toString('latin1', at + 4, at + 12) === 'colrnclx') return file.subarray(at + 12, end);
  }
  return undefined;
}

/** Primaries and curves by their codes (ITU-T H.273, tables 2 and 3). Television's curves are as sRGB. */
const primaries: Readonly<Record<number, Space>> = { 9: 'bt2020', 11: 'p3', 12: 'p3' };
const curves: Readonly<Record<number, number>> = { 4: 2.2, 5: 2.8, 8: 1 };
const hdrCurves: readonly number[] = [16, 18];

function coded(space: number, curve: number): NamedColours | 'hdr' {
  if (hdrCurves.includes(curve)) return 'hdr';
  return profileOf(primaries[space] ?? 'bt709', curves[curve] ?? 'srgb');
}

type Space = keyof typeof colorants;

/** The light of red, green and blue, as X, Y and Z below D50. */
const colorants = {
  bt709: [0.436, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.143, 0.0606, 0.7139],
  p3: [0.5151, 0.2412, -0.0011, 0.292, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841],
  bt2020: [0.6735, 0.279, -0.0019, 0.1657, 0.6753, 0.03, 0.125, 0.0456, 0.7969],
  adobeRgb: [0.6097, 0.3111, 0.0195, 0.2053, 0.6257, 0.0609, 0.1492, 0.0632, 0.7446],
} as const;

/** The greens of the spaces, as x and y in cHRM; no other colour tells all four apart. */
const greens = {
  bt709: [0.3, 0.6],
  p3: [0.265, 0.69],
  bt2020: [0.17, 0.797],
  adobeRgb: [0.21, 0.71],
};

function nearest(points: Buffer): Space {
  const [x, y] = [points.readUInt32BE(16), points.readUInt32BE(20)];
  const away = ([at = 0, up = 0]: readonly number[]) =>
    Math.hypot(at - x / HUNDRED_THOUSAND, up - y / HUNDRED_THOUSAND);
  const [found] = Object.entries(greens).toSorted(([, a], [, b]) => away(a) - away(b));
  return (found?.[0] ?? 'bt709') as Space;
}

/** The numbers of sRGB's curve: g, a, b, c and d of IEC 61966-2-1. */
const srgbCurve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const d50 = [0.9642, 1, 0.8249];

/** Source: ICC.1:2022, sections 7.2, 7.3, 10.18 and 10.31. */
function profileOf(space: Space, curve: 'srgb' | number): NamedColours {
  if (space === 'bt709' && curve === 'srgb') return 'srgb';
  const light = colorants[space];
  const [kind, numbers] = curve === 'srgb' ? [3, srgbCurve] : [0, [curve]];
  const values: Readonly<Record<string, Buffer>> = {
    wtpt: typed('XYZ ', d50),
    rXYZ: typed('XYZ ', light.slice(0, 3)),
    gXYZ: typed('XYZ ', light.slice(3, 6)),
    bXYZ: typed('XYZ ', light.slice(6)),
    rTRC: typed('para', numbers, kind),
    gTRC: typed('para', numbers, kind),
    bTRC: typed('para', numbers, kind),
  };
  const names = Object.keys(values);
  const table = Buffer.alloc(4 + 12 * names.length);
  table.writeUInt32BE(names.length);
  let at = 128 + table.length;
  for (const [index, [name, value]] of Object.entries(values).entries()) {
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * index);
    table.writeUInt32BE(value.length, 12 + 12 * index);
    at += value.length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(at);
  head.write('\u0004\u0030\0\0mntrRGB XYZ ', 8, 'latin1');
  head.write('acsp', 36, 'latin1');
  fixed(d50).copy(head, 68);
  return Buffer.concat([head, table, ...Object.values(values)]);
}

function typed(type: string, numbers: readonly number[], kind?: number): Buffer {
  const head = Buffer.alloc(kind === undefined ? 8 : 12);
  head.write(type, 'latin1');
  if (kind !== undefined) head.writeUInt16BE(kind, 8);
  return Buffer.concat([head, fixed(numbers)]);
}

/** Numbers of 16 bits before and 16 after the point. */
function fixed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, one] of numbers.entries())
    bytes.writeInt32BE(Math.round(one * 65_536), 4 * index);
  return bytes;
}

/** The bytes of a PNG before its first chunk that may be left out: signature and `IHDR`. */
const PNG_HEAD_BYTES = 33;

/** A PNG with a colour profile, before all else that tells of colours. Source: PNG, section 11.3.2.3. */
export function withProfile(png: Uint8Array, profile: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 'iCCP'.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  const [head, rest] = [png.subarray(0, PNG_HEAD_BYTES), png.subarray(PNG_HEAD_BYTES)];
  return Buffer.concat([head, length, body, check, rest]);
}
