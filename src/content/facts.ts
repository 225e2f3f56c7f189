import { packExpiresAfterMonths, site } from '../site.config.ts';

type Facts = Readonly<Record<string, string>>;

const inBraces = /\{\{(\w+)\}\}/g;

/** The settings of the site that Markdown can name in double braces. */
const facts: Facts = {
  name: site.name,
  contactEmail: site.contactEmail,
  trialCredits: String(site.trial.credits),
  trialDays: String(site.trial.expiresAfterDays),
  packMonths: String(packExpiresAfterMonths),
};

/** Begins a quote for whoever runs the site. No page shows it, and a deployment refuses it. */
export const operatorNoteMark = '[!OPERATOR]';

/** The names of the facts. */
export const factNames: readonly string[] = Object.keys(facts);

/** Facts of the catalogue and the packs, which only pages of sections can name. */
const pageFacts = ['flows', 'runPriceFrom'] as const;
export type PageFacts = Readonly<Record<(typeof pageFacts)[number], string>>;
export const pageFactNames: readonly string[] = [...factNames, ...pageFacts];

/**
 * Replaces facts in a text with their values: `{{name}}` becomes the product's name.
 * @param more facts that only some texts can name
 * @throws {Error} that names an unknown fact and lists the known ones
 */
export function fillSiteFacts(text: string, more: Facts = {}): string {
  return fillKnownFacts(text, more, (place) => {
    const known = Object.keys({ ...facts, ...more }).join(', ');
    throw new Error(`${place} is not known: use one of ${known}.`);
  });
}

/** Replaces known facts. An unknown name keeps its braces, unless `unknown` gives another text. */
export function fillKnownFacts(text: string, more: Facts = {}, unknown = (place: string) => place) {
  if (!text.includes('{{')) return text;
  const known = { ...facts, ...more };
  return text.replace(inBraces, (place, name: string) => known[name] ?? unknown(place));
}

/** The names in double braces in a text, known or not. */
export function factsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(inBraces), ([, name = '']) => name);
}
