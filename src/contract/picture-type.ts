/** How many bytes of a file identify a picture, the brands of an AVIF included. */
export const pictureHeadBytes = 4_096;

/** The known types of pictures, as media types. */
export type PictureType =
  | 'image/avif'
  | 'image/gif'
  | 'image/heic'
  | 'image/jpeg'
  | 'image/png'
  | 'image/svg+xml'
  | 'image/tiff'
  | 'image/webp';

/**
 * Reads a picture's type from the first bytes of a file, whatever the file's name says; undefined
 * for any other file. The browser asks before it sends a picture, and the server before it decodes
 * one. An SVG begins with its element, after what XML 1.0, section 2.8 allows before it.
 * Source: PNG, third edition, section 5.2; ITU-T T.81, annex B.1.1.3; RFC 9649, section 2.4; AVIF
 * 1.1, section 6; GIF89a, section 17; TIFF 6.0, section 2, and BigTIFF; ISO/IEC 23008-12, annex B.4 (HEIC).
 * @param file the first `pictureHeadBytes` of it at least, or all of a shorter one
 */
export function pictureType(file: Uint8Array): PictureType | undefined {
  const head = headOf(file);
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'image/webp';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^(?:II(?:\*\0|\+\0[\b]\0{3})|MM\0(?:\*|\+\0[\b]\0{2}))/.test(head)) return 'image/tiff';
  if (svgStart.test(head)) return 'image/svg+xml';
  const brands = brandsOf(file);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  return brands.some((brand) => heicBrands.includes(brand)) ? 'image/heic' : undefined;
}

/** The brands of still pictures that HEVC encodes; those of sequences are no pictures here. */
const heicBrands: readonly string[] = ['heic', 'heix', 'heim', 'heis'];

/** A mark of UTF-8, a declaration, comments and a document type, and then the element. */
const svgStart =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>/]/;

/**
 * The brands of a file of the ISO family, the main brand first; empty for any other file. Source:
 * ISO/IEC 14496-12, section 4.3, the box `ftyp`.
 */
export function brandsOf(file: Uint8Array): readonly string[] {
  const head = headOf(file);
  if (head.slice(4, 8) !== 'ftyp') return [];
  const size = new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(0);
  const box = head.slice(8, size);
  // After the main brand comes its version.
  return [box.slice(0, 4), ...(box.slice(8).match(/[\s\S]{4}/g) ?? [])];
}

/** The first bytes of a file, one character for each. */
export function headOf(file: Uint8Array): string {
  return String.fromCharCode(...file.subarray(0, pictureHeadBytes));
}
