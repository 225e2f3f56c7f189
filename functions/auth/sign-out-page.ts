import { createHash } from 'node:crypto';
import { type Language, localizedPath } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import { logoutPath } from '../../src/contract/session.ts';
import { fill } from '../../src/i18n/fill.ts';
import { signOutPageWords } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';
import type { HtmlPage } from '../http/handler.ts';

const style = `
:root{color-scheme:light dark;--ink:#1f2a3d;--paper:${site.colors.paper};--brand:${site.colors.brand};--on-brand:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf4;--paper:#141b28;--brand:${site.colors.linesOnDark};--on-brand:#141b28}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{max-width:26rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
a{display:block;margin-top:1rem;padding:.75rem 1rem;border:2px solid var(--brand);border-radius:.5rem;color:var(--brand);text-align:center;text-decoration:none}
a:first-of-type{margin-top:1.5rem;background:var(--brand);color:var(--on-brand)}
a:focus-visible{outline:3px solid var(--brand);outline-offset:3px}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * The page may load, run and send nothing, and none may frame it. Its one style sheet has a hash.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page that asks before a sign-out that another site started. Its first link leads to its own
 * address: from here, that navigation is our own.
 */
export function signOutPage(language: Language): HtmlPage {
  const { title, text, confirm, stay } = signOutPageWords[language];
  const html = `<!doctype html>
<html lang="${languageRecords[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${site.name}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${fill(text, { site: site.name })}</p>
<a href="${logoutPath}">${confirm}</a>
<a href="${localizedPath('/', language)}">${stay}</a>
</main>
</body>
</html>
`;
  return { html, contentSecurityPolicy };
}
