import { atom } from 'jotai/vanilla';
import type { FlowOffer } from '../../contract/flows.ts';
import { defaultLanguage, type Language, languageOfPath } from '../../contract/language.ts';
import { pageSession, type SessionState } from './session-store.ts';

/** The session, as islands read it. The atom follows the page's session while it is mounted. */
export const sessionAtom = atom<SessionState>({ status: 'loading' });

sessionAtom.onMount = (set) => {
  set(pageSession.current());
  return pageSession.subscribe(set);
};

/**
 * The current language (specification, section 3): English until an island of the page mounts the
 * atom, then that of the page. «Products» fetches the flows in it.
 */
export const currentLanguageAtom = atom<Language>(defaultLanguage);

currentLanguageAtom.onMount = (set) => {
  set(languageOfPath(location.pathname));
};

/**
 * The flows on offer, as `GET {api base}/flows` last replied (specification, sections 3 and 7). The
 * flows page fetches them, and «Products» when it is first opened; other pages fetch nothing.
 */
export const flowsAtom = atom<readonly FlowOffer[]>([]);
