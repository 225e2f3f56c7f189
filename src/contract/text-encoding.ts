/** The byte order marks of UTF-16 (Encoding standard, section 6.1). */
const byteOrderMarks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Control characters that no text contains; tab, line feed, form feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const controls = /[\u0001-\u0008\u000b\u000e-\u001f\u007f]/g;

/** How many of them a text may have, and which share: LibreOffice writes two around each field. */
const MAX_CONTROLS = 2;
const MAX_CONTROL_SHARE = 0.02;
/** How much of a text is looked at for them, in UTF-16 units. */
const SAMPLE = 200_000;

/**
 * Decodes a text with line feeds between its lines: one in Unicode, or in GB 18030 where it can be
 * nothing else. `undefined` for all other files, of which some are texts (`legacyText`).
 */
export function readText(bytes: Uint8Array): string | undefined {
  const text = unicodeText(bytes);
  if (text !== undefined || !isSurelyChinese(bytes)) return text;
  const chinese = decoded(bytes, 'gb18030');
  return chinese && textOf(chinese);
}

/** Decodes UTF-8, or UTF-16 with its mark; `undefined` for a file that is neither. */
export function unicodeText(bytes: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  const text = decoded(bytes, marked?.encoding ?? 'utf-8');
  return text === undefined ? undefined : textOf(text);
}

/** A text without control characters and carriage returns; `undefined` for what is no text. */
export function textOf(text: string): string | undefined {
  if (text.includes('\0')) return undefined;
  const sample = text.slice(0, SAMPLE);
  const count = sample.match(controls)?.length ?? 0;
  if (count > Math.max(MAX_CONTROLS, sample.length * MAX_CONTROL_SHARE)) return undefined;
  return text.replace(controls, '').replaceAll(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** With fewer pairs of bytes, those after which Korean has none say nothing. */
const ENOUGH_PAIRS = 12;

/**
 * Whether all pairs of bytes are common characters or marks of GB 2312, and some are of those from S to
 * Z. Korean has no such pairs, and other encodings have few of the common ones.
 */
function isSurelyChinese(bytes: Uint8Array): boolean {
  let [pairs, late] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = bytes.subarray(at, at + 2);
    if (lead < 0x80) continue;
    const isCommon = (lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3);
    if (!isCommon || trail < 0xa1) return false;
    pairs += 1;
    if (lead >= 0xc9) late += 1;
    at += 1;
  }
  return pairs < ENOUGH_PAIRS || late > pairs / 10;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML elements and attributes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
