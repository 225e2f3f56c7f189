import { hintCookie } from '../contract/session.ts';
import { themeKey } from '../state/theme.ts';

/**
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes
 * under the visitor's eyes: it sets `data-theme` from the stored choice or the system's, and
 * `data-session="expected"` when the hint cookie says that a session may exist.
 */
export const headScript = [
  '(d=>{',
  'let t;',
  `try{t=localStorage.getItem(${JSON.stringify(themeKey)})}catch{}`,
  'd.dataset.theme=t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light";',
  `if(/(^|; )${hintCookie.name}=${hintCookie.value}(;|$)/.test(document.cookie))d.dataset.session="expected"`,
  '})(document.documentElement)',
].join('');
