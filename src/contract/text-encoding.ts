/** The encodings to try, in this order: Unicode first, then that of older Chinese files. */
const encodings = ['utf-8', 'gb18030'] as const;

/** The byte order marks of UTF-16 (Encoding standard, section 6.1). */
const byteOrderMarks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Control characters that no text contains; tab, line feed, form feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const binary = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/**
 * Decodes a text with line feeds between its lines; `undefined` for a file that is no text.
 * @param named the encoding that the file itself names, if it does
 */
export function readText(bytes: Uint8Array, named?: string): string | undefined {
  const marked = byteOrderMarks.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  const candidates = marked ? [marked.encoding] : [...(named ? [named] : []), ...encodings];
  for (const encoding of candidates) {
    const text = decode(bytes, encoding);
    if (text !== undefined && !binary.test(text)) return text.replaceAll(/\r\n?/g, '\n');
  }
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
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
