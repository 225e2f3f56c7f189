import { atom } from 'jotai/vanilla';
import { pageSession } from './page-session.ts';
import type { SessionState } from './session-source.ts';

/** The session, as islands read it. It follows the page's session while anybody looks at it. */
export const sessionAtom = atom<SessionState>({ status: 'loading' });

sessionAtom.onMount = (set) => {
  set(pageSession.current());
  return pageSession.subscribe(set);
};
