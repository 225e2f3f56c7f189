import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import fontkit from '@pdf-lib/fontkit';
import { Document, Font, Page, renderToFile, StyleSheet, Text, View } from '@react-pdf/renderer';
import { jsPDF } from 'jspdf';
import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import PdfKit from 'pdfkit';
import { createElement } from 'react';
import type { CorpusText, TextBlock } from './texts.ts';

/** A font with Chinese characters, of Debian's package `fonts-arphic-gbsn00lp`. */
const chineseFont = '/usr/share/fonts/truetype/arphic-gbsn00lp/gbsn00lp.ttf';

const [WIDTH, HEIGHT, MARGIN] = [595, 842, 64];

/** The text of a block for writers that have neither tables nor notes. */
export function plainTextOf(block: TextBlock): string {
  if (block.kind === 'row') return block.cells.join('   ');
  return block.kind === 'note' ? `${block.mark} ${block.text}` : block.text;
}

function sizeOf(block: TextBlock, size: number): number {
  if (block.kind === 'title') return size * 1.6;
  return block.kind === 'heading' ? size * 1.25 : block.kind === 'note' ? size * 0.75 : size;
}

export async function writePdfKit(
  { blocks, layout, language }: CorpusText,
  file: string,
): Promise<void> {
  const made = new PdfKit({ size: 'A4', margin: MARGIN });
  const out = made.pipe(createWriteStream(file));
  const fonts = language === 'en' ? ['Times-Roman', 'Times-Bold'] : [chineseFont, chineseFont];
  const options = { align: layout.isJustified ? 'justify' : 'left' } as const;
  for (const [at, block] of blocks.entries()) {
    const isBold = block.kind === 'title' || block.kind === 'heading';
    made.font(fonts[isBold ? 1 : 0] ?? '').fontSize(sizeOf(block, layout.size));
    if (block.kind === 'row' || block.kind === 'item') {
      if (blocks[at - 1]?.kind === block.kind) continue;
      const end = blocks.findIndex((one, from) => from > at && one.kind !== block.kind);
      const alike = blocks.slice(at, end < 0 ? undefined : end);
      if (block.kind === 'item') made.list(alike.map(plainTextOf), { bulletRadius: 2 });
      else made.table({ data: alike.flatMap((one) => ('cells' in one ? [[...one.cells]] : [])) });
    } else {
      made.text(plainTextOf(block), {
        ...options,
        indent: layout.isIndented && !isBold ? layout.size * 2 : 0,
      });
      if (!layout.isIndented || isBold) made.moveDown(0.5);
    }
  }
  made.end();
  await finished(out);
}

/** Blocks with the cells of rows as paragraphs, for writers without tables. */
function flattened(blocks: readonly TextBlock[]): readonly TextBlock[] {
  return blocks.flatMap((block) =>
    block.kind === 'row'
      ? block.cells.map((text) => ({ kind: 'paragraph', text }) as const)
      : [block],
  );
}

/** Breaks a text at spaces, or anywhere between Chinese characters. */
function wrapped(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(
    /[\u2014-\u9fff\uff00-\uffef]|[^\s\u2014-\u9fff\uff00-\uffef]+\s*|\s+/gu,
  ) ?? []) {
    const starts = /^[，。：；！？、”》）…—]/u.test(word);
    if (line !== '' && !starts && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
  }
  return [...lines, line.trimEnd()];
}

export async function writePdfLib(
  { blocks, layout, language }: CorpusText,
  file: string,
): Promise<void> {
  const made = await PDFDocument.create();
  made.registerFontkit(fontkit);
  const isEnglish = language === 'en';
  const embedded = isEnglish
    ? undefined
    : await made.embedFont(readFileSync(chineseFont), { subset: true });
  const font: PDFFont = embedded ?? (await made.embedFont(StandardFonts.Helvetica));
  const bold: PDFFont = embedded ?? (await made.embedFont(StandardFonts.HelveticaBold));
  let page = made.addPage([WIDTH, HEIGHT]);
  let y = HEIGHT - MARGIN;
  for (const block of flattened(blocks)) {
    const size = sizeOf(block, layout.size);
    const used = block.kind === 'title' || block.kind === 'heading' ? bold : font;
    const x = MARGIN + (block.kind === 'item' ? 18 : 0);
    const text =
      block.kind === 'item'
        ? `${language === 'zh' ? '-' : '•'} ${plainTextOf(block)}`
        : plainTextOf(block);
    for (const line of wrapped(text, WIDTH - MARGIN - x, (part) =>
      used.widthOfTextAtSize(part, size),
    )) {
      if (y < MARGIN) [page, y] = [made.addPage([WIDTH, HEIGHT]), HEIGHT - MARGIN];
      page.drawText(line, { x, y, size, font: used });
      y -= size * 1.35;
    }
    y -= block.kind === 'item' ? 0 : layout.size * 0.6;
  }
  writeFileSync(file, await made.save());
}

export function writeJsPdf({ blocks, layout, language }: CorpusText, file: string): void {
  const made = new jsPDF({ unit: 'pt', format: 'a4' });
  if (language === 'zh') {
    made.addFileToVFS('f.ttf', readFileSync(chineseFont).toString('base64'));
    made.addFont('f.ttf', 'F', 'normal');
  }
  let y = MARGIN;
  for (const block of flattened(blocks)) {
    const size = sizeOf(block, layout.size);
    const isBold = block.kind === 'title' || block.kind === 'heading';
    if (language === 'zh') made.setFont('F');
    else made.setFont('times', isBold ? 'bold' : 'normal');
    made.setFontSize(size);
    const text = block.kind === 'item' ? `- ${plainTextOf(block)}` : plainTextOf(block);
    const width = WIDTH - 2 * MARGIN;
    const lines = wrapped(text, width, (part) => made.getTextWidth(part));
    for (const line of lines) {
      if (y > HEIGHT - MARGIN) {
        made.addPage();
        y = MARGIN;
      }
      made.text(line, MARGIN, y);
      y += size * 1.3;
    }
    y += layout.size * 0.7;
  }
  writeFileSync(file, Buffer.from(made.output('arraybuffer')));
}

export async function writeReactPdf(
  { blocks, layout, language }: CorpusText,
  file: string,
): Promise<void> {
  Font.register({ family: 'F', src: chineseFont });
  Font.registerHyphenationCallback((word) =>
    /[\u4e00-\u9fff]/.test(word) ? Array.from(word).flatMap((one) => [one, '']) : [word],
  );
  const styles = StyleSheet.create({
    page: {
      padding: MARGIN,
      fontFamily: language === 'en' ? 'Times-Roman' : 'F',
      fontSize: layout.size,
    },
    row: { flexDirection: 'row', borderBottom: '1pt solid black' },
    cell: { width: '33%', padding: 3 },
  });
  const children = blocks.map((block, key) => {
    if (block.kind === 'row')
      return createElement(
        View,
        { key, style: styles.row },
        ...block.cells.map((cell, at) =>
          createElement(Text, { key: at, style: styles.cell }, cell),
        ),
      );
    const style = {
      fontSize: sizeOf(block, layout.size),
      marginBottom: layout.isIndented ? 0 : 6,
      textIndent: layout.isIndented ? layout.size * 2 : 0,
    };
    const text = block.kind === 'item' ? `• ${plainTextOf(block)}` : plainTextOf(block);
    return createElement(Text, { key, style }, text);
  });
  await renderToFile(
    createElement(
      Document,
      null,
      createElement(Page, { size: 'A4', style: styles.page }, ...children),
    ),
    file,
  );
}
