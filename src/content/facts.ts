import { packExpiresAfterMonths, site } from '../site.config.ts';

/** The settings of the site that Markdown can name in double braces. */
const facts: Readonly<Record<string, string>> = {
  name: site.name,
  contactEmail: site.contactEmail,
  trialCredits: String(site.trial.credits),
  trialDays: String(site.trial.expiresAfterDays),
  packMonths: String(packExpiresAfterMonths),
};

/** The names of the facts. */
export const factNames: readonly string[] = Object.keys(facts);

/**
 * Replaces facts in a text with their values: `{{name}}` becomes the product's name.
 * @throws {Error} that names an unknown fact and lists the known ones
 */
export function fillSiteFacts(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const fact = facts[name];
    if (fact !== undefined) return fact;
    throw new Error(`${place} is not known: use one of ${factNames.join(', ')}.`);
  });
}
