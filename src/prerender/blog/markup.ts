/** A tag of HTML, whatever its attributes hold, or a comment. */
const tag = /<!--[\s\S]*?-->|<\/?([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Elements whose content is not text. */
const unread = /<(script|style|template|svg)\b[\s\S]*?<\/\1\s*>/gi;

/** Elements that may stand inside a word; every other element ends one. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
};

/** The last code point (the Unicode Standard, section 2.4). */
const maxCodePoint = 0x10_ff_ff;

/** The text of HTML that Markdown was rendered to, on one line. */
export function plainText(html: string): string {
  return html
    .replace(unread, ' ')
    .replace(tag, (_, name?: string) => (name && inline.has(name.toLowerCase()) ? '' : ' '))
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decoded)
    .replace(/\s+/g, ' ')
    .trim();
}

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return named[name] ?? entity;
  const codePoint = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return codePoint <= maxCodePoint ? String.fromCodePoint(codePoint) : entity;
}
