import { hintCookie } from '../contract/session.ts';
import { themeKey } from '../state/theme.ts';

/**
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes
 * under the visitor's eyes: it sets `data-theme` from the stored choice or the system's, and
 * `data-session="expected"` when the hint cookie says that a session may exist. And it keeps
 * a transition from page to page that cannot run, as when a phone is turned meanwhile, from being
 * reported as an error: the page then stands there without it. A listener of `pagereveal` is not
 * enough, because Chromium may end a transition that no script has been given yet.
 * Source: CSS View Transitions Level 2, section 5, "Cross-document view transitions".
 */
export const headScript = [
  '(d=>{',
  'let t;',
  `try{t=localStorage.getItem(${JSON.stringify(themeKey)})}catch{}`,
  'd.dataset.theme=t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light";',
  `if(/(^|; )${hintCookie.name}=${hintCookie.value}(;|$)/.test(document.cookie))d.dataset.session="expected"`,
  '})(document.documentElement);',
  'addEventListener("unhandledrejection",e=>{',
  'if(e.reason instanceof DOMException&&/transition/i.test(e.reason.message))e.preventDefault()',
  '})',
].join('');
