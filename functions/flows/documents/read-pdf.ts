import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';
import { maxPdfPages, maxTextBytes } from '../input-limits.ts';
import { type DocumentBlock, refusedDocument } from './document-text.ts';
import { type Line, pdfBlocks } from './pdf-blocks.ts';

/** A page with fewer letters is a picture, perhaps with a number below. */
const LETTERS_OF_PAGE = 20;

/** How much of a PDF's text may be running titles, which are left out: as much as the rest. */
const EDGES = 2;

/** How Chinese fonts that a PDF does not hold write their characters (ISO 32000-1, 9.7.5.2). */
const cMapUrl = fileURLToPath(new URL('.', import.meta.resolve('#cmaps/Adobe-GB1-UCS2.bcmap')));

/**
 * The headings, paragraphs and items of a PDF. It reads text alone: no picture is decoded, no font is
 * drawn, no script runs, and nothing is loaded from elsewhere.
 * @throws {InputRefused} for a PDF that is locked, damaged, too long, or has no text
 */
export async function readPdf(
  file: Uint8Array,
  signal: AbortSignal,
): Promise<readonly DocumentBlock[]> {
  const opening = getDocument({
    // The library takes the bytes for itself.
    data: Uint8Array.from(file),
    cMapUrl,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const document = await opening.promise;
    if (document.numPages > maxPdfPages) {
      throw refusedDocument('tooManyPages', { pages: document.numPages, most: maxPdfPages });
    }
    const pages = await linesOf(document, signal);
    if (lettersOf(pages.flat()) < pages.length * LETTERS_OF_PAGE) throw refusedDocument('scan');
    return pdfBlocks(pages);
  } catch (error) {
    throw refusalFor(error);
  } finally {
    await opening.destroy();
  }
}

/** The refusal of a file that the library cannot open. */
function refusalFor(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException')
    return Object.assign(refusedDocument('locked'), { cause: error });
  const isDamage = ['InvalidPDFException', 'FormatError', 'UnknownErrorException'].includes(name);
  return isDamage ? Object.assign(refusedDocument('damaged'), { cause: error }) : error;
}

async function linesOf(
  document: PDFDocumentProxy,
  signal: AbortSignal,
): Promise<readonly (readonly Line[])[]> {
  const pages: (readonly Line[])[] = [];
  let letters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    signal.throwIfAborted();
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = linesOfItems(items);
    letters += lettersOf(lines);
    // No letter takes less than a byte.
    if (letters > maxTextBytes * EDGES)
      throw refusedDocument('tooMuchText', { most: maxTextBytes / 1_000 });
    pages.push(lines);
    page.cleanup();
  }
  return pages;
}

function lettersOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

/** Joins the pieces of a page to lines, where the library says that a line ends. */
function linesOfItems(items: readonly Item[]): readonly Line[] {
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  const endLine = () => {
    const line = lineOf(pieces);
    if (line) lines.push(line);
    pieces = [];
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    if (pieces[0] && isBelow(item, pieces[0])) endLine();
    pieces.push(item);
    if (item.hasEOL) endLine();
  }
  endLine();
  return lines;
}

type Piece = Extract<Item, { str: string }>;

/** Whether a piece stands on another line than the first of a line: lower or higher than a footnote. */
function isBelow(piece: Piece, first: Piece): boolean {
  const distance = Math.abs(piece.transform[5] - first.transform[5]);
  return piece.str.trim() !== '' && distance > Math.max(piece.height, first.height) * 0.8;
}

/** A line of pieces. Its place is that of its first letters, and its font that of its longest piece. */
function lineOf(pieces: readonly Piece[]): Line | undefined {
  const shown = pieces.filter(({ str }) => str.trim() !== '');
  const [first] = shown;
  if (!first) return undefined;
  const longest = shown.reduce((one, other) => (other.str.length > one.str.length ? other : one));
  const [scaleX = 0, skewX = 0] = longest.transform;
  const [, , , , x = 0, y = 0] = first.transform;
  return {
    text: pieces
      .map(({ str }) => str)
      .join('')
      .trim(),
    ...{ x, y },
    right: Math.max(...shown.map(({ transform, width }) => transform[4] + width)),
    size: Math.hypot(scaleX, skewX),
    font: longest.fontName,
  };
}
