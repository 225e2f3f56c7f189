/** What the first bytes of a file say that it is. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/** How many bytes of a file tell its format, in bytes. */
const HEAD_BYTES = 4096;

/**
 * The format of a picture by how it begins, and whether it says that it moves; nothing for any
 * other file. Source: PNG, third edition, sections 5.2 and 11.3.6.1; ITU-T T.81, annex B.1.1.3;
 * RFC 9649, sections 2.4 and 2.7.1.1; AVIF 1.1, section 6.
 */
export function pictureFormat(
  file: Uint8Array,
): { readonly format: PictureFormat; readonly moves: boolean } | undefined {
  const head = Buffer.from(file.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return { format: 'png', moves: hasFrames(head) };
  if (head.startsWith('\u00ff\u00d8\u00ff')) return { format: 'jpeg', moves: false };
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) {
    return { format: 'webp', moves: /^[\s\S]{12}VP8X/.test(head) && hasBit(head, 20, 0x02) };
  }
  const brands = brandsOf(head);
  if (!brands.includes('avif') && !brands.includes('avis')) return undefined;
  return { format: 'avif', moves: brands[0] === 'avis' };
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

/** What a file of the ISO family says that it is: the main brand first. */
function brandsOf(head: string): string[] {
  if (head.slice(4, 8) !== 'ftyp') return [];
  const size = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE();
  const box = head.slice(8, size);
  // Behind the main brand stands its version.
  const rest = box.slice(8).match(/[\s\S]{4}/g) ?? [];
  return [box.slice(0, 4), ...rest];
}
