import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { preferredLanguage } from '../../../functions/http/negotiation.ts';
import type { Language } from '../../../src/contract/language.ts';
import { fill } from '../../../src/i18n/fill.ts';
import { mailboxWords } from '../../../src/i18n/words.ts';
import { replaceFile } from '../data/data-folder.ts';
import { escapeHtml, type Page, page } from '../http/html.ts';
import { originForm } from '../http/read-request.ts';

/** How many messages are kept; the oldest go first. */
const MAX_KEPT = 200;

/** A message as its sender handed it in. */
export interface KeptMail {
  /** Counts up, in the order of arrival. */
  readonly id: string;
  readonly raw: string;
  readonly mail: Email;
}

export interface Mailbox {
  keep(to: string, raw: Buffer): void;
  /** The newest first. */
  list(): Promise<readonly KeptMail[]>;
  find(id: string): Promise<KeptMail | undefined>;
}

const name = /^\d{8}\.eml$/;

/** Messages as files of a folder. They outlive a restart, and any mail program opens them. */
export function mailbox(folder: string): Mailbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = () =>
    readdirSync(folder)
      .filter((file) => name.test(file))
      .toSorted();
  const read = async (file: string): Promise<KeptMail> => {
    const raw = readFileSync(join(folder, file));
    const mail = await PostalMime.parse(raw);
    return { id: file.slice(0, -'.eml'.length), raw: raw.toString('utf8'), mail };
  };
  return {
    keep: (to, raw) => {
      const kept = files();
      const next = String(Number(kept.at(-1)?.slice(0, 8) ?? 0) + 1).padStart(8, '0');
      // The envelope is not in the message; mail servers write it above (RFC 5321, section 4.4).
      const envelope = Buffer.from(`Delivered-To: ${to}\r\n`);
      replaceFile(join(folder, `${next}.eml`), Buffer.concat([envelope, raw]).toString('utf8'));
      for (const old of kept.slice(0, Math.max(0, kept.length + 1 - MAX_KEPT))) {
        rmSync(join(folder, old));
      }
    },
    list: () => Promise.all(files().toReversed().map(read)),
    find: async (id) => {
      const file = files().find((one) => one === `${id}.eml`);
      return file === undefined ? undefined : read(file);
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Answers a request for the mailbox: its list at `/`, a message at `/00000001`, its HTML alone at
 * `/00000001/html`, and the whole as it came at `/00000001/source`.
 */
export async function answerMailbox(request: IncomingMessage, box: Mailbox): Promise<Answer> {
  const language = preferredLanguage(request.headers['accept-language']);
  const [path = '/'] = originForm(request.url ?? '/').split('?', 1);
  if (path === '/') return answerOf(listPage(await box.list(), language));
  const [, id = '', part] = path.split('/');
  const kept = await box.find(id);
  if (!kept) return answerOf(listPage(await box.list(), language), 404);
  if (part === 'html') return htmlPart(kept);
  if (part === 'source') return source(kept);
  return answerOf(mailPage(kept, language));
}

function answerOf({ html, headers }: Page, status = 200): Answer {
  return { status, headers: { ...headers }, body: html };
}

/** A message's own HTML, in a frame or alone: styles and its own pictures, and no script. */
function htmlPart({ mail }: KeptMail): Answer {
  const policy =
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  // Links of a message leave the frame, which is sandboxed.
  const body = (mail.html ?? '').replace('<head>', '<head><base target="_blank">');
  return { status: 200, headers, body };
}

function source({ raw }: KeptMail): Answer {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: raw };
}

function listPage(kept: readonly KeptMail[], language: Language): Page {
  const words = mailboxWords[language];
  const items = kept.map(
    ({ id, mail }) =>
      `<article class="item"><p><a href="/${id}"><strong>${escapeHtml(mail.subject ?? '')}</strong></a><br>${escapeHtml(addressesOf(mail))} · ${escapeHtml(mail.date ?? '')}</p></article>`,
  );
  const content = `<h1>${words.title}</h1><p>${words.intro}</p>${items.join('') || `<p class="item">${words.none}</p>`}`;
  return page(words.title, content, { language, isWide: true });
}

function mailPage({ id, mail }: KeptMail, language: Language): Page {
  const words = mailboxWords[language];
  const headers = mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n');
  const subject = mail.subject ?? '';
  const content = `<p><a href="/">${words.title}</a></p>
<h1>${escapeHtml(subject)}</h1><p>${escapeHtml(addressesOf(mail))}</p>
<iframe src="/${id}/html" sandbox="allow-popups" title="${escapeHtml(fill(words.frame, { subject }))}"></iframe>
<h2>${words.text}</h2><pre>${escapeHtml(mail.text ?? '')}</pre>
<h2>${words.headers}</h2><pre>${escapeHtml(headers)}</pre>
<p><a href="/${id}/html">${words.html}</a> · <a href="/${id}/source">${words.source}</a></p>`;
  return page(subject, content, { language, isWide: true, framesOwn: true });
}

function addressesOf({ to = [] }: KeptMail['mail']): string {
  return to
    .map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? '')))
    .join(', ');
}
