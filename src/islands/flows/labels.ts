import type { CreditLabels } from '../../client/formats.ts';
import type words from '../../i18n/en/flows.json';

/** The words of the flows page, as the dictionaries have them, with the account's for credits. */
export type FlowsLabels = (typeof words)['flows'] & CreditLabels;
