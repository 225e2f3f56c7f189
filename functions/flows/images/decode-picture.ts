import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { maxPixels } from '../input-limits.ts';
import { withProfile } from './named-colours.ts';
import { type Picture, type Pixels, sharp, unlessDamaged } from './read-picture.ts';
import { tiffColours, toRgb } from './tiff-colours.ts';

/**
 * Decodes a picture for some widths: 8 bits a channel, sRGB, upright, without metadata, and without an
 * alpha channel that hides nothing. A JPEG and a WebP are decoded for each width, which is quicker than
 * to decode them whole. Other formats are decoded once.
 * @returns a function that takes a width in pixels, not more than the picture has
 * @throws {InputRefused} when the file is damaged or truncated
 */
export async function decodePicture(picture: Picture): Promise<(width: number) => Promise<Pixels>> {
  const decode = await unlessDamaged(decoderOf(picture));
  return (width) => unlessDamaged(decode(width));
}

type Decode = (width: number) => Promise<Pixels>;

async function decoderOf(picture: Picture): Promise<Decode> {
  const { file, format, metadata, colours } = picture;
  if (format === 'jpeg') return (width) => decodeJpeg(file, width);
  if (format === 'webp') return (width) => toPixels(opened(file).resize({ width }));
  const isHeic = format === 'heic';
  const { data, ...raw } = await (isHeic ? decodeHeic(file, metadata) : decodeWhole(picture));
  if ((isHeic || format === 'avif') && raw.channels === 4 && isMultiplied(file)) divide(data);
  const profile = colours ?? (isHeic ? metadata.icc : undefined);
  if (!profile || profile === 'srgb')
    return (width) => toPixels(sharp(data, { raw }).resize({ width }));
  return async (width) => {
    // sharp takes no profile for raw pixels, so they become a file on the way.
    const resized = sharp(data, { raw }).resize({ width }).png({ compressionLevel: 0 });
    return toPixels(sharp(withProfile(await resized.toBuffer(), profile)));
  };
}

async function decodeWhole({ file, format, metadata, colours }: Picture): Promise<Pixels> {
  const isYcbcr = format === 'tiff' && tiffColours(file) === 'ycbcr';
  const ignoreIcc = isYcbcr || colours !== undefined;
  const image = opened(file, { ignoreIcc });
  // sharp leaves 16 bits with a profile in Display P3, and does not heed a profile of 16 bits of grey.
  if (metadata.space === 'grey16') image.pipelineColourspace('b-w');
  if (metadata.space === 'rgb16' && metadata.icc && !ignoreIcc) image.withIccProfile('srgb');
  const pixels = await toPixels(image);
  if (isYcbcr) toRgb(pixels.data, pixels.channels);
  return pixels;
}

/**
 * Whether a picture's colours are multiplied by its opacity, which neither library heeds: a reference of
 * the type `prem` says so. Source: ISO/IEC 23008-12, section 6.6; AVIF 1.1, section 4.1.
 */
function isMultiplied(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.indexOf('iref');
  if (at < 4) return false;
  return file.subarray(at, at - 4 + file.readUInt32BE(at - 4)).includes('prem');
}

/** Divides colours by their opacity, in place. */
function divide(data: Uint8Array): void {
  for (let at = 0; at + 3 < data.length; at += 4) {
    const share = (data[at + 3] ?? 0) / 255;
    for (let channel = at; share > 0 && channel < at + 3; channel += 1) {
      data[channel] = Math.min(255, Math.round((data[channel] ?? 0) / share));
    }
  }
}

function opened(file: Uint8Array, more: SharpOptions = {}): Sharp {
  return sharp(file, { autoOrient: true, failOn: 'error', limitInputPixels: maxPixels, ...more });
}

/** The marker that ends a JPEG (ITU-T T.81, annex B.1.1.3). */
const endOfImage = Buffer.of(0xff, 0xd9);

/** A JPEG may lack its end, and have all its pixels: with an end it has no fault then. */
async function decodeJpeg(file: Uint8Array, width: number): Promise<Pixels> {
  try {
    return await toPixels(opened(file).resize({ width }));
  } catch (error) {
    const ended = Buffer.concat([file, endOfImage]);
    const reading = toPixels(opened(ended, { failOn: 'warning' }).resize({ width }));
    return reading.catch(() => Promise.reject(error));
  }
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = { data, width, height, channels };
  if (!isOpaque(pixels)) return pixels;
  const plain = await sharp(data, { raw: info }).removeAlpha().raw().toBuffer();
  return { ...pixels, data: plain, channels: channels === 2 ? 1 : 3 };
}

/** Whether an alpha channel hides nothing. */
function isOpaque({ data, channels }: Pixels): boolean {
  if (channels !== 2 && channels !== 4) return false;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false;
  return true;
}

/**
 * Decodes the main picture of a HEIC file, upright, with its own colours. libheif runs as WebAssembly,
 * because sharp's own build decodes no HEVC (decision 0064).
 * @throws {Error} when the file is damaged or truncated
 */
async function decodeHeic(file: Uint8Array, { hasAlpha }: Metadata): Promise<Pixels> {
  // 2 MB of WebAssembly, which most processes never need.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const context = libheif.heif_context_alloc();
  try {
    const read = libheif.heif_context_read_from_memory(context, file);
    if (read.code !== libheif.heif_error_code.heif_error_Ok) throw new Error(read.message);
    const handle = unlessFailed(libheif.heif_js_context_get_primary_image_handle(context));
    try {
      const { heif_colorspace_RGB: colours } = libheif.heif_colorspace;
      const { heif_chroma_interleaved_RGBA: rgba, heif_chroma_interleaved_RGB: rgb } =
        libheif.heif_chroma;
      const layout = hasAlpha ? rgba : rgb;
      const decoding = libheif.heif_js_decode_image2(handle, colours, layout);
      const { image, channels } = unlessFailed(await decoding);
      libheif.heif_image_release(image);
      const [pixels] = channels;
      if (!pixels) throw new Error('libheif has decoded nothing');
      return pixelsOf(pixels, hasAlpha ? 4 : 3);
    } finally {
      libheif.heif_image_handle_release(handle);
    }
  } finally {
    libheif.heif_context_free(context);
  }
}

function unlessFailed<Value extends object>(
  value: Value | { readonly code: object; readonly message: string },
): Value {
  if ('code' in value) throw new Error(value.message);
  return value;
}

interface Interleaved {
  readonly width: number;
  readonly height: number;
  /** The bytes from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

function pixelsOf({ width, height, stride, data }: Interleaved, channels: 3 | 4): Pixels {
  const { buffer, byteOffset, byteLength } = data;
  const rows = Buffer.from(buffer, byteOffset, byteLength);
  const rowBytes = width * channels;
  const size = { width, height, channels } as const;
  if (stride === rowBytes) return { data: rows, ...size };
  const packed = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    rows.copy(packed, row * rowBytes, row * stride, row * stride + rowBytes);
  }
  return { data: packed, ...size };
}
