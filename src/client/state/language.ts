import { atom } from 'jotai/vanilla';
import { defaultLanguage, type Language, languageOfPath } from '../../contract/language.ts';

/** The current language; English until the page that mounts it says otherwise. */
export const currentLanguageAtom = atom<Language>(defaultLanguage);

currentLanguageAtom.onMount = (set) => {
  set(languageOfPath(location.pathname));
};
