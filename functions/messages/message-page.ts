import { render, toPlainText } from '@react-email/render';
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { accountPath } from '../../src/contract/checkout.ts';
import { type Language, localizedPath } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import { fill } from '../../src/i18n/fill.ts';
import { messagesWords } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';
import type { MessageText } from './message-text.ts';

interface Frame {
  readonly language: Language;
  readonly siteOrigin: string;
  readonly name?: string;
  /** Absent for messages that nobody can switch off. */
  readonly unsubscribeUrl?: string;
  /** Whether the reader still has an account to go to. */
  readonly hasAccount: boolean;
}

const { brand, paper, accent, accentOnDark } = site.colors;

/** Where a client has no dark theme, or strips this, the light one is whole. */
const darkStyle = `:root{color-scheme:light dark}
@media(prefers-color-scheme:dark){
.page{background:#131a29!important}.card{background:#1a2335!important}
.ink,.ink td{color:#edf1f8!important}.soft,.soft a{color:#b0bbd0!important}
.line{border-color:#3a465e!important}
.action{background:${accentOnDark}!important;color:#1c1206!important}}`;

const font =
  '-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';

/** The HTML of a message and its plain text, which has the same words (RFC 2046, section 5.1.4). */
export async function pageOf(
  text: MessageText,
  frame: Frame,
): Promise<{ readonly html: string; readonly text: string }> {
  const html = await render(page(text, frame));
  return { html, text: toPlainText(html, plainTextOptions) };
}

/** Headings keep their case; a button is its words and then its address. */
const plainTextOptions = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'table', format: 'block' },
    { selector: 'td', format: 'inline' },
    { selector: 'tr', format: 'block' },
  ],
};

function page(text: MessageText, frame: Frame): ReactElement {
  const { tag } = languageRecords[frame.language];
  return h(
    'html',
    { lang: tag },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, text.subject),
      h('style', null, darkStyle),
    ),
    h(
      'body',
      { className: 'page', style: { margin: 0, background: '#f2f4f8' } },
      table(
        'page',
        { background: '#f2f4f8' },
        h('td', { align: 'center', style: { padding: '24px 12px' } }, card(text, frame)),
      ),
    ),
  );
}

/** The attributes of all tables. Mail clients lay out tables alike, and little else. */
const plain = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 };

function table(className: string, style: object, ...cells: readonly ReactNode[]): ReactElement {
  const rows = cells.map((cell, index) => h('tr', { key: index }, cell));
  return h('table', { ...plain, className, style }, h('tbody', null, ...rows));
}

function card(text: MessageText, frame: Frame): ReactElement {
  const head = { padding: '20px 28px', background: brand, color: '#fff', fontSize: 20 };
  const body = { padding: '28px', color: '#1c2536', fontSize: 16, lineHeight: '26px' };
  return table(
    'card',
    { maxWidth: 600, background: paper, fontFamily: font, textAlign: 'left' },
    h('td', { style: { ...head, fontWeight: 700 } }, site.name),
    h('td', { className: 'ink', style: body }, ...content(text, frame)),
    h('td', { style: { padding: '0 28px 28px' } }, footer(frame)),
  );
}

function content({ subject, paragraphs, facts, action }: MessageText, frame: Frame): ReactNode[] {
  const { hello, helloThere } = messagesWords[frame.language];
  const greeting = frame.name ? fill(hello, { name: frame.name }) : helloThere;
  const paragraph = (words: string) => h('p', { key: words, style: { margin: '0 0 16px' } }, words);
  return [
    h(
      'h1',
      { key: 'title', style: { margin: '0 0 16px', fontSize: 22, lineHeight: '30px' } },
      subject,
    ),
    ...[greeting, ...paragraphs].map(paragraph),
    ...(facts.length === 0 ? [] : [h('div', { key: 'facts' }, factTable(facts, frame))]),
    ...(action
      ? [h('p', { key: 'action', style: { margin: '24px 0 0' } }, button(action, frame))]
      : []),
  ];
}

function factTable(facts: MessageText['facts'], { language }: Frame): ReactElement {
  const { fact } = messagesWords[language];
  const line = { padding: '8px 12px 8px 0', borderTop: '1px solid #d5dae3', verticalAlign: 'top' };
  const rows = facts.map(([label, value]) =>
    h(
      'tr',
      { key: label },
      h('td', { className: 'line', style: { ...line, width: '38%' } }, fill(fact, { label })),
      h('td', { className: 'line', style: { ...line, wordBreak: 'break-word' } }, value),
    ),
  );
  const style = { fontSize: 15, lineHeight: '22px', color: '#1c2536' };
  return h('table', { ...plain, className: 'ink', style }, h('tbody', null, ...rows));
}

function button(
  { label, path }: NonNullable<MessageText['action']>,
  { siteOrigin, language }: Frame,
): ReactElement {
  const href = `${siteOrigin}${localizedPath(path, language)}`;
  const style = {
    ...{ display: 'inline-block', padding: '12px 20px', background: accent, color: '#fff' },
    ...{ fontWeight: 600, textDecoration: 'none', borderRadius: 4 },
  };
  return h('a', { href, className: 'action', style }, label);
}

function footer({ language, siteOrigin, unsubscribeUrl, hasAccount }: Frame): ReactElement {
  const words = messagesWords[language];
  const link = (href: string, label: string) =>
    h('a', { href, style: { color: '#4a5670' } }, label);
  const choose = `${siteOrigin}${localizedPath(accountPath('messages'), language)}`;
  const lines: ReactNode[] = [
    fill(hasAccount ? words.footer : words.footerDeleted, { site: site.name }),
    h('span', null, ...withLink(words.write, site.contactEmail)),
    ...(hasAccount ? [link(choose, words.choose)] : []),
    ...(unsubscribeUrl === undefined ? [] : [link(unsubscribeUrl, words.unsubscribe)]),
  ];
  const style = { margin: '0 0 4px', color: '#4a5670', fontSize: 13, lineHeight: '20px' };
  const line = { borderTop: '1px solid #d5dae3', paddingTop: 16 };
  return h(
    'div',
    { className: 'line', style: line },
    ...lines.map((one, index) => h('p', { key: index, className: 'soft', style }, one)),
  );
}

/** A sentence in which the address is a link. */
function withLink(sentence: string, address: string): ReactNode[] {
  const [before = '', after = ''] = sentence.split('{email}');
  return [
    before,
    h('a', { href: `mailto:${address}`, style: { color: '#4a5670' } }, address),
    after,
  ];
}
