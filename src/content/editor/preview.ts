import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { createElement as h, type ReactElement, type ReactNode } from 'react';

/** The width of a phone in the preview, as the narrowest that the site is drawn for. */
const PHONE_WIDTH_PX = 360;

let styles = '';

/** Takes the style sheet of the site, before the first preview. */
export function setPreviewStyles(sheet: string): void {
  styles = sheet;
}

interface Shown {
  readonly title?: string;
  readonly description?: string;
  readonly cover?: string;
  readonly coverAlt?: string;
}

/**
 * An entry as the site shows it, drafts included, with switches for the dark theme and for a phone.
 * It uses no hooks: the editor renders it with a React of its own.
 */
export function Preview(props: CustomPreviewTemplateProps): ReactElement {
  const { entry, widgetFor, getAsset, document: frame } = props;
  const { title, description, cover, coverAlt }: Shown = Object(entry.toJS()).data ?? {};
  frame.documentElement.dataset.theme ??= 'light';
  const picture = cover ? getAsset(cover)?.url : undefined;
  const heading = [
    h('h1', { key: 'title', className: 'mt-2 text-4xl font-bold' }, title),
    h('p', { key: 'description', className: 'mt-5 max-w-2xl text-lg text-white/90' }, description),
    picture && h('img', { key: 'cover', src: picture, alt: coverAlt ?? '', className: 'mt-5' }),
  ];
  const text = h('div', { className: 'prose' }, widgetFor('body'));
  return h(
    'main',
    null,
    h('style', null, styles),
    switches(frame),
    h('article', null, header(heading), h('div', { className: 'page py-10' }, text)),
  );
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
