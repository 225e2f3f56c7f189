import type { CsvCell } from './handler.ts';

/** Without it spreadsheets assume another encoding than UTF-8, and garble Chinese. */
const BYTE_ORDER_MARK = '\ufeff';

type Row = readonly CsvCell[];

/**
 * A table as CSV (RFC 4180): every line ends with CRLF, and cells with a comma, quote or line break
 * are quoted. A text that a spreadsheet would read as a formula gets an apostrophe before it
 * (OWASP, "CSV Injection"). Numbers are ours and stay unchanged, also negative ones.
 */
export function renderCsv(rows: readonly Row[]): string {
  return BYTE_ORDER_MARK + rows.map(renderRow).join('');
}

/** The first rows that take at most so many bytes when they are rendered. */
export function rowsWithin(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let leftBytes = maxBytes - Buffer.byteLength(BYTE_ORDER_MARK);
  const tooMany = rows.findIndex((row) => {
    leftBytes -= Buffer.byteLength(renderRow(row));
    return leftBytes < 0;
  });
  return tooMany === -1 ? rows : rows.slice(0, tooMany);
}

function renderRow(cells: Row): string {
  return `${cells.map(renderCell).join(',')}\r\n`;
}

/**
 * Where a formula could begin: also after spaces, which some programs skip, and with full-width
 * signs. It could also begin after a separator of cells, where the comma is the decimal sign: there
 * the quotes around a cell do not protect it.
 */
const formulaStart = /(?:^|(?<=[;\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

function renderCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = cell.replace(formulaStart, "'");
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Texts that spreadsheets turn into a number, a date, a time or a truth value, in English, German and
 * Chinese: an order's number would lose its zeros, or its digits after the fifteenth. The escapes are
 * the characters for year, month, day, hour, minute and second, and before and after noon.
 */
const notText =
  /^(?=.*[\p{N}])[\p{N}\s.,:;/()'’%‰€$£¥+\-–\u5e74\u6708\u65e5\u53f7\u65f6\u5206\u79d2]*(?:(?:e|am|pm|[\u4e0a\u4e0b]\u5348|jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}*[\p{N}\s.,:;/()'’+\-–]*)?$|^(?:true|false|wahr|falsch)$/iu;

/** A text with an apostrophe before it where a spreadsheet would change it, as before a formula. */
export function asText(text: string): string {
  return notText.test(text.trim()) ? `'${text}` : text;
}
