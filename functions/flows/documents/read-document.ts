import { textOf, unicodeText } from '../../../src/contract/text-encoding.ts';
import { MILLION, maxDocumentBytes } from '../input-limits.ts';
import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import { markdownSource, type Source } from '../text/digest-text.ts';
import { refusedDocument, sourceOf } from './document-text.ts';
import { docxBlocks } from './docx-blocks.ts';
import { legacyText } from './legacy-text.ts';
import { htmlBlocks, isPage } from './read-markup.ts';
import type { readPdf } from './read-pdf.ts';

/** Loads what reads a PDF: its library is large. */
type LoadPdf = () => Promise<{ readonly readPdf: typeof readPdf }>;

/** How many bytes tell what a file is; a PDF begins there (ISO 32000-1, annex H, note 13). */
const HEAD_BYTES = 1_024;

/**
 * Reads a document by what it is, whatever its name says: PDF, Word, HTML, Markdown or plain text.
 * @param leftOut is told what is not read of it
 * @throws {InputRefused} for other files, and those that are locked, damaged or too large
 */
export async function readDocument(
  file: Uint8Array,
  loadPdf: LoadPdf,
  signal: AbortSignal,
  leftOut: LeftOutLog = leftOutLog(),
): Promise<Source> {
  if (file.length > maxDocumentBytes) {
    throw refusedDocument('tooManyBytes', { most: maxDocumentBytes / MILLION });
  }
  const head = Buffer.from(file.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head.includes('%PDF-')) {
    const reader = await loadPdf();
    return sourceOf(await reader.readPdf(file, signal, leftOut));
  }
  if (head.startsWith('PK\u0003\u0004')) return sourceOf(docxBlocks(file, leftOut));
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw refusedDocument(isLocked(file) ? 'locked' : 'oldWord');
  if (head.startsWith('{\\rtf')) throw refusedDocument('noDocument');
  const text = unicodeText(file) ?? (await legacyText(file, encodingIn(file)));
  if (text === undefined) throw refusedDocument(isText(file) ? 'unknownEncoding' : 'noDocument');
  if (mailHead.test(text)) throw refusedDocument('noDocument');
  return isHtml(text) ? sourceOf(htmlBlocks(text, leftOut)) : markdownSource(text, leftOut);
}

/** The head of a saved mail, or of a page in a file of mail (RFC 2045, section 4; RFC 2557). */
const mailHead = /^(?:.+\r?\n){0,200}MIME-Version:/i;

/** A locked document of Word is an older kind of file with this entry (MS-OFFCRYPTO, 2.3.4.4). */
function isLocked(file: Uint8Array): boolean {
  return Buffer.from(file).includes(Buffer.from('EncryptedPackage', 'utf16le'));
}

/**
 * The element with which a page begins, after comments. A comment ends at its first end: otherwise the
 * attempts double with every further comment.
 */
const firstElement =
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype (html)|([a-z][a-z0-9]*))[\s>/]/i;

function isHtml(text: string): boolean {
  const [, type, name = type] = firstElement.exec(text.slice(0, HEAD_BYTES)) ?? [];
  return name !== undefined && isPage(name.toLowerCase(), text);
}

/** Whether a file has the bytes of a text, whatever its letters are. */
function isText(file: Uint8Array): boolean {
  return textOf(Buffer.from(file).toString('latin1')) !== undefined;
}

/** How much of a page is searched for the name of its encoding, in bytes. */
const NAMED_WITHIN_BYTES = 200_000;
const encodingName =
  /<meta[^<>]{1,500}charset\s*=\s*["']?\s*([\w-]+)|^\s*<\?xml[^<>]{1,500}encoding\s*=\s*["']([\w-]+)/i;

/** The encoding that a page names (HTML, section 13.2.3.2), late ones too, if it is known. */
function encodingIn(file: Uint8Array): string | undefined {
  const page = Buffer.from(file.subarray(0, NAMED_WITHIN_BYTES)).toString('latin1');
  const [, inMeta, name = inMeta] = encodingName.exec(page) ?? [];
  try {
    const { encoding } = new TextDecoder(name);
    return name && !encoding.startsWith('utf-') ? encoding : undefined;
  } catch {
    return undefined;
  }
}
