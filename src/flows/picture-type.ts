/** How many bytes of a file tell what it is. */
export const signatureBytes = 32;

/**
 * What the first bytes of a file say that it is, whatever its name says.
 * Source: PNG (W3C), section 5.2; ITU-T T.81, annex B; RFC 9649, section 2.4; ISO/IEC 14496-12,
 * section 4.3 (the box `ftyp`), with the brands of AVIF 1.1, section 6.
 * @param head the first `signatureBytes` of the file, or all of a shorter one
 */
export function pictureType(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, signatureBytes));
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'image/webp';
  if (/^[\s\S]{4}ftyp[\s\S]*avi[fs]/.test(text)) return 'image/avif';
  return /^GIF8[79]a/.test(text) ? 'image/gif' : undefined;
}
