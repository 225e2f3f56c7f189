import type { Language } from '../contract/language.ts';
import * as en from './en/words.ts';
import * as zh from './zh/words.ts';

/** The same words in every language. */
export type ByLanguage<Words> = Readonly<Record<Language, Words>>;

// One constant a surface, so that a bundle has the words of its own surfaces and no others.
export const signOutPageWords: ByLanguage<typeof en.signOutPage> = {
  en: en.signOutPage,
  zh: zh.signOutPage,
};
export const inputIssuesWords: ByLanguage<typeof en.inputIssues> = {
  en: en.inputIssues,
  zh: zh.inputIssues,
};
export const runRefusalsWords: ByLanguage<typeof en.runRefusals> = {
  en: en.runRefusals,
  zh: zh.runRefusals,
};
export const entryColumnsWords: ByLanguage<typeof en.entryColumns> = {
  en: en.entryColumns,
  zh: zh.entryColumns,
};
export const purchaseWords: ByLanguage<typeof en.purchase> = { en: en.purchase, zh: zh.purchase };
export const socialCardWords: ByLanguage<typeof en.socialCard> = {
  en: en.socialCard,
  zh: zh.socialCard,
};
export const cardRefusalsWords: ByLanguage<typeof en.cardRefusals> = {
  en: en.cardRefusals,
  zh: zh.cardRefusals,
};
export const imageShrinkWords: ByLanguage<typeof en.imageShrink> = {
  en: en.imageShrink,
  zh: zh.imageShrink,
};
export const pictureRefusalsWords: ByLanguage<typeof en.pictureRefusals> = {
  en: en.pictureRefusals,
  zh: zh.pictureRefusals,
};
export const documentDigestWords: ByLanguage<typeof en.documentDigest> = {
  en: en.documentDigest,
  zh: zh.documentDigest,
};
export const textRefusalsWords: ByLanguage<typeof en.textRefusals> = {
  en: en.textRefusals,
  zh: zh.textRefusals,
};
export const problemTitlesWords: ByLanguage<typeof en.problemTitles> = {
  en: en.problemTitles,
  zh: zh.problemTitles,
};
export const callSummariesWords: ByLanguage<typeof en.callSummaries> = {
  en: en.callSummaries,
  zh: zh.callSummaries,
};
export const skeletonWords: ByLanguage<typeof en.skeleton> = { en: en.skeleton, zh: zh.skeleton };
export const examplesWords: ByLanguage<typeof en.examples> = { en: en.examples, zh: zh.examples };
export const signInWords: ByLanguage<typeof en.signIn> = { en: en.signIn, zh: zh.signIn };
export const paymentsWords: ByLanguage<typeof en.payments> = { en: en.payments, zh: zh.payments };
