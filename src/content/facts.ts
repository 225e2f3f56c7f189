import { packExpiresAfterMonths, site } from '../site.config.ts';

/** The settings of the site that Markdown can name in double braces. */
const facts: Readonly<Record<string, string>> = {
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
export function fillSiteFacts(text: string, more: Readonly<Record<string, string>> = {}): string {
  if (!text.includes('{{')) return text;
  const known = { ...facts, ...more };
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const fact = known[name];
    if (fact !== undefined) return fact;
    throw new Error(`${place} is not known: use one of ${Object.keys(known).join(', ')}.`);
  });
}
