import { Parser, type ParserOptions } from 'htmlparser2';
import type { LeftOutKind } from '../../../src/contract/left-out.ts';
import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import { blockCollector, type DocumentBlock, refusedDocument } from './document-text.ts';
import { exponent, fraction, index, lowered, raised, root } from './formulas.ts';
import { type ParagraphText, paragraphText } from './paragraph-text.ts';

/** How deep elements may lie in each other; pages of people have a tenth of it. */
const MAX_DEPTH = 500;

export interface Handlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/**
 * Reads HTML or XML once, from its start to its end. It knows no entities of a document type and
 * loads nothing.
 * @throws {InputRefused} for elements that lie too deep in each other
 */
export function readMarkup(markup: string, handlers: Handlers, options?: ParserOptions): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > MAX_DEPTH) throw refusedDocument('tooDeep');
        handlers.open(name, attributes);
      },
      ontext: handlers.text,
      onclosetag: (name) => {
        depth -= 1;
        handlers.close(name);
      },
    },
    options,
  );
  parser.end(markup);
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The elements that begin and end a paragraph; all others stand in the line (HTML, section 15.3). */
const blocks = setOf(
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead title tr ul xmp',
);
/** The elements that nobody reads as the text of a page: those without a text that a page shows. */
const silent = setOf(
  'script style template noscript head title datalist annotation annotation-xml',
);
/** The others, with what they are. */
const skipped: Readonly<Record<string, LeftOutKind>> = {
  ...{ nav: 'navigation', footer: 'navigation', aside: 'navigation', select: 'fields' },
  ...{ svg: 'embedded', iframe: 'embedded', object: 'embedded', audio: 'embedded' },
  ...{ video: 'embedded', canvas: 'embedded', rt: 'readings', rp: 'readings', rtc: 'readings' },
  del: 'deleted_text',
};
const frameLike = setOf('iframe object audio video');
const headings = setOf('h1 h2 h3 h4 h5 h6');
/** Elements whose text is a paragraph, whatever it ends with. */
const paragraphs = new Set([
  ...headings,
  ...setOf('p li blockquote dd dt figcaption summary address center'),
]);
/** Elements whose head is a part of what people read. The head of a page has its menus. */
const sections = setOf('article main section');

/** The elements around a page, and those that only its head has. */
const frames = setOf('html head body title meta link script style main');
/** Headings and fences, which Markdown has and HTML lacks. */
const markdown = /^(?:#{1,6} \S|```|~~~)/m;

/** Whether a text that begins with an element is a page: Markdown may begin with one, too. */
export function isPage(firstElement: string, text: string): boolean {
  return frames.has(firstElement) || (blocks.has(firstElement) && !markdown.test(text));
}

/** Elements in a line whose text is not read as it stands. */
const written = setOf('a q sub sup msqrt');
/** Parts of formulas whose second part stands above, below or lower (MathML Core, section 3.3 and 3.4). */
const scripts = setOf('mfrac msub msup munder mover');

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The paragraph in which it begins, and where. */
  readonly text: ParagraphText;
  readonly start: number;
  /** The element around it, and how many it has begun. */
  readonly parent: Element | undefined;
  children: number;
}

/** The headings, paragraphs and items of a page: of its `main` alone, where it has one. */
export function htmlBlocks(
  html: string,
  leftOut: LeftOutLog = leftOutLog(),
): readonly DocumentBlock[] {
  const inMain = blockCollector();
  const inAll = blockCollector();
  const path: Element[] = [];
  /** How deep the element lies that hides its text; 0 where none does. */
  let hiddenDepth = 0;
  let hidden = { kind: undefined as LeftOutKind | undefined, text: '' };
  let text = paragraphText();
  /** Whether there is more than the words of buttons, which are none of a text by themselves. */
  let hasWords = false;
  /** Whether nothing but space stands after a break. */
  let isAfterBreak = false;
  const isIn = (name: string) => path.some((element) => element.name === name);
  const collector = () => (isIn('main') ? inMain : inAll);
  const endBlock = () => {
    const kind = kindOf(path);
    if (kind && hasWords) collector().add(text.whole(), kind);
    else collector().leaveOut('navigation', text.whole());
    text = paragraphText();
    isAfterBreak = false;
    hasWords = false;
  };
  const handlers: Handlers = {
    open: (name, attributes) => {
      const isBreak = name === 'br';
      if (hiddenDepth === 0 && (blocks.has(name) || (isBreak && isAfterBreak))) endBlock();
      if (isBreak && hiddenDepth === 0) text.add('\n');
      isAfterBreak ||= isBreak;
      const isCode = name === 'code' && isIn('pre');
      const parent = path.at(-1);
      if (parent) parent.children += 1;
      path.push({ name, attributes, start: text.count(), text, parent, children: 0 });
      if (hiddenDepth > 0) return;
      const kind = isCode ? 'code' : hiddenAs(attributes, name);
      if (kind || silent.has(name) || wordBullet.test(attributes.style ?? '')) {
        hiddenDepth = path.length;
        hidden = { kind, text: '' };
      }
      if (name === 'input' && kind === undefined && attributes.type !== 'hidden')
        collector().leaveOut('fields', attributes.value ?? '');
      // A picture without a description is an ornament (HTML, section 4.8.4.4.4).
      if (name === 'img') collector().leaveOut('pictures', attributes.alt ?? '');
    },
    text: (piece) => {
      if (hiddenDepth > 0) {
        if (hidden.kind && !path.some(({ name }) => silent.has(name))) hidden.text += piece;
        return;
      }
      // Authors indent the source of a formula; that space is no part of it.
      text.add(isIn('math') ? piece.trim() : piece);
      if (piece.trim() === '') return;
      isAfterBreak = false;
      hasWords ||= !isIn('button');
    },
    close: (name) => {
      if (path.length === hiddenDepth) {
        hiddenDepth = 0;
        // A drawing without words is no text, and what a frame holds stands elsewhere.
        if (frameLike.has(name)) leftOut.add('embedded', {});
        else if (hidden.kind) collector().leaveOut(hidden.kind, hidden.text);
      }
      if (hiddenDepth === 0 && blocks.has(name)) endBlock();
      const element = path.pop();
      if (element?.text !== text || hiddenDepth > 0) return;
      if (!written.has(name) && !scripts.has(element.parent?.name ?? '')) return;
      const isFirst = text.isBlankBefore(element.start);
      text.replaceFrom(element.start, (piece) => asRead(element, piece, { path, isFirst }));
    },
  };
  readMarkup(html, handlers);
  endBlock();
  const hasMain = inMain.blocks.length > 0;
  inAll.tell(leftOut, hasMain ? 'navigation' : undefined);
  inMain.tell(leftOut);
  return hasMain ? inMain.blocks : inAll.blocks;
}

/** How Word marks the items of a list in HTML, and the bullet or number that it writes into them. */
const wordItem = /(?:^|;)\s*mso-list\s*:\s*l\d/i;
const wordBullet = /(?:^|;)\s*mso-list\s*:\s*ignore/i;

/** The kind of a text by the elements around it; nothing for the head of a page. */
function kindOf(path: readonly Element[]) {
  const names = path.map(({ name }) => name);
  const name = names.findLast((one) => paragraphs.has(one));
  const isHeading = name !== undefined && headings.has(name);
  if (!isHeading && names.includes('header') && !names.some((one) => sections.has(one)))
    return undefined;
  const isItem =
    names.includes('li') || path.some(({ attributes }) => wordItem.test(attributes.style ?? ''));
  if (isHeading) return { isHeading, level: Number(name.slice(1)) };
  const loose = names.includes('table') ? 'cells' : name === undefined ? 'loose_text' : undefined;
  return { isItem, loose } as const;
}

/**
 * The kind of an element whose text is not read: a page hides it, or a program has written it, such as
 * the header that LibreOffice adds to the author's text.
 */
function hiddenAs(
  attributes: Readonly<Record<string, string>>,
  name: string,
): LeftOutKind | undefined {
  const { hidden, open, style = '', title = '', id = '', role = '' } = attributes;
  if (hidden !== undefined && hidden !== 'until-found') return 'hidden_text';
  if (/(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i.test(style))
    return 'hidden_text';
  if (name === 'dialog' && open === undefined) return 'hidden_text';
  if (name === 'div' && (title === 'header' || title === 'footer')) return 'heads';
  if (role === 'doc-toc' || /^(?:toc|table of contents\d*)$/i.test(id)) return 'contents';
  const isNote = name === 'aside' && /^doc-(?:foot|end)notes?$/.test(role);
  return isNote ? 'footnotes' : skipped[name];
}

/** Where Word, LibreOffice, Google Docs, pandoc and MediaWiki link from a note, and to it. */
const noteLink =
  /^#_?(?:ftn|fn|edn|cite_note|cite_ref|sdfootnote|sdendnote|footnote|endnote)(?:[\d_:-]|ref|nt)/i;
/** The mark of a note is no longer, in UTF-16 units. */
const MAX_MARK = 6;

/** The text of an element that stands in a line. Marks of notes are no words of their sentence. */
function asRead(
  element: Element,
  piece: string,
  { path, isFirst }: { readonly path: readonly Element[]; readonly isFirst: boolean },
): string {
  const { name, attributes } = element;
  if (name === 'sub') return lowered(piece);
  if (name === 'sup') return raised(piece);
  if (name === 'q') return `“${piece}”`;
  if (name !== 'a') return inFormula(element, piece.trim());
  const { href = '', role = '' } = attributes;
  if (!href.startsWith('#') || piece.length > MAX_MARK) return piece;
  const isNote = noteLink.test(href) || role === 'doc-noteref' || role === 'doc-backlink';
  const isRaised = /^[⁰¹²³⁴-⁹]+$/.test(piece) || path.some((element) => element.name === 'sup');
  const isNumber = isFirst && /^[[(]?\d+[\])]?$/.test(piece);
  return isNote || isRaised || isNumber || !/[\p{L}\p{N}]/u.test(piece) ? '' : piece;
}

/** A part of a formula on one line, such as `x²` and `(a+b)/2`. */
function inFormula({ name, parent }: Element, piece: string): string {
  const text = name === 'msqrt' ? root(piece) : piece;
  const isSecond = parent?.children === 2;
  switch (parent?.name) {
    case 'mfrac':
      return isSecond ? fraction('', text) : fraction(text, '').slice(0, -1);
    case 'msup':
    case 'mover':
      return isSecond ? exponent(text) : text;
    case 'msub':
    case 'munder':
      return isSecond ? index(text) : text;
    default:
      return text;
  }
}
