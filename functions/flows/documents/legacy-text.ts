import { textOf } from '../../../src/contract/text-encoding.ts';
import { commonCharacters } from '../text/readability.ts';

const eastern = ['gb18030', 'big5', 'euc-kr', 'shift_jis', 'euc-jp'];
/** The encodings that the library may find. It takes a text in any other for one in a neighbour of that. */
const encodings = [
  ...['utf-8', 'utf-16-le', 'utf-16-be', 'windows-1252', 'windows-1251'],
  ...eastern,
];

/** Characters that an encoding has for nobody or for its owner, and those that are no characters. */
const unread = /[\ufffd\ue000-\uf8ff\u0080-\u009f]/g;
const notAscii = /[^\0-\x7f]/gu;
/** How many of the characters outside ASCII may be unread. */
const MAX_UNREAD_SHARE = 0.02;
/** How much of a file is looked at, in bytes or UTF-16 units. */
const SAMPLE = 200_000;

/**
 * Decodes a text in an older encoding, or in UTF-16 without its mark. The library `iconv-lite` has what
 * `TextDecoder` lacks in Node: 8,822 Korean syllables, and the characters of Hong Kong.
 * @param named the encoding that the file itself names, if it does
 * @returns `undefined` for what is no text, or in an encoding that nobody knows
 */
export async function legacyText(bytes: Uint8Array, named?: string): Promise<string | undefined> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The tables of encodings have 1.5 MB, which most processes never need.
  const [{ default: iconv }, { detectAll }] = await Promise.all([
    import('iconv-lite'),
    import('jschardet'),
  ]);
  const decode: Decode = (part, encoding) =>
    iconv.encodingExists(encoding)
      ? iconv.decode(part, encoding)
      : new TextDecoder(encoding).decode(part);
  const wide = file.some((byte) => byte < 0x09) ? wideText(file, decode) : undefined;
  // The page says GBK, which lacks what its successor has.
  const given = named && decoded(file, named === 'gbk' ? 'gb18030' : named, decode);
  const known = wide ?? (given || mostlyUtf8(file));
  if (known !== undefined) return known;
  const found = detectAll(file, { detectEncodings: encodings, minimumThreshold: 0 });
  const names = found.flatMap(({ encoding }) => (encoding ? [encoding.toLowerCase()] : []));
  return bestText(file, names, decode);
}

type Decode = (file: Buffer, encoding: string) => string;

/** The text in an encoding, unless it has characters that the encoding does not have. */
function decoded(file: Buffer, encoding: string, decode: Decode): string | undefined {
  const text = decode(file, encoding);
  const sample = text.slice(0, SAMPLE);
  const strange = sample.match(unread)?.length ?? 0;
  const others = sample.match(notAscii)?.length ?? 0;
  return strange > others * MAX_UNREAD_SHARE ? undefined : textOf(text);
}

/** The share of known characters that tells UTF-16 from pairs of other bytes. */
const WIDE_SHARE = 0.9;

/** UTF-16 without its mark. Only there a text has bytes of control characters, as in U+3002. */
function wideText(file: Buffer, decode: Decode): string | undefined {
  const isCommon = commonSigns(decode);
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const text = decoded(file, encoding, decode);
    const sample = Array.from(text?.slice(0, SAMPLE) ?? '');
    const known = sample.filter((sign) => /[\n\t -~\u00a0-\u024f]/.test(sign) || isCommon(sign));
    if (known.length > sample.length * WIDE_SHARE) return text;
  }
  return undefined;
}

/** A text in UTF-8 may have a few wrong bytes, which become U+FFFD. */
function mostlyUtf8(file: Buffer): string | undefined {
  const sample = file.toString('utf8', 0, SAMPLE);
  const wrong = sample.match(/\ufffd+/g)?.length ?? 0;
  const right = sample.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return wrong * 10 < right ? textOf(file.toString('utf8')) : undefined;
}

/** @param names encodings that the text may have, the likeliest first */
function bestText(file: Buffer, names: readonly string[], decode: Decode): string | undefined {
  const [best] = names;
  if (best === 'gb18030') return koreanText(file, decode) ?? decoded(file, best, decode);
  const name = best?.startsWith('windows') && names.find((one) => eastern.includes(one));
  const withNames = name ? decoded(file, name, decode) : undefined;
  if (withNames !== undefined && hasCommonWords(withNames, commonSigns(decode))) return withNames;
  return best && decoded(file, best, decode);
}

/** How many characters say that a text is Korean. */
const ENOUGH_KOREAN = 4;

/** A text of syllables alone: those that EUC-KR got later lead the library to Chinese. */
function koreanText(file: Buffer, decode: Decode): string | undefined {
  const text = decoded(file, 'euc-kr', decode);
  const letters = text?.slice(0, SAMPLE).match(/[^\0-\x7f\p{P}\p{S}]/gu) ?? [];
  const isKorean = letters.length >= ENOUGH_KOREAN && letters.every((one) => /[가-힣]/.test(one));
  return isKorean ? text : undefined;
}

/**
 * Whether what is not ASCII are words of common characters, such as names in an English text. In a
 * text of the West single bytes stand between letters.
 */
function hasCommonWords(text: string, isCommon: (sign: string) => boolean): boolean {
  const words = text.slice(0, SAMPLE).match(/[^\0-\x7f]+/g) ?? [];
  const signs = words.flatMap((word) => Array.from(word));
  const inWords = words.filter((word) => Array.from(word).length > 1).join('');
  return (
    signs.filter(isCommon).length >= signs.length * WIDE_SHARE &&
    inWords.length >= signs.length * 0.8
  );
}

/** The bytes of the first level of Big5, which are the common characters of Traditional Chinese. */
const traditionalBytes = Array.from({ length: 0xc7 - 0xa4 }, (_, row) =>
  Array.from({ length: 0xff - 0x40 }, (__, cell) => [0xa4 + row, 0x40 + cell]),
).flat(2);

/** Tells whether a character is a common one of Chinese, Japanese or Korean, or one of their marks. */
function commonSigns(decode: Decode): (sign: string) => boolean {
  const traditional = new Set(decode(Buffer.from(traditionalBytes), 'big5'));
  return (sign) =>
    /[\u2014-\u2026\u3000-\u30ff가-힣\uff00-\uffef]/.test(sign) ||
    commonCharacters.has(sign) ||
    traditional.has(sign);
}
