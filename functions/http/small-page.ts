import { createHash } from 'node:crypto';
import type { Language } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import { site } from '../../src/site.config.ts';
import type { HtmlPage } from './handler.ts';

const { brand, paper, linesOnDark } = site.colors;

// The button, or the first of two links, is what the page asks for.
const style = `
:root{color-scheme:light dark;--ink:#1f2a3d;--paper:${paper};--brand:${brand};--on-brand:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf4;--paper:#141b28;--brand:${linesOnDark};--on-brand:#141b28}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{max-width:26rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
a,button{display:block;width:100%;box-sizing:border-box;margin-top:1rem;padding:.75rem 1rem;border:2px solid var(--brand);border-radius:.5rem;background:none;color:var(--brand);font:inherit;text-align:center;text-decoration:none;cursor:pointer}
button,a:has(+a){background:var(--brand);color:var(--on-brand)}
:focus-visible{outline:3px solid var(--brand);outline-offset:3px}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * A page that asks or says one thing outside of the site. It may load and run nothing, no page may
 * frame it, and only a form of its own may send, to its own origin.
 * @param content HTML below the title
 */
export function smallPage(language: Language, title: string, content: string): HtmlPage {
  const html = `<!doctype html>
<html lang="${languageRecords[language].tag}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title} · ${site.name}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`;
  const formAction = content.includes('<form') ? "'self'" : "'none'";
  const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
  return { html, contentSecurityPolicy };
}
