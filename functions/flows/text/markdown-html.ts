const silent = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Elements that stand in a line; all others part paragraphs. */
const inLine =
  /^<\/?(?:a|abbr|b|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|small|span|strong|su[bp]|u|var)\b/i;
const unread = /<(?:table|thead|tbody|t[rdh]|pre|svg)\b/i;
/** Parts nothing, has no shape, and makes no tag of what stands around a tag. */
const joiner = '\u2060';

/** The Markdown within a block of HTML; nothing for code, tables and drawings. */
export function markdownIn(html: string): string {
  if (unread.test(html)) return '';
  return html.replace(silent, '').replace(/<[a-z/!?][^<>]*>?/gi, (tag) => {
    if (inLine.test(tag)) return joiner;
    const [, level = 0] = /^<h([1-6])\b/i.exec(tag) ?? [];
    return /^<br\b/i.test(tag) ? '\n' : `\n\n${'#'.repeat(Number(level))} `;
  });
}
