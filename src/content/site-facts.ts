import { defineMdastPlugin, type MdastPluginEntry } from 'satteri';
import { site } from '../site.config.ts';

/** What Markdown may name in double braces, so that it changes with the settings of the site. */
const facts: Readonly<Record<string, string>> = {
  name: site.name,
  contactEmail: site.contactEmail,
  trialCredits: String(site.trial.credits),
  trialDays: String(site.trial.expiresAfterDays),
};

/** The names of the facts. */
export const factNames: readonly string[] = Object.keys(facts);

/**
 * Puts the facts of `site.config.ts` into a text: `{{name}}` becomes the product's name.
 * @throws {Error} naming what is in braces and is no fact, with those that are
 */
export function fillSiteFacts(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const fact = facts[name];
    if (fact !== undefined) return fact;
    throw new Error(`${place} is not known: use one of ${factNames.join(', ')}.`);
  });
}

/**
 * Fills the facts into the text and the links of Markdown; code stays as it is written. A post has
 * hundreds of texts and hardly ever a fact, so they are visited only where braces are seen.
 */
export const siteFacts = (({ source }) =>
  source.includes('{{') && filled) satisfies MdastPluginEntry;

const filled = defineMdastPlugin({
  name: 'site-facts',
  text(node, context) {
    const value = fillSiteFacts(node.value);
    if (value !== node.value) context.setProperty(node, 'value', value);
  },
  link(node, context) {
    const url = fillSiteFacts(node.url);
    if (url !== node.url) context.setProperty(node, 'url', url);
  },
});
