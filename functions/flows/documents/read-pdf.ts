import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { maxPdfPages, maxTextBytes } from '../input-limits.ts';
import { type DocumentBlock, refusedDocument } from './document-text.ts';
import { type PageLines, pdfBlocks } from './pdf-blocks.ts';
import { documentFonts, type Fonts } from './pdf-fonts.ts';
import { linesOf } from './pdf-lines.ts';
import { framesOf, lettersOf } from './pdf-pieces.ts';
import { tagsOf } from './pdf-tree.ts';

/** A page with fewer letters is a picture, perhaps with a number below. */
const LETTERS_OF_PAGE = 20;

/** How much of a PDF's text may be running titles, which are left out: as much as the rest. */
const EDGES = 2;

/** The share of letters without a name that a digest bears. */
const MAX_UNNAMED = 0.01;

/** A page with more letters is read without what its fonts say, which takes memory for each letter. */
const MAX_LETTERS_FOR_FONTS = 50_000;

/** How Chinese, Japanese and Korean fonts write characters in a PDF (ISO 32000-1, 9.7.5.2). */
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
    fontExtraProperties: true,
    // The least that leaves out every picture.
    maxImageSize: 1,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const document = await opening.promise;
    if (document.numPages > maxPdfPages) {
      throw refusedDocument('tooManyPages', { pages: document.numPages, most: maxPdfPages });
    }
    const fonts = documentFonts();
    const { pages, letters, unnamed } = await pagesOf(document, fonts, signal);
    if (letters < document.numPages * LETTERS_OF_PAGE) throw refusedDocument('scan');
    if (unnamed > letters * MAX_UNNAMED) {
      throw refusedDocument('unnamedLetters', { percent: Math.ceil((unnamed / letters) * 100) });
    }
    return pdfBlocks(pages, fonts);
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

async function pagesOf(document: PDFDocumentProxy, fonts: Fonts, signal: AbortSignal) {
  const pages: PageLines[] = [];
  let letters = 0;
  let unnamed = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    signal.throwIfAborted();
    const page = await document.getPage(number);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const isMarked = content.items.some((item) => 'id' in item && item.id !== null);
    const tags = tagsOf(isMarked ? await page.getStructTree() : null);
    const frames = framesOf(content, page.view, tags);
    const pieces = frames.flatMap((frame) => frame.pieces);
    letters += lettersOf(pieces);
    // No letter takes less than a byte.
    if (letters > maxTextBytes * EDGES)
      throw refusedDocument('tooMuchText', { most: maxTextBytes / 1_000 });
    if (lettersOf(pieces) < MAX_LETTERS_FOR_FONTS) unnamed += await fonts.learn(page, pieces);
    for (const frame of frames) pages.push({ ...frame, lines: linesOf(frame.pieces) });
    page.cleanup();
  }
  return { pages, letters, unnamed };
}
