import { Parser, type ParserOptions } from 'htmlparser2';
import { blockCollector, type DocumentBlock, refusedDocument } from './document-text.ts';

/** How deep elements may lie in each other; pages of people have a tenth of it. */
const MAX_DEPTH = 500;

interface Handlers {
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

/** The elements that nobody reads as the text of a page. */
const skipped = setOf(
  'script style template noscript head nav header footer aside form button select svg math iframe object rt',
);
const headings = setOf('h1 h2 h3 h4 h5 h6');
/** Elements whose text is a paragraph, whatever it ends with. */
const paragraphs = new Set([...headings, ...setOf('p li blockquote dd figcaption')]);
/** Elements that stand in a line of text; all others begin a new one. */
const inline = setOf(
  'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q rp ruby s samp small span strike strong sub sup time tt u var wbr',
);

/** The headings, paragraphs and items of a page: of its `main` alone, where it has one. */
export function htmlBlocks(html: string): readonly DocumentBlock[] {
  const inMain = blockCollector();
  const inAll = blockCollector();
  const path: string[] = [];
  /** How deep the element lies that hides its text; 0 where none does. */
  let hiddenDepth = 0;
  let text = '';
  const endBlock = () => {
    const name = path.findLast((one) => paragraphs.has(one));
    const isHeading = name !== undefined && headings.has(name);
    const isItem = !isHeading && path.includes('li');
    const isLoose = !isHeading && (name === undefined || path.includes('table'));
    (path.includes('main') ? inMain : inAll).add(text, { isHeading, isItem, isLoose });
    text = '';
  };
  const handlers: Handlers = {
    open: (name, attributes) => {
      if (!inline.has(name)) endBlock();
      if (name === 'br') text += '\n';
      const isCode = name === 'code' && path.includes('pre');
      path.push(name);
      const isHidden = skipped.has(name) || isCode || 'hidden' in attributes;
      if (isHidden && hiddenDepth === 0) hiddenDepth = path.length;
    },
    text: (piece) => {
      if (hiddenDepth === 0) text += piece;
    },
    close: (name) => {
      if (!inline.has(name)) endBlock();
      if (path.length === hiddenDepth) hiddenDepth = 0;
      path.pop();
    },
  };
  readMarkup(html, handlers);
  endBlock();
  return inMain.blocks.length > 0 ? inMain.blocks : inAll.blocks;
}
