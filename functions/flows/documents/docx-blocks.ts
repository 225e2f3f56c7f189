import { Unzip, UnzipInflate } from 'fflate';
import { InputRefused } from '../flow.ts';
import { blockCollector, type DocumentBlock, refusedDocument } from './document-text.ts';
import { readMarkup } from './read-markup.ts';

/** How much of a document is unpacked, in bytes: the text of a book, with its marks. */
const MAX_UNPACKED_BYTES = 40_000_000;
/** How many files a document has at most; each picture is one. */
const MAX_ENTRIES = 5_000;
/** How much is unpacked before it is counted, in packed bytes. DEFLATE makes 1,032 times of it. */
const STEP_BYTES = 16_384;

/**
 * The headings, paragraphs and items of lists of a Word document. Source: ECMA-376, parts 1 and 2.
 * @throws {InputRefused} for a document that is damaged, none of Word, or unpacks to too much
 */
export function docxBlocks(file: Uint8Array): readonly DocumentBlock[] {
  const parts = unzip(file, /^(?:_rels\/\.rels|word\/[^/]+\.xml)$/);
  const main = mainPart(parts.get('_rels/.rels') ?? '');
  const document = parts.get(main);
  if (document === undefined) throw refusedDocument('otherArchive');
  return blocksOf(document, stylesOf(parts.get('word/styles.xml') ?? ''));
}

/** The files of an archive whose names fit, as texts. It stops at once where a limit is passed. */
function unzip(file: Uint8Array, wanted: RegExp): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  let entries = 0;
  let bytes = 0;
  const unzipping = new Unzip((entry) => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw refusedDocument('tooLargeUnpacked');
    if (!wanted.test(entry.name)) return;
    const decoder = new TextDecoder();
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      bytes += chunk.length;
      if (bytes > MAX_UNPACKED_BYTES) {
        throw refusedDocument('tooLargeUnpacked');
      }
      const text = decoder.decode(chunk, { stream: !isLast });
      parts.set(entry.name, (parts.get(entry.name) ?? '') + text);
    };
    entry.start();
  });
  unzipping.register(UnzipInflate);
  try {
    for (let at = 0; at < file.length; at += STEP_BYTES) {
      unzipping.push(file.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= file.length);
    }
  } catch (cause) {
    throw cause instanceof InputRefused
      ? cause
      : Object.assign(refusedDocument('damaged'), { cause });
  }
  return parts;
}

const xml = { xmlMode: true } as const;

/** The name of the part that is the document, such as `word/document.xml`. */
function mainPart(relationships: string): string {
  let target = '';
  const open = (name: string, { Type = '', Target = '' }: Readonly<Record<string, string>>) => {
    const isDocument = name === 'Relationship' && Type.endsWith('/officeDocument');
    if (isDocument) target = Target.replace(/^\//, '');
  };
  readMarkup(relationships, { open, text: () => {}, close: () => {} }, xml);
  return target;
}

interface Style {
  isHeading: boolean;
  isItem: boolean;
  basedOn: string;
}

/** The names of the styles of titles and headings, whatever Word's language is (part 1, 17.7.4.9). */
const headingName = /^(?:heading \d|title|subtitle)$/i;

/** Reads the styles of a document's paragraphs, by their ids. */
function stylesOf(styles: string): ReadonlyMap<string, Style> {
  const found = new Map<string, Style>();
  let style: Style = { isHeading: false, isItem: false, basedOn: '' };
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    const value = attributes['w:val'] ?? '';
    if (name === 'w:style') {
      style = { isHeading: false, isItem: false, basedOn: '' };
      found.set(attributes['w:styleId'] ?? '', style);
    } else if (name === 'w:name') style.isHeading ||= headingName.test(value);
    else if (name === 'w:outlineLvl') style.isHeading ||= isOutlined(value);
    else if (name === 'w:numPr') style.isItem = true;
    else if (name === 'w:basedOn') style.basedOn = value;
  };
  readMarkup(styles, { open, text: () => {}, close: () => {} }, xml);
  return found;
}

/** Level 9 is that of text (part 1, 17.3.1.20). */
function isOutlined(level: string): boolean {
  return /^[0-8]$/.test(level);
}

/** How many styles a style builds on at most; a circle ends there. */
const MAX_BASES = 20;

function hasInStyles(
  styles: ReadonlyMap<string, Style>,
  id: string,
  has: (style: Style) => boolean,
): boolean {
  let style = styles.get(id);
  for (let count = 0; style && count < MAX_BASES; count += 1) {
    if (has(style)) return true;
    style = styles.get(style.basedOn);
  }
  return false;
}

/** Deleted text, the codes of fields, and the second copy of what older programs cannot show. */
const skipped: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'mc:Fallback']);

interface Paragraph {
  text: string;
  style: string;
  isHeading: boolean;
  isItem: boolean;
}

function blocksOf(document: string, styles: ReadonlyMap<string, Style>): readonly DocumentBlock[] {
  const collected = blockCollector();
  // A box of text lies inside of a paragraph, and has paragraphs of its own.
  const paragraphs: Paragraph[] = [];
  let [skippedElements, tables] = [0, 0];
  let isText = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    const paragraph = paragraphs.at(-1);
    const value = attributes['w:val'] ?? '';
    if (skipped.has(name)) skippedElements += 1;
    if (name === 'w:tbl') tables += 1;
    if (name === 'w:p') paragraphs.push({ text: '', style: '', isHeading: false, isItem: false });
    isText = name === 'w:t';
    if (!paragraph) return;
    if (name === 'w:pStyle') paragraph.style = value;
    if (name === 'w:numPr') paragraph.isItem = true;
    if (name === 'w:outlineLvl') paragraph.isHeading ||= isOutlined(value);
    paragraph.text += signs[name] ?? '';
  };
  const text = (piece: string) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph && isText && skippedElements === 0) paragraph.text += piece;
  };
  const close = (name: string) => {
    isText = false;
    if (skipped.has(name)) skippedElements -= 1;
    if (name === 'w:tbl') tables -= 1;
    const paragraph = name === 'w:p' ? paragraphs.pop() : undefined;
    if (!paragraph) return;
    const { style } = paragraph;
    const isHeading = paragraph.isHeading || hasInStyles(styles, style, (one) => one.isHeading);
    const isItem = paragraph.isItem || hasInStyles(styles, style, (one) => one.isItem);
    // Headings are numbered, too.
    const kind = { isHeading, isItem: isItem && !isHeading, isLoose: tables > 0 && !isHeading };
    collected.add(paragraph.text, kind);
  };
  readMarkup(document, { open, text, close }, xml);
  return collected.blocks;
}

/** The text that elements without text stand for. */
const signs: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
};
