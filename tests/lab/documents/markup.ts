import type { CorpusText, TextBlock } from './texts.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Blocks with those of the same kind in a row together, as lists and tables need them. */
function grouped(blocks: readonly TextBlock[]): readonly (readonly TextBlock[])[] {
  const groups: TextBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === block.kind && ['item', 'row'].includes(block.kind)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** The mark of the note that follows a block; empty where none does. */
function markAfter(blocks: readonly TextBlock[], block: TextBlock | undefined): string {
  const next = block && blocks[blocks.indexOf(block) + 1];
  return next?.kind === 'note' ? next.mark : '';
}

/** A text as HTML with print styles. Notes are small paragraphs after everything else. */
export function htmlOf({ id, language, layout, blocks }: CorpusText): string {
  const elements = grouped(blocks.filter(({ kind }) => kind !== 'note')).map((group) => {
    const [first] = group;
    if (first?.kind === 'item')
      return `<ul>${group.map((block) => `<li>${'text' in block ? escaped(block.text) : ''}</li>`).join('')}</ul>`;
    if (first?.kind === 'row') {
      const cells = (block: TextBlock) =>
        'cells' in block ? block.cells.map((cell) => `<td>${escaped(cell)}</td>`).join('') : '';
      return `<table>${group.map((block) => `<tr>${cells(block)}</tr>`).join('')}</table>`;
    }
    const tag = first?.kind === 'title' ? 'h1' : first?.kind === 'heading' ? 'h2' : 'p';
    const mark = markAfter(blocks, first);
    const text = first && 'text' in first ? escaped(first.text) : '';
    return `<${tag}>${text}${mark && `<sup>${mark}</sup>`}</${tag}>`;
  });
  const notes = blocks.map((block) =>
    block.kind === 'note'
      ? `<p class="note"><sup>${block.mark}</sup> ${escaped(block.text)}</p>`
      : '',
  );
  const head = layout.hasHead
    ? `@page { @top-center { content: "${escaped(headOf(id))}"; font-size: 9pt } @bottom-center { content: counter(page); font-size: 9pt } }`
    : '';
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>
@page { size: A4; margin: 20mm } ${head}
body { font: ${layout.size}pt ${language === 'en' ? '"Liberation Serif"' : '"Noto Sans CJK SC"'}; line-height: 1.4;
  text-align: ${layout.isJustified ? 'justify' : 'left'}; hyphens: ${layout.isJustified ? 'auto' : 'manual'};
  columns: ${layout.columns}; column-gap: 8mm }
h1 { column-span: all } p { margin: ${layout.isIndented ? '0' : '0.6em 0'}; text-indent: ${layout.isIndented ? '2em' : '0'} }
td { border: 1px solid; padding: 2pt 6pt } .note { font-size: 0.75em }
</style><body>${elements.join('\n')}${notes.join('')}</body></html>`;
}

/** The running head above every page of a text that has one. */
export function headOf(id: string): string {
  return id.startsWith('zh') ? `老磨坊文集 ${id.slice(3)}` : `Papers of the mill, ${id.slice(3)}`;
}

/** A text as a flat OpenDocument file, with notes at the foot of their pages. */
export function officeOf({ id, language, layout, blocks }: CorpusText): string {
  const body = grouped(blocks)
    .map((group) => {
      const [first] = group;
      if (first?.kind === 'note') return '';
      if (first?.kind === 'item') {
        const item = (block: TextBlock) =>
          `<text:list-item><text:p text:style-name="Item">${'text' in block ? escaped(block.text) : ''}</text:p></text:list-item>`;
        return `<text:list text:style-name="Bullets">${group.map(item).join('')}</text:list>`;
      }
      if (first?.kind === 'row') return tableOf(group);
      const text = first && 'text' in first ? escaped(first.text) : '';
      if (first?.kind === 'title' || first?.kind === 'heading') {
        const level = first.kind === 'title' ? 1 : 2;
        return `<text:h text:style-name="H${level}" text:outline-level="${level}">${text}</text:h>`;
      }
      return `<text:p text:style-name="Body">${text}${noteAfter(blocks, first)}</text:p>`;
    })
    .join('\n');
  const [title = '', rest = ''] = body.startsWith('<text:h ') ? splitFirst(body) : ['', body];
  const section =
    layout.columns === 1
      ? body
      : `${title}<text:section text:style-name="Columns" text:name="s">${rest}</text:section>`;
  const head = layout.hasHead
    ? `<style:header><text:p text:style-name="Small">${escaped(headOf(id))}</text:p></style:header><style:footer><text:p text:style-name="Small"><text:page-number/></text:p></style:footer>`
    : '';
  return officeFile({ language, layout, section, head });
}

function splitFirst(body: string): readonly [string, string] {
  const end = body.indexOf('\n');
  return [body.slice(0, end), body.slice(end)];
}

function noteAfter(blocks: readonly TextBlock[], block: TextBlock | undefined): string {
  const next = block && blocks[blocks.indexOf(block) + 1];
  if (next?.kind !== 'note') return '';
  return `<text:note text:note-class="footnote"><text:note-citation>${next.mark}</text:note-citation><text:note-body><text:p text:style-name="Footnote">${escaped(next.text)}</text:p></text:note-body></text:note>`;
}

function tableOf(rows: readonly TextBlock[]): string {
  const cell = (text: string) =>
    `<table:table-cell table:style-name="Cell"><text:p>${escaped(text)}</text:p></table:table-cell>`;
  const lines = rows.map((row) =>
    'cells' in row ? `<table:table-row>${row.cells.map(cell).join('')}</table:table-row>` : '',
  );
  return `<table:table table:name="t"><table:table-column table:number-columns-repeated="3"/>${lines.join('')}</table:table>`;
}

function officeFile(parts: {
  readonly language: 'en' | 'zh';
  readonly layout: CorpusText['layout'];
  readonly section: string;
  readonly head: string;
}): string {
  const { language, layout, section, head } = parts;
  const spaces = ['office', 'style', 'text', 'table']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const align = layout.isJustified ? 'justify' : 'start';
  const indent = layout.isIndented ? `${layout.size * 2}pt` : '0pt';
  const font = (size: number, isBold = false) => {
    const weight = isBold ? 'bold' : 'normal';
    return `<style:text-properties fo:font-size="${size}pt" style:font-size-asian="${size}pt" style:font-name="F" style:font-name-asian="F" fo:font-weight="${weight}" style:font-weight-asian="${weight}" fo:language="${language}" fo:country="${language === 'en' ? 'GB' : 'CN'}"/>`;
  };
  const style = (name: string, properties: string, text: string) =>
    `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties ${properties}/>${text}</style:style>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${spaces} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="F" svg:font-family="'${language === 'en' ? 'Liberation Serif' : 'Noto Serif CJK SC'}'"/></office:font-face-decls>
<office:styles>${style('Body', `fo:text-align="${align}" fo:text-indent="${indent}" fo:margin-bottom="${layout.isIndented ? 0 : layout.size / 2}pt"`, font(layout.size))}${style('Item', '', font(layout.size))}${style('Small', 'fo:text-align="center"', font(9))}${style('Footnote', '', font(9))}${style('H1', 'fo:margin-top="12pt" fo:margin-bottom="6pt"', font(layout.size * 1.6, true))}${style('H2', 'fo:margin-top="10pt" fo:margin-bottom="4pt"', font(layout.size, true))}
<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="•"><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-14pt" fo:margin-left="28pt"/></style:list-level-properties></text:list-level-style-bullet></text:list-style></office:styles>
<office:automatic-styles><style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="2pt"/></style:style>
<style:style style:name="Columns" style:family="section"><style:section-properties text:dont-balance-text-columns="false"><style:columns fo:column-count="2" fo:column-gap="8mm"/></style:section-properties></style:style>
<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm" fo:margin="20mm"/>${head && '<style:header-style><style:header-footer-properties fo:margin-bottom="4mm"/></style:header-style><style:footer-style><style:header-footer-properties fo:margin-top="4mm"/></style:footer-style>'}</style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P">${head}</style:master-page></office:master-styles>
<office:body><office:text>${section}</office:text></office:body></office:document>`;
}

/** A text for groff's macros `ms`. groff has no Chinese fonts. */
export function roffOf({ blocks, layout }: CorpusText): string {
  const line = (text: string) => text.replace(/\\/g, '\\e').replace(/^([.'])/, '\\&$1');
  const columns = layout.columns === 2 ? '.2C\n' : '';
  const row = (block: TextBlock) =>
    block.kind === 'row' ? block.cells.map((cell) => `T{\n${line(cell)}\nT}`).join('\t') : '';
  const parts = grouped(blocks).map((group): string => {
    const [block] = group;
    if (!block) return '';
    if (block.kind === 'row') return `.TS\nl l lw(8c).\n${group.map(row).join('\n')}\n.TE`;
    if (block.kind === 'note') return `.FS ${block.mark}\n${line(block.text)}\n.FE`;
    if (block.kind === 'item') {
      return group
        .map((item) => ('text' in item ? `.IP \\(bu 2\n${line(item.text)}` : ''))
        .join('\n');
    }
    const text = line(block.text);
    if (block.kind === 'title') return `.TL\n${text}\n${columns}`;
    if (block.kind === 'heading') return `.SH\n${text}`;
    const mark = markAfter(blocks, block);
    return `${layout.isIndented ? '.PP' : '.LP'}\n${text}${mark && `\\*{${mark}\\*}`}`;
  });
  return `.nr PS ${layout.size}\n.nr VS ${layout.size * 1.3}\n${layout.isJustified ? '' : '.na\n'}${parts.join('\n')}\n`;
}

/** A text for Typst; every sign that it might take for markup is written by its code. */
export function typstOf({ blocks, layout, language }: CorpusText): string {
  const plain = (text: string) =>
    text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  const parts = grouped(blocks).map((group): string => {
    const [block] = group;
    if (!block || block.kind === 'note') return '';
    if (block.kind === 'row') {
      const cells = group.flatMap((row) => ('cells' in row ? row.cells : []));
      return `#table(columns: (1fr, 1fr, 1fr), ${cells.map((cell) => `[${plain(cell)}]`).join(', ')})`;
    }
    if (block.kind === 'item')
      return group.map((item) => ('text' in item ? `- ${plain(item.text)}` : '')).join('\n');
    if (block.kind === 'title') return `= ${plain(block.text)}`;
    if (block.kind === 'heading') return `== ${plain(block.text)}`;
    const next = blocks[blocks.indexOf(block) + 1];
    const note = next?.kind === 'note' ? `#footnote[${plain(next.text)}]` : '';
    return `${plain(block.text)}${note}`;
  });
  const indent = layout.isIndented
    ? 'first-line-indent: (amount: 2em, all: true), spacing: 0.65em'
    : '';
  return `#set text(lang: "${language}", size: ${layout.size}pt, font: ("Libertinus Serif", "Noto Serif CJK SC"))
#set par(justify: ${layout.isJustified}, ${indent})
#set page(columns: ${layout.columns}${layout.hasHead ? ', header: [#align(center)[Papers]], numbering: "1"' : ''})

${parts.join('\n\n')}`;
}

/** A text for LaTeX: Chinese by XeTeX, and English in the fonts of T1, which may be pictures. */
export function latexOf({ blocks, layout, language }: CorpusText): string {
  const english: Readonly<Record<string, string>> = {
    '…': '\\ldots{}',
    '£': '\\pounds{}',
    '“': '``',
    '”': "''",
  };
  const plain = (text: string) =>
    text
      .replace(/[&%$#_]/g, (sign) => `\\${sign}`)
      .replace(/[…£“”]/g, (sign) => (language === 'en' ? english[sign] : undefined) ?? sign);
  const parts = grouped(blocks).map((group): string => {
    const [block] = group;
    if (!block || block.kind === 'note') return '';
    if (block.kind === 'row') {
      const rows = group.map((row) => ('cells' in row ? row.cells.map(plain).join(' & ') : ''));
      return `\\noindent\\begin{tabularx}{\\linewidth}{|l|l|X|}\\hline\n${rows.map((row) => `${row}\\\\\\hline`).join('\n')}\n\\end{tabularx}`;
    }
    if (block.kind === 'item') {
      const items = group.map((item) => ('text' in item ? `\\item ${plain(item.text)}` : ''));
      return `\\begin{itemize}\n${items.join('\n')}\n\\end{itemize}`;
    }
    if (block.kind === 'title') return `\\section*{${plain(block.text)}}`;
    if (block.kind === 'heading') return `\\subsection*{${plain(block.text)}}`;
    const next = blocks[blocks.indexOf(block) + 1];
    const note = next?.kind === 'note' ? `\\footnote{${plain(next.text)}}` : '';
    return `${plain(block.text)}${note}`;
  });
  const columns = layout.columns === 2 ? ',twocolumn' : '';
  const size = Math.max(10, Math.min(12, layout.size));
  return [
    language === 'en'
      ? `\\documentclass[${size}pt${columns}]{article}\\usepackage[T1]{fontenc}`
      : `\\documentclass[${size}pt${columns},fontset=fandol]{ctexart}`,
    '\\usepackage{tabularx}',
    layout.isIndented ? '' : '\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{6pt}',
    layout.isJustified ? '' : '\\raggedright',
    `\\begin{document}\n${parts.join('\n\n')}\n\\end{document}`,
  ].join('\n');
}
