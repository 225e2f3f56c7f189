import type { CreditLabels } from '../../client/formats.ts';
import type translation from '../../i18n/locales/en/translation.json';

/** The words of the flows page, as the dictionaries have them, with the account's for credits. */
export type FlowsLabels = (typeof translation)['flows'] & CreditLabels;
