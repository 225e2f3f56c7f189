import { byLanguage } from '../contract/language.ts';
import * as en from './en/dictionaries.ts';
import { inEvery } from './every-language.ts';
import * as zh from './zh/dictionaries.ts';

/**
 * Words that only the work of the digest uses. It is not with the other words, because a function
 * that starts runs would load it before anybody gives it a document.
 */
const documents = /* @__PURE__ */ inEvery(
  { en: en.documentRefusals, zh: zh.documentRefusals },
  (own) => own.documentRefusals,
);

/**
 * Why a document was refused, before anything was read in it or while it was read. A sentence says
 * what is wrong with it, and what to do.
 */
export const documentRefusalsWords = /* @__PURE__ */ byLanguage(
  (language) => documents[language].documentRefusals,
);

/** Why a text was refused, wherever it comes from. */
export const textRefusalsWords = /* @__PURE__ */ byLanguage(
  (language) => documents[language].textRefusals,
);
