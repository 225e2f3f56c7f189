import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { docxFile } from '../../support/docx-file.ts';
import { writeJsPdf, writePdfKit, writePdfLib } from './libraries.ts';
import { chinese, english } from './sentences.ts';
import { type CorpusText, composer, type TextBlock } from './texts.ts';

/** A part of a made document, in its order; loose ones may be read in any place, or be told as left out. */
interface Part {
  readonly text: string;
  readonly isLoose: boolean;
}

export interface MadeDocument {
  /** The format and the language of the document. */
  readonly kind: string;
  readonly file: Uint8Array;
  readonly parts: readonly Part[];
}

/** A block of the corpus, or what stands beside a text. */
type Block =
  | TextBlock
  | { readonly kind: 'aside' | 'field' | 'remark' | 'head'; readonly text: string };

type Random = (below: number) => number;

/** A document that a seed says: its format, language and blocks. */
export async function madeDocument(seed: number): Promise<MadeDocument> {
  const random = randomFrom(seed);
  const formats = ['docx', 'html', 'markdown', 'text', 'pdf'] as const;
  const format = formats[random(formats.length)] ?? 'docx';
  const language = random(2) === 0 ? 'en' : 'zh';
  const blocks = blocksOf(language, random, seed);
  const kind = `${format} ${language}`;
  switch (format) {
    case 'docx':
      return { kind, file: wordOf(blocks), parts: partsOf(blocks) };
    case 'html':
      return { kind, file: Buffer.from(pageOf(blocks, random)), parts: partsOf(blocks) };
    case 'markdown':
      return { kind, file: Buffer.from(markdownOf(blocks)), parts: partsOf(written(blocks)) };
    case 'text':
      return {
        kind,
        file: Buffer.from(plainOf(blocks, random, language)),
        parts: inLine(written(blocks)),
      };
    case 'pdf':
      return { kind, file: await pdfOf(blocks, language, random), parts: partsOf(blocks) };
  }
}

/** Numbers from a seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value ^= value + Math.imul(value ^ (value >>> 7), 61 | value);
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function blocksOf(language: 'en' | 'zh', random: Random, seed: number): readonly Block[] {
  const write = composer(language === 'en' ? english : chinese, seed % 100_003);
  const texts = (of: readonly TextBlock[]) =>
    of.map((block) => ('text' in block ? block.text : ''));
  const beside = (kind: 'aside' | 'field' | 'remark' | 'head', of: readonly TextBlock[]) =>
    texts(of).map((text): Block => ({ kind, text }));
  const more: readonly (() => readonly Block[])[] = [
    () => write.paragraphs(1 + random(6)),
    () => write.paragraphs(1 + random(4), 1 + random(3)),
    () => [write.heading(), ...write.paragraphs(1 + random(5))],
    () => write.items(2 + random(4)),
    () => write.rows(1 + random(4)),
    () => write.noted(1 + random(3)),
    () => write.lines(1 + random(3)),
    () => write.clauses(2 + random(3)),
    () => beside('aside', write.paragraphs(1)),
    () => beside('field', write.lines(1)),
    () => beside('remark', write.paragraphs(1)),
    () => beside('head', write.lines(1)),
  ];
  const start = random(4) > 0 ? [write.title()] : [];
  const count = 3 + random(10);
  const blocks = Array.from({ length: count }, () => more[random(more.length)]?.() ?? []);
  return [...start, ...write.paragraphs(2 + random(3)), ...blocks.flat()];
}

/** Blocks that a format without anything beside its text can have. */
function written(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(({ kind }) => !['aside', 'field', 'remark', 'head'].includes(kind));
}

const looseKinds: ReadonlySet<string> = new Set(['note', 'aside', 'field', 'remark', 'head']);

function partsOf(blocks: readonly Block[]): readonly Part[] {
  return blocks.flatMap((block) =>
    block.kind === 'row'
      ? block.cells.map((text) => ({ text, isLoose: true }))
      : [{ text: block.text, isLoose: looseKinds.has(block.kind) }],
  );
}

/** Parts of a text that has all in its lines. */
function inLine(blocks: readonly Block[]): readonly Part[] {
  return partsOf(blocks).map(({ text }) => ({ text, isLoose: false }));
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const wordStyles: Readonly<Record<string, string>> = { title: '1', heading: '1', item: 'Listed' };

function wordOf(blocks: readonly Block[]): Uint8Array {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
  const paragraph = (text: string, style = '', after = '') =>
    `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr>${run(text)}${after}</w:p>`;
  const relations: string[] = [];
  const files: Record<string, Uint8Array> = {};
  const xmlns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const addPart = (type: string, name: string, content: string) => {
    relations.push(
      `<Relationship Id="${name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${name}.xml"/>`,
    );
    files[`word/${name}.xml`] = strToU8(`<w:part ${xmlns}>${content}</w:part>`);
  };
  let notes = '';
  let remarks = '';
  const body = blocks.map((block, at) => {
    const next = blocks[at + 1];
    const mark =
      next?.kind === 'note' ? `<w:r><w:footnoteReference w:id="${next.mark}"/></w:r>` : '';
    switch (block.kind) {
      case 'row':
        return `<w:tbl><w:tr>${block.cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr></w:tbl>`;
      case 'note':
        notes += `<w:footnote w:id="${block.mark}">${paragraph(block.text)}</w:footnote>`;
        return '';
      case 'remark':
        remarks += `<w:comment w:id="${at}">${paragraph(block.text)}</w:comment>`;
        return '';
      case 'head':
        addPart('header', `header${at}`, paragraph(block.text));
        return '';
      case 'aside':
        return `<w:p><w:r><w:txbxContent>${paragraph(block.text)}</w:txbxContent></w:r></w:p>`;
      case 'field':
        return `<w:sdt><w:sdtContent>${paragraph(block.text)}</w:sdtContent></w:sdt>`;
      default:
        return paragraph(block.text, wordStyles[block.kind], mark);
    }
  });
  addPart('footnotes', 'footnotes', notes);
  addPart('comments', 'comments', remarks);
  files['word/_rels/document.xml.rels'] = strToU8(
    `<Relationships>${relations.join('')}</Relationships>`,
  );
  return docxFile(body.join(''), files);
}

function pageOf(blocks: readonly Block[], random: Random): string {
  const noteId = (mark: string, at: number) => `fn${at}-${mark}`;
  const elements = blocks.map((block, at) => {
    if (block.kind === 'row')
      return `<table><tr>${block.cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr></table>`;
    const next = blocks[at + 1];
    const mark =
      next?.kind === 'note'
        ? `<sup><a href="#${noteId(next.mark, at + 1)}" role="doc-noteref">${next.mark}</a></sup>`
        : '';
    const text = escaped(block.text);
    switch (block.kind) {
      case 'title':
        return `<h1>${text}</h1>`;
      case 'heading':
        return `<h2>${text}</h2>`;
      case 'item':
        return `<ul><li>${text}</li></ul>`;
      case 'aside':
        return `<aside><p>${text}</p></aside>`;
      case 'field':
        return random(2) === 0
          ? `<form><input value="${text}"></form>`
          : `<form><select><option>${text}</option></select></form>`;
      case 'remark':
        return `<p hidden>${text}</p>`;
      case 'head':
        return random(2) === 0 ? `<div>${text}</div>` : `<nav>${text}</nav>`;
      case 'note':
        return `<p id="${noteId(block.mark, at)}">${text}</p>`;
      default:
        return `<p>${text}${mark}</p>`;
    }
  });
  const body = elements.join('\n');
  const frame = random(3) === 0 ? `<main>${body}</main>` : body;
  return `<!doctype html><html><meta charset="utf-8"><title>x</title><body>${frame}</body></html>`;
}

function markdownOf(blocks: readonly Block[]): string {
  const safe = (text: string) => text.replace(/[\\*_[\]<`|]/g, '\\$&');
  const lines = written(blocks).map((block, at, all) => {
    if (block.kind === 'row') {
      const row = `| ${block.cells.map(safe).join(' | ')} |`;
      const isFirst = all[at - 1]?.kind !== 'row';
      const rule = `|${' - |'.repeat(block.cells.length)}`;
      return `${isFirst ? `\n${row}\n${rule}` : row}${all[at + 1]?.kind === 'row' ? '' : '\n'}`;
    }
    const next = all[at + 1];
    const mark = next?.kind === 'note' ? `[^${next.mark}]` : '';
    const text = safe(block.text);
    switch (block.kind) {
      case 'title':
        return `# ${text}\n`;
      case 'heading':
        return `## ${text}\n`;
      case 'item':
        return `- ${text}${next?.kind === 'item' ? '' : '\n'}`;
      case 'note':
        return `[^${block.mark}]: ${text}\n`;
      default:
        return `${text.replace(/^(\d+)([.)])/, '$1\\$2')}${mark}\n`;
    }
  });
  return `${lines.join('\n')}\n`;
}

/** A text with a paragraph a line, or with lines that end at one edge. */
function plainOf(blocks: readonly Block[], random: Random, language: 'en' | 'zh'): string {
  const isWrapped = random(2) === 0;
  const width = language === 'en' ? 72 : 36;
  const texts = written(blocks).map((block) => {
    if (block.kind === 'row') return block.cells.join('\t');
    return `${block.kind === 'item' ? '- ' : ''}${block.text}`;
  });
  if (!isWrapped) return `${texts.join('\n')}\n`;
  const pattern =
    language === 'en'
      ? new RegExp(`.{1,${width}}(?:\\s|$)`, 'g')
      : new RegExp(`.{1,${width}}`, 'gu');
  return `${texts
    .map((text) =>
      text
        .match(pattern)
        ?.map((line) => line.trimEnd())
        .join('\n'),
    )
    .join('\n\n')}\n`;
}

const pdfWriters = [writePdfKit, writePdfLib, writeJsPdf] as const;

async function pdfOf(
  blocks: readonly Block[],
  language: 'en' | 'zh',
  random: Random,
): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'walk-'));
  const file = join(folder, 'made.pdf');
  const inText = blocks.flatMap((block): TextBlock[] =>
    'cells' in block || !['aside', 'field', 'remark', 'head'].includes(block.kind)
      ? [block as TextBlock]
      : [],
  );
  const layout: CorpusText['layout'] = {
    ...{ columns: 1, isJustified: random(2) === 0, isIndented: random(2) === 0, hasHead: false },
    size: 10 + random(4),
  };
  try {
    const write = pdfWriters[random(pdfWriters.length)] ?? writePdfLib;
    await write({ id: 'made', language, half: 'choosing', layout, blocks: inText }, file);
    return await withBesides(readFileSync(file), blocks);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds remarks, texts on pages, texts of layers that are off, and fields to a PDF. */
async function withBesides(file: Uint8Array, blocks: readonly Block[]): Promise<Uint8Array> {
  const made = await PDFDocument.load(file);
  const page = made.getPage(0);
  const { context } = made;
  const kinds: Readonly<Record<string, string>> = {
    remark: 'Text',
    aside: 'FreeText',
    head: 'Highlight',
  };
  const annotations = blocks.flatMap((block) => {
    const type = kinds[block.kind];
    if (!type || !('text' in block)) return [];
    const contents = { Contents: hexOf(block.text), Subtype: type, Type: 'Annot' };
    return [context.register(context.obj({ ...contents, Rect: [40, 40, 90, 60] }))];
  });
  if (annotations.length > 0) page.node.set(PDFName.of('Annots'), context.obj(annotations));
  const form = blocks.flatMap((block) => (block.kind === 'field' ? [block.text] : []));
  const fields = form.map((text, at) => {
    const field = context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', T: PDFString.of(`field ${at}`) },
      ...{ V: hexOf(text), Rect: [60, 20 + at * 14, 500, 32 + at * 14], P: page.ref },
    });
    return context.register(field);
  });
  if (fields.length > 0) {
    page.node.set(PDFName.of('Annots'), context.obj([...annotations, ...fields]));
    made.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }));
  }
  return made.save();
}

function hexOf(text: string): PDFString {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return PDFString.of(
    bytes
      .toString('latin1')
      .replace(/[\\()\r\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`),
  );
}
