/** A line of a page, with its place in points from the lower left corner. */
export interface PdfLine {
  readonly text: string;
  /** In points; 11 unless said. */
  readonly size?: number;
  readonly x?: number;
  readonly y?: number;
}

/** The lines of a page: texts one below the other, lines that say their places, or operators. */
export type PdfPage = readonly (string | PdfLine | { readonly operators: string })[];

/** Entries of dictionaries besides those that every file has here. */
interface MoreEntries {
  readonly catalog?: string;
  readonly resources?: string;
  readonly page?: string;
  /** Further objects; those of a file with one page begin with 10. */
  readonly objects?: readonly string[];
}

const [WIDTH, HEIGHT, MARGIN] = [595, 842, 72];
const LEADING = 1.4;

/**
 * A PDF by hand (ISO 32000-1): Helvetica for Latin, and for Chinese a font that every reader
 * brings, with the predefined CMap `UniGB-UTF16-H` (section 9.7.5.2). No font is embedded.
 *
 * @param trailer more entries of the trailer, such as `/Encrypt`
 */
export function pdfFile(pages: readonly PdfPage[], trailer = '', more: MoreEntries = {}): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${8 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [5 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /FontDescriptor 6 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 /FontBBox [-25 -254 1000 880] >>',
    `<< /Font << /Latin 3 0 R /Han 4 0 R >> ${more.resources ?? ''} >>`,
    ...pages.flatMap((page, at) => {
      const content = contentOf(page);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources 7 0 R /Contents ${9 + 2 * at} 0 R ${more.page ?? ''} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    ...(more.objects ?? []),
  ];
  return fileOf(objects, trailer);
}

function contentOf(page: PdfPage): string {
  let below = HEIGHT - MARGIN;
  const shown = page.map((given) => {
    if (typeof given === 'object' && 'operators' in given) return `ET ${given.operators} BT`;
    const line = typeof given === 'string' ? { text: given } : given;
    const { text, size = 11, x = MARGIN, y = below } = line;
    below = y - size * LEADING;
    const isLatin = /^[\x20-\x7e]*$/.test(text);
    const bytes = isLatin ? Buffer.from(text, 'latin1') : Buffer.from(text, 'utf16le').swap16();
    const font = isLatin ? 'Latin' : 'Han';
    return `/${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${bytes.toString('hex')}> Tj`;
  });
  return `BT ${shown.join('\n')} ET`;
}

/** The objects with their table of places (sections 7.5.4 and 7.5.5). */
function fileOf(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n`;
  return Buffer.from(`${file}${table}${end}${file.length}\n%%EOF\n`, 'latin1');
}
