import type { APIRoute } from 'astro';
import { defaultLanguage } from '../contract/language.ts';
import { exampleDay } from '../prerender/pricing/flow-examples.ts';
import { emblemAt } from '../prerender/social-cards/emblem.ts';
import { emblem, site } from '../site.config.ts';

/**
 * The drawing of the home page: the emblem and a ledger. Around our wheel, streams pass and credits
 * drop; another product's emblem stands in no river. It is a file of its own, which both languages
 * share and the words of the page do not wait for.
 */
export const GET: APIRoute = () => {
  const headers = { 'content-type': 'image/svg+xml' };
  return new Response(sceneSvg(), { headers });
};

/** The streams end at the emblem, and go on below it. */
const streams = [
  'M10 104C50 98 70 112 110 106S190 98 230 105S300 102 330 112C380 122 428 146 446 188',
  'M10 114C60 110 90 120 130 115S220 110 260 115S306 116 322 124C366 134 414 158 434 190',
  'M10 121C80 119 150 124 220 121S300 124 314 134C350 144 396 164 420 190',
  'M10 404C60 398 110 410 160 404S262 398 286 410S366 398 392 404M10 417C90 411 150 423 230 417S380 412 404 417',
];
/** The slip of paper: its lower edge is torn. */
const slip = `M420 350H540V436${'l-10 8l-10-8'.repeat(6)}Z`;
const emblemBox = emblem.turns ? { x: 222, y: 136, size: 252 } : { x: 96, y: 64, size: 300 };

// Motion of more than five seconds would need a pause (WCAG 2.2, 2.2.2).
const motion = `@media (prefers-reduced-motion:no-preference){
#streams{animation:run 4.5s ease-out}
${emblem.turns ? '#emblem{transform-origin:348px 262px;animation:turn 4.5s ease-out}' : ''}
}
@keyframes run{to{stroke-dashoffset:-504px}}
@keyframes turn{0%{transform:rotate(-45deg)}}`;

function sceneSvg(): string {
  const { brand, paper, accentOnDark, linesOnDark } = site.colors;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 450" fill="none" stroke-linecap="round" stroke-width="3">',
    `<style>${motion}</style>`,
    // The scene paints its own ground, because the page has another one in forced colours.
    `<path d="M0 0H560V450H0Z" fill="${brand}"/>`,
    emblem.turns
      ? `<g id="streams" stroke="${linesOnDark}" stroke-dasharray="56 7"><path d="${streams.join('')}"/></g>`
      : `<path d="M40 404H520" stroke="${linesOnDark}"/>`,
    `<g id="emblem">${emblemAt(emblemBox, paper)}</g>`,
    emblem.turns
      ? `<path d="M492 292h.1m7.9 32h.1" stroke="${accentOnDark}" stroke-width="18"/>`
      : '',
    `<path d="${slip}" fill="${paper}"/>`,
    ...entries().map((text, index) => entry(text, 372 + 24 * index)),
    '</svg>',
  ].join('\n');
}

/** The first day of `LedgerDemo.astro`: the card failed, so it cost nothing. */
function entries(): readonly string[] {
  const { paid } = exampleDay(defaultLanguage, '');
  return [`+${site.trial.credits}`, `−${paid.credits}`, '0'];
}

function entry(text: string, y: number): string {
  return `<path d="M432 ${y + 5}H528" stroke="#d5dbe6" stroke-width="1"/>
<path d="M434 ${y - 8}h44v5h-44Z" fill="#b6c0d2"/>
<text x="526" y="${y}" fill="${site.colors.brand}" font-family="ui-monospace,monospace" font-size="15" font-weight="700" text-anchor="end">${text}</text>`;
}
