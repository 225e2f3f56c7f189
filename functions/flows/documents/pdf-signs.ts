/** Signs that fonts show for characters: radicals of Chinese, ligatures, marks of vertical lines. */
const compatible =
  /[\u2e80-\u2f3d\u2f3f-\u2fdf\ufb00-\ufb06\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/g;

/**
 * Signs, each before the character that it stands for. Unicode normalises none of them: radicals of
 * the CJK Radicals Supplement that fonts share with characters, and marks of vertical lines.
 */
const characters =
  '⺎兀⺒巳⺓幺⺠民⺾艹⻁虎⻄西⻅见⻆角⻉贝⻋车⻌辶⻍辶⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟⾭青︐，︑、︒。︓：︔；︕！︖？︙…︰‥︱—︲–';

function characterOf(sign: string): string {
  const at = characters.indexOf(sign);
  return at < 0 ? sign.normalize('NFKC') : characters.charAt(at + 1);
}

/** Characters that are as wide as Han: no space stands beside them. */
const wide =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u3000-\\u303f\\u30fb\\u30fc\\uff00-\\uff65\\uffe0-\\uffe6]';
/** Marks that Chinese shares with other languages; they are wide beside a wide character. */
const shared = '[“”‘’…—·]';
const wideEnd = new RegExp(`${wide}${shared}*$`, 'u');
const wideStart = new RegExp(`^${shared}*${wide}`, 'u');
const wideMark =
  /[\u3001-\u3003\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]/u;
const onlyShared = new RegExp(`^${shared}+$`, 'u');
const pairs = new RegExp(`${wide} ?(?=${wide})`, 'gu');
const spacedPairs = new RegExp(`(${wide}) (?=${wide})`, 'gu');
const spacedMarks = new RegExp(
  ` (?=${wideMark.source}|${shared}+${wide})(?<=${wide}${shared}* )|(?<=${wideMark.source}) `,
  'gu',
);

/** Characters that stretched lines hold apart have a space after half of them or more. */
const STRETCHED = 0.5;

/** What LaTeX's fonts have from code 16 on, where they are pictures and name no letter (its encoding T1). */
const cork = ['“', '”', '„', '«', '»', '–', '—', '', '', 'ı', '', 'ff', 'fi', 'fl', 'ffi', 'ffl'];
const FIRST_CORK = 16;

/** The text of a piece, with characters instead of what a font shows for them. */
export function plainText(shown: string): string {
  return shown
    .replace(compatible, characterOf)
    .replace(/\p{Cc}/gu, (sign) => cork[sign.charCodeAt(0) - FIRST_CORK] ?? sign)
    .replace(/(?<![.\d] ?)\. \. \.(?! ?\.)/g, '…')
    .replace(/⋯(?=⋯|\p{sc=Han})|(?<=[⋯…\p{sc=Han}])⋯/gu, '…')
    .replace(/(?<=[\d\p{sc=Han}])[∼˜](?=[\d\p{sc=Han}])/gu, '～');
}

/**
 * A line without spaces between Han that are none: beside wide marks, within a number, and where a line
 * is stretched.
 */
export function withoutWideSpaces(text: string): string {
  if (!/[\u2e80-\uffef]/.test(text)) return text;
  const all = text.match(pairs) ?? [];
  const spaced = all.filter((pair) => pair.endsWith(' '));
  const even = spaced.length > all.length * STRETCHED ? text.replace(spacedPairs, '$1') : text;
  return even.replace(spacedMarks, '').replace(cutNumbers, '');
}

/** A space in a number that a line of Han holds. At its start, the first number may be that of a note. */
const cutNumbers = /(?<=\p{sc=Han}\d{1,4}) (?=\d{1,4}\p{sc=Han})/gu;

/** How wide a space is at least, in sizes of letters (pdf.js takes the same). */
const SPACE = 0.1;
/** A gap between Han characters, or beside one, that somebody has left; smaller ones stretch a line. */
const WIDE_SPACE = { between: 0.9, beside: 0.4 } as const;

/**
 * A space or nothing, which stands between two pieces of text.
 * @param gap the distance between them in sizes of their letters
 */
export function spaceBetween(left: string, right: string, gap: number): '' | ' ' {
  if (/\s$/.test(left) || /^\s/.test(right)) return '';
  const [isWideLeft, isWideRight] = [wideEnd.test(left), wideStart.test(right)];
  const isMark = wideMark.test(left.slice(-1)) || wideMark.test(right.charAt(0));
  if (isMark && (isWideLeft || isWideRight)) return '';
  const isBetween =
    (isWideLeft && (isWideRight || onlyShared.test(right))) ||
    (isWideRight && onlyShared.test(left));
  if (isWideRight && /[.!?]["')\]]*$/.test(left)) return ' ';
  if (isBetween) return gap > (chapter.test(left) ? SPACE : WIDE_SPACE.between) ? ' ' : '';
  if (isWideLeft || isWideRight) return gap > WIDE_SPACE.beside ? ' ' : '';
  return gap > SPACE ? ' ' : '';
}

/** The number of a chapter, after which a space is written: 第一章 总则. */
const chapter = /^第[一二三四五六七八九十百零\d]{1,5}[编章节]$/;
const MAX_CHAPTER = 7;

/** A text without spaces between Han, and between Han and Latin, which lines hold apart. */
export function withoutHanSpaces(text: string): string {
  return text
    .replace(spacedPairs, (pair: string, sign: string, at: number) =>
      at < MAX_CHAPTER && chapter.test(text.slice(0, at + 1)) ? pair : sign,
    )
    .replace(
      /(?<=\p{sc=Han}) (?=[\p{sc=Latin}\p{N}])|(?<=[\p{sc=Latin}\p{N}%]) (?=\p{sc=Han})/gu,
      '',
    );
}

/**
 * A bullet: a sign that is no letter, no digit and no mark of sentences. Fonts of signs give bullets
 * private codes, and LaTeX's fonts give them the codes of control characters.
 */
const bulletSign =
  '[•·●○▪■◦‣–—*∙⁃➢➤✓✔❖◆◇◼▫▸▹▶►★☆□▢⁌・※\\-\\u2022\\u25a0-\\u25ff\\u2600-\\u27bf\\ue000-\\uf8ff\\u0001-\\u0008\\u000e-\\u001f\\u0080-\\u009f]';
const bullet = new RegExp(
  `^${bulletSign}\\s+(?=\\S)|^${bulletSign}(?<=[\\u25a0-\\u25ff\\u2600-\\u27bf\\uf000-\\uf8ff●•])(?=\\S)`,
  'u',
);
const numbering =
  /^[(（[]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5}|[一二三四五六七八九十]{1,3})[.)）、．\]]\s*(?!\d)(?=\S)|^[（(][一二三四五六七八九十\d]{1,3}[)）]|^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=\p{L})|^第[一二三四五六七八九十百\d]{1,4}[条章节款]\s*|^[\u2460-\u2473\u2474-\u24b5]\s*/u;
const label = new RegExp(
  `^(?:${bulletSign}|[(（\\[]?(?:\\d{1,3}(?:\\.\\d{1,3}){0,3}|[a-zA-Z]|[ivxlc]{1,5}|[IVXLC]{1,5}|[一二三四五六七八九十]{1,3})[.)）、．\\]]?|[\\u2460-\\u24b5])$`,
  'u',
);

/** Whether a piece of text can be the sign or the number of an item, and nothing else. */
export function isLabel(text: string): boolean {
  return label.test(text.trim());
}

/** Whether a text is a sign that only items have; other bullets stand alone in cells of tables, too. */
export function isBulletAlone(text: string): boolean {
  return /^[•●\uf000-\uf8ff]$/.test(text.trim());
}

export function beginsWithBullet(text: string): boolean {
  return bullet.test(text);
}

export function beginsItem(text: string): boolean {
  return bullet.test(text) || numbering.test(text);
}

export function withoutBullet(text: string): string {
  return text.replace(bullet, '');
}

/** Whether a text is an item of a list: it has a bullet, or the number that writers of lists give. */
export function isListItem(text: string): boolean {
  return bullet.test(text) || /^[(]?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s+\S/.test(text);
}

/** A line that says the number of its page. */
export const pageNumber =
  /^[-–—~·•\s]*(?:page|seite|p\.|第)?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*页?(?:\s*(?:\/|of|von|，?\s*共)\s*\d{1,4}\s*页?)?[-–—~·•\s]*$/i;

/** Characters that every text in Chinese or Japanese has, and Korean. */
export const everyday = /[的一是不了在有和人這这の은는이]/;

/** The character for the radical of a door, which fonts show for either: that of the text's script. */
export function doorOf(text: string): string {
  return /[這們說個為學會國來時對]/.test(text) ? '戶' : '户';
}
