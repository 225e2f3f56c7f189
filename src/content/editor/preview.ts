import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { defaultLanguage, type Language, languages } from '../../contract/language.ts';
import { drawSections } from './draw-sections.ts';
import type { Token } from './markdown-reader.ts';

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

let parts: PreviewParts | undefined;

/** Takes what the preview draws with, before the first one. */
export function setPreviewParts(all: PreviewParts): void {
  parts = all;
}

interface Shown {
  readonly title?: string;
  readonly description?: string;
  readonly cover?: string;
  readonly sections?: readonly unknown[];
}

/**
 * An entry as the site shows it, drafts included, with switches for the dark theme and for a phone.
 * It uses no hooks: the editor renders it with a React of its own.
 */
export function Preview(props: CustomPreviewTemplateProps): ReactElement {
  const { entry, widgetFor, getAsset, document: frame } = props;
  const { data, i18n = {} } = Object(entry.toJS());
  const { title = '', description, cover, sections = [] }: Shown = data ?? {};
  frame.documentElement.dataset.theme ??= 'light';
  // A picture that was chosen and not yet saved is in memory.
  const urlOf = (path: string) => (path.startsWith('blob:') ? path : getAsset(path)?.url);
  // The form names the other languages of an entry, and not the one that it shows.
  const language = languages.find((one) => !(one in i18n)) ?? defaultLanguage;
  const drawn = parts?.drawn.get(language);
  if (parts && drawn && sections.length > 0) {
    const reading = { lex: parts.lex, urlOf };
    const shown = drawSections(drawn, { title, sections }, reading);
    const ref = (place: Element | null) => place?.replaceChildren(...shown);
    return page(frame, h('div', { ref }), stylesOf(drawn));
  }
  const heading = [
    h('h1', { key: 'title', className: 'mt-2 text-4xl font-bold' }, title),
    h('p', { key: 'lead', className: 'mt-5 max-w-2xl md:text-lg text-white/90' }, description),
    // The editor's own picture: it knows one that is not saved yet, too.
    cover && h('div', { key: 'cover', className: 'mt-5' }, widgetFor('cover')),
  ];
  const text = h('div', { className: 'prose' }, widgetFor('body'));
  return page(
    frame,
    h('article', null, header(heading), h('div', { className: 'page py-10' }, text)),
  );
}

function page(frame: Document, content: ReactElement, ownStyles = ''): ReactElement {
  return h('main', null, h('style', null, parts?.styles, ownStyles), switches(frame), content);
}

function stylesOf(drawn: Document): string {
  return Array.from(drawn.querySelectorAll('style'), ({ textContent }) => textContent).join('\n');
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
