import { createHash } from 'node:crypto';
import { defaultLanguage, type Language } from '../../../src/contract/language.ts';
import { securityHeaders } from '../../../src/contract/security-headers.ts';
import { escapeXml } from '../../../src/contract/text-encoding.ts';
import { site } from '../../../src/site.config.ts';

/** Escapes text for use between tags and in quoted attributes: HTML has the entities of XML. */
export const escapeHtml = escapeXml;

const { brand, paper, accent, accentOnDark } = site.colors;

/** The fonts of `src/styles/global.css`: sign-in and payment look like the site. */
const sans =
  '-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';
const serif =
  '"Iowan Old Style","Palatino Linotype","URW Palladio L",Georgia,"Songti SC","Noto Serif CJK SC",SimSun,serif';

const style = `
:root{color-scheme:light dark;--ink:#1c2536;--quiet:#4a5670;--line:#8792a6;--page:#f2f4f8;--card:${paper};--action:${accent};--on-action:${paper};--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#edf1f8;--quiet:#b0bbd0;--line:#76839b;--page:#131a29;--card:#1a2335;--action:${accentOnDark};--on-action:#1c1206;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink);font:1rem/1.5 ${sans}}
main{width:100%;max-width:26rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-top:.375rem solid ${brand};border-radius:.25rem}
h1,h2,.price{font-family:${serif};font-weight:700}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.25}
p{margin:0 0 1.25rem;color:var(--quiet)}
a{color:var(--action)}
label{display:block;font-weight:600}
select,input:not([type=checkbox],[type=radio]){width:100%;margin:.25rem 0 1rem;padding:.625rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.25rem}
input[aria-invalid]{border-color:var(--bad);margin-bottom:.25rem}
input:is([type=checkbox],[type=radio]){flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:${brand}}
.check{display:flex;align-items:center;gap:.625rem;margin-bottom:1.5rem;font-weight:400}
.error{margin:0 0 1rem;color:var(--bad)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}
button{flex:1 1 max-content;padding:.6875rem 1rem;font:inherit;font-weight:600;border:1px solid var(--action);border-radius:.25rem;cursor:pointer;color:var(--action);background:transparent}
button.primary{color:var(--on-action);background:var(--action)}
main.wide{max-width:56rem;align-self:start}
h2{margin:2rem 0 .5rem;font-size:1.125rem}
.price{margin:0 0 1.25rem;font-size:2rem;color:var(--ink)}
.item{padding:1rem 0;border-top:1px solid var(--line)}
.item p{margin:0 0 .5rem;overflow-wrap:anywhere}
.item form{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem;margin:.5rem 0}
.item button{flex:0 1 auto}
.item label{display:flex;align-items:center;gap:.625rem;font-weight:400}
.item input:not([type=checkbox],[type=radio]){width:9rem;margin:0}
fieldset{margin:0;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.25rem}
fieldset .check{margin:.5rem 0}
iframe{width:100%;height:38rem;border:1px solid var(--line);background:#fff}
pre{margin:0;padding:1rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line)}
:focus-visible{outline:3px solid var(--action);outline-offset:2px}
`;

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface PageOptions {
  readonly language?: Language;
  /** An origin to which the form's answer may redirect (`form-action`, CSP Level 3, 6.4.1). */
  readonly formTarget?: string;
  /** For a page with lists on it. */
  readonly isWide?: boolean;
  /** For a page with a frame of its own origin on it. */
  readonly framesOwn?: boolean;
}

/**
 * A page in the style of the local stand-ins. It runs no script and loads nothing.
 * @param content the HTML of the main part, escaped by the caller
 */
export function page(title: string, content: string, options: PageOptions = {}): Page {
  const { language = defaultLanguage, formTarget, isWide = false, framesOwn = false } = options;
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    'img-src data:',
    ...(framesOwn ? ["frame-src 'self'"] : []),
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main${isWide ? ' class="wide"' : ''}>${content}</main></body></html>`,
    headers: {
      ...securityHeaders('site', { https: false }),
      'cache-control': 'no-store',
      'content-security-policy': policy.join('; '),
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
    },
  };
}
