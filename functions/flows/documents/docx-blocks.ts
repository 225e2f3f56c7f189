import { Unzip, UnzipInflate } from 'fflate';
import { InputRefused } from '../flow.ts';
import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import {
  type BlockKind,
  blockCollector,
  type DocumentBlock,
  refusedDocument,
} from './document-text.ts';
import { type StyleHas, stylesOf } from './docx-styles.ts';
import { type Reading, readParagraphs } from './docx-text.ts';
import { readXml } from './read-xml.ts';

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
export function docxBlocks(
  file: Uint8Array,
  leftOut: LeftOutLog = leftOutLog(),
): readonly DocumentBlock[] {
  const { parts, names } = unzip(file, wantedParts);
  const [main = ''] = partsOf(parts.get('_rels/.rels'), '', /\/officeDocument$/);
  const document = parts.get(main);
  // Slides and sheets name a part of theirs alike.
  if (document === undefined || !/<(?:[\w-]+:)?document[\s>]/.test(document))
    throw refusedDocument('otherArchive');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const related = parts.get(`${folder}_rels/${main.slice(folder.length)}.rels`);
  const textOf = (name: string) => parts.get(name) ?? '';
  const [styles = `${folder}styles.xml`] = partsOf(related, folder, /\/styles$/);
  const notes = partsOf(related, folder, /\/(?:foot|end)notes$/).map(textOf);
  const styleHas = stylesOf(textOf(styles));
  for (const [kind, type] of besides) {
    for (const part of partsOf(related, folder, type)) {
      const { text, count } = textIn(textOf(part), styleHas);
      if (/[\p{L}\p{N}]/u.test(text)) leftOut.add(kind, { text, count });
    }
  }
  for (const [kind, pattern] of besideText)
    leftOut.add(kind, { count: names.filter((name) => pattern.test(name)).length });
  const { blocks, add, leaveOut, tell } = blockCollector();
  readAll(document, notes, { styleHas, add, leaveOut });
  tell(leftOut);
  return blocks;
}

/** The parts beside the document that are not read, by the types of their relationships. */
const besides = [
  ['heads', /\/(?:header|footer)$/],
  ['comments', /\/comments$/],
] as const;
/** Charts, drawings with text, files and pictures in the document, by the names of their parts. */
const besideText = [
  [
    'embedded',
    /\/(?:charts\/chart\d*\.xml|diagrams\/data\d*\.xml|embeddings\/[^/]+|afchunk[^/]*)$/i,
  ],
  ['pictures', /\/media\/[^/]+$/i],
] as const;

/** The text of a part, and how many comments it has; 1 of others. */
function textIn(part: string, styleHas: StyleHas) {
  const texts: string[] = [];
  let comments = 0;
  readParagraphs(part, {
    styleHas,
    add: (text) => texts.push(text),
    leaveOut: () => undefined,
    onNote: () => (comments += 1),
  });
  return { text: texts.join(' '), count: Math.max(1, comments) };
}

/** The parts of the document itself, its relationships, styles and notes. */
const wantedParts =
  /^(?:_rels\/\.rels|[^/]+\.xml|(?!customXml|docProps)[^/]+\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/;

/** The document, and after it the notes that it names, in the order of their marks. */
function readAll(document: string, noteParts: readonly string[], reading: Reading): void {
  const references = new Set<string>();
  readParagraphs(document, { ...reading, onReference: (name) => references.add(name) });
  const notes = new Map<string, (readonly [string, BlockKind])[]>();
  let note: (readonly [string, BlockKind])[] = [];
  const onNote = (name: string, type: string | undefined) => {
    note = [];
    // Notes with a type are the lines that part notes from the text.
    if (type === undefined || type === 'normal') notes.set(name, note);
  };
  for (const part of noteParts) {
    readParagraphs(part, { ...reading, add: (...block) => note.push(block), onNote });
  }
  for (const name of references) for (const block of notes.get(name) ?? []) reading.add(...block);
}

/** The fitting files of an archive as texts, and the names of all, within the limits. */
function unzip(file: Uint8Array, wanted: RegExp) {
  const parts = new Map<string, string>();
  const names: string[] = [];
  let bytes = 0;
  const unzipping = new Unzip((entry) => {
    names.push(entry.name);
    if (names.length > MAX_ENTRIES) throw refusedDocument('tooLargeUnpacked');
    if (!wanted.test(entry.name)) return;
    let decoder: TextDecoder | undefined;
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      bytes += chunk.length;
      decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
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
  return { parts, names };
}

/**
 * The names of the parts that a file of relationships names with a type, such as `word/document.xml`.
 * @param folder the folder of the part that has them, with the slash at its end
 */
function partsOf(relationships = '', folder: string, type: RegExp): readonly string[] {
  const found: string[] = [];
  const open = (name: string, { Type = '', Target = '' }: Readonly<Record<string, string>>) => {
    if (name !== 'Relationship' || !type.test(Type)) return;
    found.push(Target.startsWith('/') ? Target.slice(1) : folder + Target);
  };
  readXml(relationships, { open });
  return found;
}
