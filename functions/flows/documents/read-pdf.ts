import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import * as z from 'zod/mini';
import { maxPdfPages, maxTextBytes } from '../input-limits.ts';
import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import { type DocumentBlock, refusedDocument } from './document-text.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import { documentFonts, type Fonts } from './pdf-fonts.ts';
import { emsOf, linesOf, type PageLines } from './pdf-lines.ts';
import { framesOf, lettersOf, type Piece, sidesOf } from './pdf-pieces.ts';
import { pageNumber } from './pdf-signs.ts';
import { tagsOf } from './pdf-tree.ts';
import {
  hiddenLayersOf,
  hiddenTextOf,
  isXfaAlone,
  showsPicture,
  skipBesides,
} from './pdf-unread.ts';

/** A page with fewer letters may be a picture, perhaps with a number below. */
const LETTERS_OF_PAGE = 20;

/** How much of a PDF's text may be running titles, which are left out: as much as the rest. */
const EDGES = 2;

/** The share of letters without a name that a digest bears. */
const MAX_UNNAMED = 0.01;

/** So many signs that no text has are no chance. */
const MAX_STRANGE = 1;

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
  leftOut: LeftOutLog = leftOutLog(),
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
    if (await isXfaAlone(document)) throw refusedDocument('adobeForm');
    const fonts = documentFonts();
    leftOut.found({ pages: document.numPages });
    await skipBesides(document, leftOut);
    const { pages, letters, unnamed } = await pagesOf(document, fonts, signal, leftOut);
    if (letters < LETTERS_OF_PAGE) throw refusedDocument('scan');
    if (unnamed > letters * MAX_UNNAMED || isMisnamed(pages))
      throw refusedDocument('unnamedLetters');
    return pdfBlocks(pages, fonts, leftOut);
  } catch (error) {
    throw refusalFor(error);
  } finally {
    await opening.destroy();
  }
}

/** Letters alone between Han, and quotes that became other signs: what is read is not what is shown. */
const strange =
  /(?<=[\p{sc=Han}，。])[à-öø-ɏÀ-ÖØ-ß](?<![āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü])(?!\p{sc=Latin})/gu;
const misnamedQuote = /<\p{L}[^<=>]{0,300}[.,!?，。？！]=/u;

/** Latin letters alone between Han; more of them than this share of the Han are no names of things. */
const lone = /(?<=\p{sc=Han})[a-z](?=\p{sc=Han})/giu;
const MAX_LONE = 0.01;

/**
 * Letters in the places of ligatures, such as "üoods" for "floods": writers that make a PDF smaller lose
 * the names of those. A text that really has such letters has one of them, or others besides.
 */
const asLigature = /(?<![\p{L}'’])[a-z]*([ûüýþ])[a-z]*(?!\p{L})/gu;
const otherAccents = /[À-úÿ-ſ]/u;

/** A Han within a word of small letters; more of them are another language’s. */
const hanAsLigature = /[a-z]\p{sc=Han}{1,2}[a-z]/u;
const MAX_HAN = 0.02;

/** Whether letters are named by their codes, as some writers do that make a PDF smaller. */
function isMisnamed(pages: readonly PageLines[]): boolean {
  const text = pages.map(({ lines }) => lines.map((line) => line.text).join('\n')).join('\n');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const han = count(/\p{sc=Han}/gu);
  if (misnamedQuote.test(text) || count(strange) > MAX_STRANGE) return true;
  if (count(lone) > Math.max(2, han * MAX_LONE)) return true;
  if (hanAsLigature.test(text)) return han < count(/[a-z]/g) * MAX_HAN;
  const ligatures = new Set(Array.from(text.matchAll(asLigature), ([, letter]) => letter));
  return ligatures.size > 1 && !otherAccents.test(text);
}

/** The refusal of a file that the library cannot open. */
function refusalFor(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException')
    return Object.assign(refusedDocument('locked'), { cause: error });
  const isDamage = ['InvalidPDFException', 'FormatError', 'UnknownErrorException'].includes(name);
  return isDamage ? Object.assign(refusedDocument('damaged'), { cause: error }) : error;
}

async function pagesOf(
  document: PDFDocumentProxy,
  fonts: Fonts,
  signal: AbortSignal,
  leftOut: LeftOutLog,
) {
  const pages: PageLines[] = [];
  const fields = await fieldsOf(document, leftOut);
  const layers = await hiddenLayersOf(document);
  /** Fields below the text of their pages, which would part a sentence that goes on. */
  const below: PageLines[] = [];
  let letters = 0;
  let unnamed = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    signal.throwIfAborted();
    const page = await document.getPage(number);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const isMarked = content.items.some((item) => 'id' in item && item.id !== null);
    const tags = tagsOf(isMarked ? await page.getStructTree() : null, () =>
      leftOut.add('pictures', { page: number }),
    );
    if (layers) {
      const hidden = await hiddenTextOf(page, layers);
      content.items = shownItems(content.items, hidden, (text) =>
        leftOut.add('layers', { text, page: number }),
      );
    }
    const frames = framesOf(content, page, tags, leftOut);
    const pieces = frames.flatMap((frame) => frame.pieces);
    const filled = fields.filter((piece) => piece.page === number);
    const heights = frames[0]?.pieces.map(({ y }) => y) ?? [];
    const foot = heights.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY);
    const lowest = linesOf(filled.filter(({ y }) => y < foot));
    if (lowest.length > 0) below.push({ lines: lowest, ...sidesOf(page.view) });
    letters += lettersOf(pieces) + lettersOf(filled);
    const isNumbered = pieces.every(({ text }) => pageNumber.test(text));
    if (lettersOf(pieces) < LETTERS_OF_PAGE && (await showsPicture(page, !isNumbered))) {
      leftOut.add('pages', { page: number });
      if (isNumbered) continue;
    }
    // No letter takes less than a byte.
    if (letters > maxTextBytes * EDGES)
      throw refusedDocument('tooMuchText', { most: maxTextBytes / 1_000 });
    for (const frame of frames) {
      const inText = frame === frames[0] ? filled.filter(({ y }) => y >= foot) : [];
      const lines = linesOf([...frame.pieces, ...inText], leftOut);
      const isLearnt = lettersOf(pieces) < MAX_LETTERS_FOR_FONTS;
      const count = isLearnt ? await fonts.learn(page, lines) : 0;
      leftOut.add('letters', { count, letters: count, page: number });
      unnamed += count;
      pages.push({ ...frame, lines });
    }
    page.cleanup();
  }
  return { pages: [...pages, ...below], letters, unnamed };
}

/** The items of a page without those of layers that are off. */
function shownItems<Item extends object>(
  items: readonly Item[],
  hidden: string,
  leave: (text: string) => void,
): Item[] {
  let left = hidden;
  return items.filter((item) => {
    const text = 'str' in item ? String(item.str) : '';
    const plain = text.replace(/\s/g, '');
    const at = plain === '' ? -1 : left.indexOf(plain);
    if (at < 0) return true;
    left = left.slice(0, at) + left.slice(at + plain.length);
    leave(text);
    return false;
  });
}

const fieldsSchema = z.record(
  z.string(),
  z.array(
    z.object({
      ...{ type: z.string(), value: z.unknown(), page: z.number() },
      ...{ hidden: z.optional(z.boolean()), password: z.optional(z.boolean()) },
      rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
);

/** The size of letters in fields, in points; those with less height have smaller ones. */
const FIELD_SIZE = 12;

/** Fields whose value is a text; others have a state, or a list. */
const textFields: ReadonlySet<string> = new Set(['text', 'combobox', 'listbox']);

function isEmptyField(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value || value === 'Off';
}

/** The values that people have filled into a form; the text of pages lacks them. */
async function fieldsOf(
  document: PDFDocumentProxy,
  leftOut: LeftOutLog,
): Promise<readonly Piece[]> {
  const { data = {} } = fieldsSchema.safeParse((await document.getFieldObjects()) ?? {});
  return Object.values(data)
    .flat()
    .flatMap(({ type, value, page, hidden, password, rect: [x, bottom, right, top] }, at) => {
      if (hidden || type === 'button' || isEmptyField(value)) return [];
      if (typeof value !== 'string' || password || !textFields.has(type)) {
        leftOut.add('fields', { page: page + 1 });
        return [];
      }
      const size = Math.min(FIELD_SIZE, (top - bottom) * 0.8);
      const font = { font: '', size, tag: undefined, field: String(at) };
      return value.split(/\r\n?|\n/).map((text, row) => {
        const end = Math.min(right, x + emsOf(text) * size);
        const place = { x, right: end, y: top - size * (1 + row * 1.2) };
        return { ...font, ...place, page: page + 1, text };
      });
    });
}
