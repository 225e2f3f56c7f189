/** What texts are written in: the first that fits, Unicode before what older Chinese files have. */
const encodings = ['utf-8', 'gb18030'] as const;

/** How the two byte orders of UTF-16 begin (Encoding standard, section 6.1). */
const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Control characters that no text has; tab, line feed, form feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what it looks for.
const binary = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/**
 * The text of a file, with line feeds between its lines.
 * @returns `undefined` for what is no text
 */
export function readText(bytes: Uint8Array): string | undefined {
  const marked = marks.find((mark) => mark.bytes.every((byte, place) => bytes[place] === byte));
  for (const encoding of marked ? [marked.encoding] : encodings) {
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
