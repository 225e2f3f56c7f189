import { brandsOf, headOf } from '../../../src/contract/picture-type.ts';

/**
 * Whether a PNG moves: `acTL` before its data announces frames. One frame that is the picture itself
 * is a still picture. Source: PNG, third edition, sections 4.9 and 11.3.6.
 */
export function pngMoves(file: Uint8Array): boolean {
  const head = headOf(file);
  const data = head.indexOf('IDAT');
  const isBeforeData = (at: number) => at >= 0 && (data < 0 || at < data);
  const animation = head.indexOf('acTL');
  if (!isBeforeData(animation)) return false;
  const hasOneFrame = head.slice(animation + 4, animation + 8) === '\0\0\0\u0001';
  return !(hasOneFrame && isBeforeData(head.indexOf('fcTL')));
}

/** Whether a WebP has two frames or more. Source: RFC 9649, section 2.7.1.1. */
export function webpMoves(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let frames = 0;
  for (let at = 12; at + 8 <= file.length && frames < 2; ) {
    if (String.fromCharCode(...file.subarray(at, at + 4)) === 'ANMF') frames += 1;
    const bytes = view.getUint32(at + 4, true);
    at += 8 + bytes + (bytes % 2);
  }
  return frames > 1;
}

/**
 * Whether an AVIF is a sequence of more than one picture. Source: AVIF 1.1, section 6; ISO/IEC 14496-12,
 * section 8.7.3, the box `stsz`.
 */
export function avifMoves(file: Uint8Array): boolean {
  if (brandsOf(file)[0] !== 'avis') return false;
  const counts = [...headOf(file).matchAll(/stsz[\s\S]{8}([\s\S]{4})/g)].map(([, count]) => count);
  return counts.length === 0 || counts.some((count) => count !== '\0\0\0\u0001');
}
