import type { LeftOutKind } from '../../../src/contract/left-out.ts';
import type { BlockCollector, BlockKind } from './document-text.ts';
import { isOn, isOutlined, type StyleHas } from './docx-styles.ts';
import { eqText } from './eq-field.ts';
import { exponent, fraction, index, lowered, raised, root } from './formulas.ts';
import { type ParagraphText, paragraphText } from './paragraph-text.ts';
import { readXml } from './read-xml.ts';

/** Text from before a change, and the second copy that Word writes for older programs. */
const silent = /^(?:w:(?:rubyPr|\w+Change)|mc:Fallback|m:(?:ctrlPr|argPr))$/;
/** Elements whose text is not read, with what it is. */
const skipped: Readonly<Record<string, LeftOutKind>> = {
  'w:del': 'deleted_text',
  'w:moveFrom': 'deleted_text',
  'w:rt': 'readings',
};
/** The parts of a document that end a paragraph whose own end is deleted. */
const containers: ReadonlySet<string> = new Set(
  ['body', 'tc', 'txbxContent', 'footnote', 'endnote'].map((name) => `w:${name}`),
);
/** Fields whose text Word makes of that of the document. */
const repeating = /^\s*(?:TOC|INDEX|TOA|RD)\b/i;
/** The text that elements without text stand for. */
const signs: Readonly<Record<string, string>> = {
  'w:tab': ' ',
  'w:ptab': ' ',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
};
/** A longer code of a field is cut, in UTF-16 units. */
const MAX_CODE = 2_000;

/** How many fields lie in each other at most; the outer ones are forgotten. */
const MAX_FIELDS = 50;

type Attributes = Readonly<Record<string, string>>;

interface Paragraph {
  readonly text: ParagraphText;
  style: string;
  isHeading: boolean;
  isItem: boolean | undefined;
  isFormula: boolean;
  /** The text in it that fields repeat from elsewhere in the document. */
  repeated: string;
  /** Whether it goes on with the next one: its end is deleted or hidden, or it is a large initial. */
  isJoined: boolean;
}

interface Element {
  readonly name: string;
  /** Where its text starts in that of its paragraph. */
  readonly start: number;
  isSkipped: boolean;
  /** The properties of the element, such as `superscript` of a run. */
  readonly said: Map<string, string>;
}

interface Field {
  code: string;
  isCode: boolean;
  start: number;
}

/** The means to read a part with paragraphs: the document, or its notes. */
export interface Reading {
  readonly styleHas: StyleHas;
  readonly add: (text: string, kind: BlockKind) => unknown;
  readonly leaveOut: BlockCollector['leaveOut'];
  /** Told of the mark of a note, and of a note or a comment. */
  readonly onReference?: (note: string) => unknown;
  readonly onNote?: (note: string, type: string | undefined) => unknown;
}

/** Where a reader is in a part. */
interface Place {
  readonly path: Element[];
  readonly paragraphs: ReturnType<typeof paragraphStack>;
  readonly fields: Field[];
  skippedElements: number;
  /** The text in the outermost skipped element, and what it is. */
  passed: { readonly kind: LeftOutKind | undefined; text: string };
  tables: number;
}

/** Reads the paragraphs of a part of a Word document. Source: ECMA-376, part 1, sections 17 and 22. */
export function readParagraphs(xml: string, reading: Reading): void {
  const paragraphs = paragraphStack(reading);
  const place: Place = {
    ...{ path: [], paragraphs, fields: [], skippedElements: 0, tables: 0 },
    passed: { kind: undefined, text: '' },
  };
  const { path } = place;
  const openers = openersOf(place, reading);
  const open = (name: string, attributes: Attributes) => {
    const said = new Map<string, string>();
    const element = { name, start: paragraphs.current().text.count(), isSkipped: false, said };
    if (place.skippedElements === 0 && (skipped[name] || silent.test(name))) {
      skip(place, element, skipped[name]);
      if (/^w:(?:del|moveFrom)$/.test(name) && ownerOf(place)?.name === 'w:pPr')
        paragraphs.current().isJoined = true;
    } else if (place.skippedElements === 0) {
      openers[name]?.(attributes);
      const sign = signs[name];
      // Tabs stand in properties, too: those are places.
      if (sign && path.at(-1)?.name === 'w:r') append(place, sign);
    }
    path.push(element);
  };
  const text = (piece: string) => {
    const { name = '' } = path.at(-1) ?? {};
    if (place.skippedElements > 0) {
      if (/^(?:w:(?:t|delText)|m:t)$/.test(name)) place.passed.text += piece;
      return;
    }
    const field = place.fields.at(-1);
    if (name === 'w:instrText' && field?.isCode)
      field.code = (field.code + piece).slice(0, MAX_CODE);
    if (name === 'w:t' || name === 'm:t') append(place, piece);
  };
  const close = (name: string) => {
    const element = path.pop();
    if (element?.isSkipped) place.skippedElements -= 1;
    if (element?.isSkipped && place.skippedElements === 0 && place.passed.kind)
      reading.leaveOut(place.passed.kind, place.passed.text);
    if (!element || element.isSkipped || place.skippedElements > 0) return;
    if (name === 'w:tbl') place.tables -= 1;
    else if (name === 'w:fldSimple') endField(place);
    else if (name === 'w:p') paragraphs.end(place.tables > 0);
    else if (containers.has(name)) paragraphs.flush(place.tables > 0);
    else if (element.said.size > 0 || name.startsWith('m:'))
      paragraphs.current().text.replaceFrom(element.start, (part) => written(element, part));
  };
  readXml(xml, { open, text, close });
}

/** Reads elements that have no text of their own. */
function openersOf(
  place: Place,
  reading: Reading,
): Readonly<Record<string, (attributes: Attributes) => unknown>> {
  const { path, paragraphs, fields } = place;
  const set = (properties: Partial<Paragraph>) => Object.assign(paragraphs.current(), properties);
  const near = (name: string) => path.findLast((element) => element.name === name);
  const run = () => (ownerOf(place)?.name === 'w:r' ? ownerOf(place) : undefined);
  return {
    'w:tbl': () => (place.tables += 1),
    'w:p': () => paragraphs.begin(),
    'w:pStyle': ({ val = '' }) => set({ style: val }),
    'w:numId': ({ val }) => set({ isItem: val !== '0' }),
    'w:framePr': ({ dropCap = 'none' }) => dropCap !== 'none' && set({ isJoined: true }),
    'w:outlineLvl': ({ val = '' }) => isOutlined(val) && set({ isHeading: true }),
    'w:vanish': ({ val }) =>
      ownerOf(place)?.name === 'w:pPr'
        ? set({ isJoined: isOn(val) })
        : isOn(val) && skip(place, run(), 'hidden_text'),
    'w:rStyle': ({ val = '' }) =>
      reading.styleHas(val, 'hidden') && skip(place, run(), 'hidden_text'),
    'w:vertAlign': ({ val = '' }) => run()?.said.set('align', val),
    'w:docPartGallery': ({ val }) =>
      val === 'Table of Contents' && skip(place, near('w:sdt'), 'contents'),
    'w:showingPlcHdr': ({ val }) => isOn(val) && skip(place, near('w:sdt')),
    'w:fldChar': ({ fldCharType }) => {
      const field = fields.at(-1);
      if (fldCharType === 'begin') beginField(place, '', true);
      else if (fldCharType === 'end') endField(place);
      else if (field)
        Object.assign(field, { isCode: false, start: paragraphs.current().text.count() });
    },
    'w:fldSimple': ({ instr = '' }) => beginField(place, instr, false),
    'w:sym': ({ char = '', font = '' }) => append(place, symbol(font, Number.parseInt(char, 16))),
    'w:footnoteReference': ({ id }) => reading.onReference?.(`footnote ${id}`),
    'w:endnoteReference': ({ id }) => reading.onReference?.(`endnote ${id}`),
    'w:footnote': ({ id, type }) => reading.onNote?.(`footnote ${id}`, type),
    'w:comment': ({ id }) => reading.onNote?.(`comment ${id}`, undefined),
    'w:endnote': ({ id, type }) => reading.onNote?.(`endnote ${id}`, type),
    'm:oMathPara': () => set({ isFormula: true }),
    'm:chr': ({ val = '' }) => path.at(-1)?.name === 'm:naryPr' && append(place, val),
    'm:begChr': ({ val = '' }) => near('m:d')?.said.set('begin', val),
    'm:endChr': ({ val = '' }) => near('m:d')?.said.set('end', val),
  };
}

/** The run, or the paragraph for its mark, whose properties are read. */
function ownerOf({ path }: Place): Element | undefined {
  return path.at(-1)?.name === 'w:rPr' ? path.at(-2) : undefined;
}

function skip(place: Place, element: Element | undefined, kind?: LeftOutKind): void {
  if (!element || element.isSkipped) return;
  if (place.skippedElements === 0) place.passed = { kind, text: '' };
  element.isSkipped = true;
  place.skippedElements += 1;
}

/** Adds to the paragraph what is no code of a field, and none of a table of contents. */
function append({ paragraphs, fields }: Place, text: string): void {
  if (fields.some(({ isCode }) => isCode)) return;
  const paragraph = paragraphs.current();
  if (fields.some(({ code }) => repeating.test(code))) paragraph.repeated += text;
  else paragraph.text.add(text);
}

function beginField({ fields, paragraphs }: Place, code: string, isCode: boolean): void {
  fields.push({ code, isCode, start: paragraphs.current().text.count() });
  if (fields.length > MAX_FIELDS) fields.shift();
}

/** Ends the innermost field. An EQ field has no result, so its code is read. */
function endField(place: Place): void {
  const field = place.fields.pop();
  if (!field || !/^\s*EQ\b/i.test(field.code)) return;
  const hasResult =
    !field.isCode && place.paragraphs.current().text.from(field.start).trim() !== '';
  if (!hasResult) append(place, eqText(field.code));
}

/** The text of a run or a part of a formula, as it is written on one line. */
function written({ name, said }: Element, text: string): string {
  switch (name) {
    case 'w:r': {
      const align = said.get('align');
      if (align === 'superscript') return raised(text);
      return align === 'subscript' ? lowered(text) : text;
    }
    case 'm:sup':
      return exponent(text);
    case 'm:sub':
      return index(text);
    case 'm:num':
      return fraction(text, '').slice(0, -1);
    case 'm:den':
      return fraction('', text);
    case 'm:deg':
      return root('', text);
    case 'm:naryPr':
      return text || '∫';
    case 'm:d':
      return `${said.get('begin') ?? '('}${text}${said.get('end') ?? ')'}`;
    default:
      return text;
  }
}

/** The paragraphs that are open. A box of text lies inside of one, and has some of its own. */
function paragraphStack({ add, leaveOut, styleHas }: Reading) {
  const open: Paragraph[] = [];
  const outside = newParagraph();
  /** The texts of paragraphs that go on with the next, by the number of those around them. */
  const carried: ParagraphText[] = [];
  const takeCarried = () => {
    const text = carried[open.length];
    carried.length = Math.min(carried.length, open.length);
    return text;
  };
  return {
    /** The innermost paragraph. Text outside of all is not read. */
    current: () => open.at(-1) ?? outside,
    begin: () => void open.push(newParagraph(takeCarried())),
    end(isInTable: boolean) {
      const paragraph = open.pop();
      if (!paragraph) return;
      const { text, style, isFormula } = paragraph;
      leaveOut('contents', paragraph.repeated);
      if (styleHas(style, 'contents')) return leaveOut('contents', text.whole());
      if (styleHas(style, 'hidden')) return leaveOut('hidden_text', text.whole());
      if (paragraph.isJoined) {
        carried[open.length] = text;
        return;
      }
      const isHeading = paragraph.isHeading || styleHas(style, 'heading');
      // Headings are numbered, too.
      const isItem = !isHeading && (paragraph.isItem ?? styleHas(style, 'item'));
      const loose = isFormula ? 'formulas' : isInTable ? 'cells' : undefined;
      add(text.whole(), { isHeading, isItem, loose: isHeading ? undefined : loose });
    },
    /** Ends what goes on with no further paragraph. */
    flush(isInTable: boolean) {
      add(takeCarried()?.whole() ?? '', { loose: isInTable ? 'cells' : undefined });
    },
  };
}

function newParagraph(text = paragraphText()): Paragraph {
  const kind = { style: '', isHeading: false, isItem: undefined, isFormula: false };
  return { text, ...kind, repeated: '', isJoined: false };
}

/** The letters of the font Symbol from A to Z and from a to z, which Word keeps by their numbers there. */
const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ      αβχδεφγηιϕκλμνοπθρστυϖωξψζ';

/** A character by its number in a font. Signs of other fonts with private numbers are ornaments. */
function symbol(font: string, code: number): string {
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  if (!isPrivate) return Number.isNaN(code) ? '' : String.fromCodePoint(code);
  return /^symbol/i.test(font) ? greek.charAt((code & 0xff) - 0x41).trim() : '';
}
