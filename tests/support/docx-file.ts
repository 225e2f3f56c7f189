import { strToU8, type Zippable, zipSync } from 'fflate';

const part = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</${name}>`;

/** The styles that Word in Chinese writes: ids of numbers, and English names (ECMA-376, 17.7.4.9). */
const styles = part(
  'w:styles',
  `<w:style w:type="paragraph" w:styleId="a"><w:name w:val="Normal"/></w:style>
   <w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="a"/></w:style>
   <w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="Our chapter"/><w:basedOn w:val="1"/></w:style>
   <w:style w:type="paragraph" w:styleId="Listed"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
   <w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
   <w:style w:type="paragraph" w:styleId="HiddenTop"><w:name w:val="z-Top of Form"/><w:rPr><w:vanish/></w:rPr></w:style>
   <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>`,
);

/** A paragraph of a Word document. */
export function wordParagraph(text: string, style = '', properties = ''): string {
  const named = style && `<w:pStyle w:val="${style}"/>`;
  return `<w:p><w:pPr>${named}${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/**
 * A Word document (ECMA-376, part 2).
 *
 * @param body the content of its `w:body`
 * @param more further files, or others in place of its own
 */
export function docxFile(body: string, more: Zippable = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="a" Type="${main}" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8(part('w:document', `<w:body>${body}</w:body>`)),
    'word/styles.xml': strToU8(styles),
    ...more,
  });
}
