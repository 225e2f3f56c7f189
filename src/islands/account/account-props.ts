import type { Formats } from '../../client/formats.ts';
import type { AccountPart } from '../../contract/checkout.ts';
import type { Language } from '../../contract/language.ts';
import type words from '../../i18n/en/account.json';

/** The texts of the account page, as the dictionaries have them. */
export type AccountLabels = (typeof words)['account'];

/** The names of flows, which the rest of the site uses too. */
export interface Names {
  /** By their ids. */
  readonly flows: Readonly<Record<string, string>>;
}

export interface AccountProps {
  readonly language: Language;
  readonly labels: AccountLabels;
  readonly names: Names;
  /** The language of the page, in itself. */
  readonly languageName: string;
  readonly otherLanguages: readonly {
    readonly code: Language;
    readonly name: string;
    readonly path: string;
  }[];
  /** Credits of a trial. */
  readonly trialCredits: number;
  /** The prefix of the names of saved files. */
  readonly fileName: string;
}

/** The props that all parts of the page share. */
export interface PartProps {
  readonly language: Language;
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly format: Formats;
}

export interface SectionProps extends PartProps {
  /** The id of the section, which links and the list of sections lead to. */
  readonly id: AccountPart;
}
