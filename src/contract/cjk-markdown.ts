/**
 * Markdown was made for words with spaces between them. Beside Chinese, Japanese and Korean, bold such
 * as `**注意：**后面` stays open, `_重点_` stays plain, and a bare address takes the sentence behind it.
 * A mark that Markdown reads as a space mends all three, in every parser.
 */

/** Signs that no text has (Canadian syllabics, Ogham), so that they can be taken out of what was read. */
const edge = '\u1400';
const gap = '\u1680';
const marks = /[\u1400\u1680]/g;

/** Letters of scripts without spaces, their punctuation, and full-width forms. */
const wide = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\u3000-\u303F\uFF00-\uFFEF`;
/** Punctuation that no address has unescaped, such as Chinese quotes and dashes. */
const ending = String.raw`\u2010-\u2027\u2030-\u205E`;

const isWide = new RegExp(`[${wide}]`, 'u');
const endsAddress = new RegExp(`[${wide}${ending}]`, 'u');
const isPunctuation = /[\p{P}\p{S}]/u;
const isSpace = /^$|\s/u;

/** Parts without emphasis: fenced code, definitions, code, escapes, tags, addresses in brackets, file names. */
const opaque = [
  String.raw`^(?:[ \t>]|[-*+] |\d+[.)] )*(?<fence>\x60{3,}(?=[^\x60\n]*$)|~{3,}).*\n(?:[^]*?^[ \t>]*\k<fence>|[^]*)`,
  String.raw`^(?:[ \t>]|[-*+] |\d+[.)] )*\[(?!\^)[^\]\n]+\]:.*`,
  String.raw`(?<!\x60)(?<code>\x60+)(?!\x60)(?:(?!\n[ \t]*\r?\n)[^])*?(?<!\x60)\k<code>(?!\x60)`,
  String.raw`\\[^]`,
  String.raw`<\/?[a-z][^<>\n]*>`,
  String.raw`\]\((?:[^()\n]|\([^()\n]*\))*\)`,
  String.raw`\]\[[^\]\n]*\]`,
  String.raw`(?<![\p{L}\p{N}_])[\p{L}\p{N}-]{1,80}_[\p{L}\p{N}_-]{1,80}\.[a-z]\w{1,4}\b`,
].join('|');
const blank = String.raw`\n[ \t]*(?=\r?\n)`;
const address = String.raw`(?:https?:\/\/|www\.)[^\s<${wide}${ending}]+`;
const parts = new RegExp(
  `(?<opaque>${opaque})|(?<blank>${blank})|(?<address>${address})|\\*+|_+|~+`,
  'gimu',
);

/**
 * Adds marks to Markdown, so that emphasis and bare addresses begin and end beside wide characters as
 * they do beside punctuation and spaces. Lines stay where they are. `withoutMarks` takes the marks out
 * of what was read.
 * Source: CommonMark 0.31, 6.2, with the amendment of tats-u/markdown-cjk-friendly, "Specification".
 */
export function withMarks(markdown: string): string {
  if (!endsAddress.test(markdown) || markdown.search(marks) >= 0) return markdown;
  let open = '';
  return markdown.replace(parts, (part: string, ...rest) => {
    const groups: Readonly<Record<string, string | undefined>> = rest.at(-1);
    if (groups.blank !== undefined) open = '';
    if (groups.opaque !== undefined || groups.blank !== undefined) return part;
    const at = Number(rest.at(-3));
    const before = /.$/su.exec(markdown.slice(Math.max(0, at - 2), at))?.[0] ?? '';
    const after = /^./su.exec(markdown.slice(at + part.length, at + part.length + 2))?.[0] ?? '';
    if (groups.address !== undefined) return addressBetween(before, part, after);
    if (!part.startsWith('_')) return runBetween(before, part, after);
    const isOpen = open === part;
    open = isSpace.test(after) || (isOpen && !isSpace.test(before)) ? '' : part;
    if (isSpace.test(before) || isSpace.test(after) || !isWide.test(before + after)) return part;
    return isOpen ? part + edge : edge + part;
  });
}

/** A bare address ends at a space. Parsers end one without a scheme in different places, so it becomes a link. */
function addressBetween(before: string, part: string, after: string): string {
  const isEnd = endsAddress.test(after);
  if (!isEnd && !isWide.test(before)) return part;
  if (!part.startsWith('www.')) return part + (isEnd ? gap : '');
  const url = part.replace(/[?!.,:*_~]{1,20}$/, '');
  return `[${url}](http://${url})${part.slice(url.length)}`;
}

/** A run of asterisks or tildes, which opens and closes emphasis beside a wide character. */
function runBetween(before: string, run: string, after: string): string {
  if (isSpace.test(before) || isSpace.test(after)) return run;
  const [isBehind, isAhead] = [isPunctuation.test(before), isPunctuation.test(after)];
  // A single tilde between words is a range, such as 周一~周五.
  if (run === '~' && !isBehind && !isAhead) return String.raw`\~`;
  if (isBehind === isAhead || !isWide.test(before + after)) return run;
  return isBehind ? run + edge : edge + run;
}

/** Takes the marks out of a text that was read. */
export function withoutMarks(text: string): string {
  return text.replaceAll(marks, '');
}

/**
 * The signs of bold and of struck out words that a text shows, because they neither begin nor end
 * anything. A sign behind a backslash is meant to be shown.
 * @param written the text as it was typed, and `line` the line on which it begins
 */
export function shownSigns(written: string, line: number) {
  return Array.from(written.matchAll(/(?<!\\)(?:\*\*|~~)/g), ({ 0: sign, index }) => ({
    ...{ sign, line: line + written.slice(0, index).split('\n').length - 1 },
  }));
}
