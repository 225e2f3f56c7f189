import { OPS, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';
import * as z from 'zod/mini';
import type { LeftOutKind } from '../../../src/contract/left-out.ts';
import { isRecord } from '../../../src/contract/schemaless.ts';
import type { LeftOutLog } from '../left-out.ts';
import { shownBy } from './pdf-fonts.ts';

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;

/** The layers of a document, if any is off (ISO 32000-1, section 8.11). */
export async function hiddenLayersOf(document: PDFDocumentProxy): Promise<Layers | undefined> {
  const layers = await document.getOptionalContentConfig();
  return [...layers].some(([, { visible }]) => !visible) ? layers : undefined;
}

/** The texts that a page has in layers that are off, without spaces. */
export async function hiddenTextOf(page: PDFPageProxy, layers: Layers): Promise<string> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const open: boolean[] = [];
  let hidden = '';
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] ?? [];
    if (operator === OPS.beginMarkedContentProps)
      open.push(args[0] === 'OC' && !layers.isVisible(args[1]));
    else if (operator === OPS.beginMarkedContent) open.push(false);
    else if (operator === OPS.endMarkedContent) open.pop();
    else if (operator === OPS.showText && open.includes(true)) hidden += shownBy(args);
  }
  return hidden.replace(/\s/g, '');
}

/** A page is a picture if pictures cover this share of it, or if so many paths are drawn on it. */
const COVERED = 0.25;
const MANY_PATHS = 20;

/**
 * Whether a page without letters shows something, such as a scan; others are blank. The library leaves
 * pictures out, but not the matrices that say how large they are drawn (ISO 32000-1, section 8.9.5).
 */
export async function showsPicture(page: PDFPageProxy, hasLetters: boolean): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const pageArea = Math.abs((right - left) * (top - bottom));
  const scales: number[] = [];
  let scale = 1;
  let area = 0;
  let paths = 0;
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save) scales.push(scale);
    else if (operator === OPS.transform) {
      const [a = 1, b = 0, c = 0, d = 1] = argsArray[at] ?? [];
      scale *= Math.abs(a * d - b * c);
    } else if (operator === OPS.restore) {
      area += scale;
      scale = scales.pop() ?? 1;
    } else if (operator === OPS.constructPath) paths += 1;
  }
  return area + scale >= pageArea * COVERED || (!hasLetters && paths >= MANY_PATHS);
}

/**
 * Whether a file is a form of XFA alone: its one page asks people to open it in a program of Adobe's,
 * which draws the form from data.
 */
export async function isXfaAlone(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await document.getMetadata();
  const hasXfa = isRecord(info) && info.IsXFAPresent === true && document.numPages === 1;
  return hasXfa && !(await document.getFieldObjects());
}

/** Annotations by their numbers in the library, with what their text is. Stamps and the like are remarks. */
const annotations: Readonly<Record<number, LeftOutKind>> = {
  ...{ 1: 'comments', 3: 'annotations', 9: 'comments', 10: 'comments', 11: 'comments' },
  ...{ 12: 'comments', 13: 'comments', 17: 'embedded' },
};

const annotationsSchema = z.array(
  z.object({
    ...{ annotationType: z.number(), pageIndex: z.number() },
    contentsObj: z.optional(z.object({ str: z.string() })),
  }),
);

/** Tells of texts that people have put onto pages, of files, and of fields without a text. */
export async function skipBesides(document: PDFDocumentProxy, leftOut: LeftOutLog): Promise<void> {
  const types = new Set(Object.keys(annotations).map(Number));
  const found = annotationsSchema.safeParse(await document.getAnnotationsByType(types, new Set()));
  for (const { annotationType, pageIndex, contentsObj } of found.data ?? []) {
    const kind = annotations[annotationType];
    const text = contentsObj?.str ?? '';
    if (kind && (kind === 'embedded' || text !== '')) {
      leftOut.add(kind, { text, page: pageIndex + 1 });
    }
  }
  const files: unknown = await document.getAttachments();
  for (const name of isRecord(files) ? Object.keys(files) : []) {
    leftOut.add('embedded', { under: name });
  }
}
