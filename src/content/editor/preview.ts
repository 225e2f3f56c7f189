import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { withMarks, withoutMarks } from '../../contract/cjk-markdown.ts';
import { defaultLanguage, type Language, languages } from '../../contract/language.ts';
import { fillKnownFacts } from '../facts.ts';
import { sectionAnchors } from '../section-schema.ts';
import type { Token } from './markdown-reader.ts';
import { completed, headingLook, lookOf, withoutPlaces } from './section-places.ts';

/** The width of a phone in the preview, as the narrowest that the site is drawn for. */
const PHONE_WIDTH_PX = 360;

/** The parts from which the preview draws. */
interface PreviewParts {
  /** The style sheets of the site. */
  readonly styles: string;
  /** The sections of each language, with places for their texts. */
  readonly drawn: ReadonlyMap<Language, Document>;
  readonly lex: (markdown: string) => readonly Token[];
}

interface Shown {
  readonly title?: string;
  readonly description?: string;
  readonly cover?: string;
  readonly sections?: readonly unknown[];
}

/**
 * Shows an entry as the site does, drafts included, with switches for the dark theme and for a phone.
 * The preview uses no hooks: the editor renders it with a React of its own.
 */
export function previewWith({ styles: sheets, drawn: drawnIn, lex }: PreviewParts) {
  // The frame's address is one in memory, from which no path leads to the face of headings.
  const styles = sheets.replace(/(?<=url\(["']?)\//g, `${location.origin}/`);
  return ({ entry, widgetFor, getAsset, document: frame }: CustomPreviewTemplateProps) => {
    const { data, i18n = {} } = Object(entry.toJS());
    const { title = '', description, cover, sections = [] }: Shown = data ?? {};
    frame.documentElement.dataset.theme ??= 'light';
    // A picture that was chosen and not yet saved is in memory.
    const urlOf = (path: string) => (path.startsWith('blob:') ? path : getAsset(path)?.url);
    // The form names the other languages of an entry, and not the one that it shows.
    const language = languages.find((one) => !(one in i18n)) ?? defaultLanguage;
    const drawn = drawnIn.get(language);
    const page = (content: ReactElement, ownStyles = '') =>
      h('main', null, h('style', null, styles, ownStyles), switches(frame), content);
    if (drawn && sections.length > 0) {
      const shown = drawSections(drawn, { title, sections }, { lex, urlOf });
      const ref = (place: Element | null) => place?.replaceChildren(...shown);
      const own = Array.from(drawn.querySelectorAll('style'), ({ textContent }) => textContent);
      return page(h('div', { ref }), own.join('\n'));
    }
    const heading = [
      h('h1', { key: 'title', className: 'mt-2 text-4xl font-bold' }, title),
      h('p', { key: 'lead', className: 'mt-5 max-w-2xl md:text-lg text-white/90' }, description),
      // The editor's own picture: it knows one that is not saved yet, too.
      cover && h('div', { key: 'cover', className: 'mt-5' }, widgetFor('cover')),
    ];
    const text = h('div', { className: 'prose' }, widgetFor('body'));
    return page(h('article', null, header(heading), h('div', { className: 'page py-10' }, text)));
  };
}

function header(children: ReactNode): ReactElement {
  const inner = h('div', { className: 'page py-10' }, children);
  return h('header', { className: 'on-brand bg-brand text-white' }, inner);
}

function switches(frame: Document): ReactElement {
  const root = frame.documentElement;
  const button = (label: string, press: () => void) =>
    h('button', { key: label, type: 'button', onClick: press, className: 'underline p-2' }, label);
  return h('p', { className: 'text-sm' }, [
    button('Light ☼ / Dark ☾', () => {
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    }),
    button('Phone / Desktop', () => {
      const { style } = frame.body;
      style.maxWidth = style.maxWidth ? '' : `${PHONE_WIDTH_PX}px`;
    }),
  ]);
}

type Facts = Readonly<Record<string, string>>;

/** How the editor reads Markdown, and where it has a picture that a field names. */
interface Reading {
  readonly lex: (markdown: string) => readonly Token[];
  readonly urlOf: (path: string) => string | undefined;
}

/**
 * Draws a page of sections as the site does: it fills the sections that the build drew with places
 * for their texts, `src/pages/admin/sections/`.
 * @param page the title and the sections of the form, finished or not
 * @returns the elements; what somebody typed is text in them, and never markup
 */
function drawSections(
  drawn: Document,
  page: { readonly title: string; readonly sections: readonly unknown[] },
  reading: Reading,
): readonly Element[] {
  const facts: Facts = JSON.parse(drawn.body.dataset.facts ?? '{}');
  const sections = page.sections.flatMap((given) => completed(given) ?? []);
  const anchors = sectionAnchors(sections.map(({ kind }) => kind));
  const filled = (look: string, values: object, id = '') =>
    fill(partOf(drawn, look), values, id, facts, reading);
  const heading = sections[0]?.kind === 'hero' ? [] : filled(headingLook, { title: page.title });
  return [...heading, ...sections.flatMap((one, at) => filled(lookOf(one), one, anchors[at]))];
}

/** A section of a look; what stands above it is the heading of a page without a hero. */
function partOf(drawn: Document, look: string): Element | undefined {
  const template = drawn.querySelector<HTMLTemplateElement>(`template[data-look="${look}"]`);
  const parts = Array.from(template?.content.children ?? []);
  const part = parts.findLast(({ localName }) => localName === 'section' || localName === 'div');
  const copy = part && drawn.importNode(part, true);
  // The preview shows what a page shows before it is touched: no script may run in it.
  for (const script of copy?.querySelectorAll('script') ?? []) script.remove();
  return copy;
}

function fill(
  part: Element | undefined,
  values: object,
  id: string,
  facts: Facts,
  { lex, urlOf }: Reading,
): readonly Element[] {
  if (!part) return [];
  // An unknown fact keeps its braces, because the check reports it.
  const textAt = (path: string) =>
    fillKnownFacts(String(path.split('.').reduce(fieldOf, values) ?? ''), facts);
  shortenLists(part, values, '');
  if (id) part.id = id;
  for (const element of [part, ...part.querySelectorAll('*')]) {
    if (element.matches('img[alt*="⟦"]')) {
      const { picture }: { readonly picture?: string } = values;
      element.setAttribute('src', (picture && urlOf(picture)) ?? '');
      element.removeAttribute('srcset');
    }
    for (const { name, value } of element.attributes) {
      const whole = value.startsWith('/') ? `${location.origin}${value}` : value;
      element.setAttribute(name, withoutPlaces(whole, textAt));
    }
    const text = element.textContent;
    if (element.matches('.rich') && text.includes('⟦')) {
      const tokens = lex(withMarks(withoutPlaces(text, textAt)));
      element.replaceChildren(...marked(tokens, element.ownerDocument));
    }
  }
  for (const node of textsIn(part)) node.data = withoutPlaces(node.data, textAt);
  // A title may have several lines.
  part.querySelector('h1')?.style.setProperty('white-space', 'pre-line');
  return [part];
}

function fieldOf(value: unknown, name: string): unknown {
  return Object.entries(Object(value)).find(([one]) => one === name)?.[1];
}

/** Removes what was drawn for more entries than the lists have. */
function shortenLists(part: Element, values: object, path: string): void {
  for (const [name, value] of Object.entries(values)) {
    if (!Array.isArray(value)) continue;
    const entries = textsIn(part).flatMap((node) => {
      const [, at] = node.data.match(`⟦${path}${name}\\.(\\d+)`) ?? [];
      return at === undefined ? [] : [{ node, at: Number(at) }];
    });
    const second = entries.find(({ at }) => at === 1)?.node;
    let list = entries[0]?.node.parentNode;
    while (list && second && !list.contains(second)) list = list.parentNode;
    for (const { node, at } of entries) {
      if (at < value.length) continue;
      let entry: Node = node;
      while (entry.parentNode && entry.parentNode !== list) entry = entry.parentNode;
      if (entry.parentNode === list) list?.removeChild(entry);
    }
    value.forEach((item, at) => {
      if (typeof item === 'object') shortenLists(part, item, `${path}${name}.${at}.`);
    });
  }
}

function textsIn(part: Element): readonly Text[] {
  const walker = part.ownerDocument.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  }
  return texts;
}

/** The elements of what a text in a section may have. */
const elements: Readonly<Record<string, string>> = {
  ...{ em: 'em', strong: 'strong', del: 'del', codespan: 'code', link: 'a', br: 'br' },
};

/** Tokens as the site shows them; paragraphs are apart by an empty line. */
function marked(tokens: readonly Token[], document: Document): readonly (Node | string)[] {
  return tokens.flatMap(({ type, raw, text = raw, tokens: inner = [] }, at) => {
    if (type === 'space') return at === 0 ? [] : [document.createElement('br')];
    const name = elements[type];
    const content = inner.length > 0 ? marked(inner, document) : [withoutMarks(text)];
    if (!name)
      return type === 'paragraph' && at > 0 ? [document.createElement('br'), ...content] : content;
    const element = document.createElement(name);
    element.replaceChildren(...content);
    return [element];
  });
}
