import { brandsOf, pictureHeadBytes, pictureType } from '../../../src/contract/picture-type.ts';

/** The pictures that are taken. */
type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/**
 * The format of a picture by how it begins, and whether it says that it moves; nothing for a file
 * that is not taken. Source: PNG, third edition, section 11.3.6.1; RFC 9649, section 2.7.1.1; AVIF
 * 1.1, section 6.
 */
export function pictureFormat(
  file: Uint8Array,
): { readonly format: PictureFormat; readonly moves: boolean } | undefined {
  const head = Buffer.from(file.subarray(0, pictureHeadBytes)).toString('latin1');
  switch (pictureType(file)) {
    case 'image/png':
      return { format: 'png', moves: hasFrames(head) };
    case 'image/jpeg':
      return { format: 'jpeg', moves: false };
    case 'image/webp':
      return { format: 'webp', moves: /^[\s\S]{12}VP8X/.test(head) && hasBit(head, 20, 0x02) };
    case 'image/avif':
      return { format: 'avif', moves: brandsOf(file)[0] === 'avis' };
    default:
      return undefined;
  }
}

/** Whether the chunk that announces the frames of a PNG stands before its picture data. */
function hasFrames(head: string): boolean {
  const animation = head.indexOf('acTL');
  const data = head.indexOf('IDAT');
  return animation >= 0 && (data < 0 || animation < data);
}

function hasBit(head: string, at: number, bit: number): boolean {
  return (head.charCodeAt(at) & bit) !== 0;
}
