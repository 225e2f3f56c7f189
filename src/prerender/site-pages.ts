import { type CollectionEntry, getCollection } from 'astro:content';
import { markdownToHtml } from 'satteri';
import { homeSlug, pagePath } from '../content/check/sources.ts';
import { fillSiteFacts, type PageFacts } from '../content/facts.ts';
import { astroFeatures, filledWith, joinedNumbers, wideText } from '../content/markdown-plugins.ts';
import { isLanguage, type Language } from '../contract/language.ts';
import { translator } from '../i18n/translate.ts';
import { flowSummaries } from './pricing/flow-summaries.ts';
import { moneyRange } from './pricing/product.ts';

/** A section of a page, with its pictures as the build knows them. */
export type PageSection = NonNullable<CollectionEntry<'pages'>['data']['sections']>[number];
export type SectionOf<Kind extends PageSection['kind']> = Extract<PageSection, { kind: Kind }>;

/** A page of sections or of text. */
export interface SitePage {
  readonly language: Language;
  readonly slug: string;
  /** The page's path, without a language prefix. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly sections: readonly PageSection[];
  readonly entry: CollectionEntry<'pages'>;
}

let ofThisBuild: Promise<readonly SitePage[]> | undefined;

/** The published pages of all languages, read once a build. Development adds drafts. */
export function sitePages(): Promise<readonly SitePage[]> {
  if (import.meta.env.DEV) return readPages();
  ofThisBuild ??= readPages();
  return ofThisBuild;
}

/**
 * A page that the site itself names.
 * @throws {Error} when there is none, or only a draft
 */
export async function sitePage(language: Language, slug: string = homeSlug): Promise<SitePage> {
  const pages = await sitePages();
  const page = pages.find((one) => one.language === language && one.slug === slug);
  if (page) return page;
  throw new Error(`There is no published page src/content/pages/${language}/${slug}.md`);
}

/** Fills the facts in a text of a page. */
export function filled(text: string, language: Language): string {
  return text.includes('{{') ? fillSiteFacts(text, { ...factsOf(language) }) : text;
}

/** A text of a section as HTML: emphasis, links and code, and no paragraph around it. */
export function inlineHtml(text: string, language: Language): string {
  const facts = text.includes('{{') && filledWith({ ...factsOf(language) });
  const mdastPlugins = [wideText, facts, joinedNumbers];
  const html = markdownToHtml(text, { features: astroFeatures, mdastPlugins }).html.trim();
  return html.replace(/^<p>|<\/p>$/g, '').replaceAll(/<\/p>\s*<p>/g, '<br><br>');
}

async function readPages(): Promise<readonly SitePage[]> {
  const entries = await getCollection('pages', ({ data }) => import.meta.env.DEV || !data.draft);
  return entries.map((entry) => {
    const [language, slug] = entry.id.split('/');
    if (!isLanguage(language) || !slug)
      throw new Error(`${entry.id}: its folder names no language`);
    const { title, description, sections = [] } = entry.data;
    return {
      ...{ language, slug, entry, sections, path: pagePath(slug) },
      title: filled(title, language),
      description: filled(description, language),
    };
  });
}

/**
 * Facts from the catalogue and the packs that sections name: a run of the cheapest flow, from the
 * cheapest pack.
 */
export function factsOf(language: Language): PageFacts {
  const flows = flowSummaries(language);
  const lowestCredits = Math.min(...flows.map(({ priceCredits }) => priceCredits));
  return {
    flows: translator(language)('frame.flows', { count: flows.length }),
    runPriceFrom: moneyRange(lowestCredits, language).least,
  };
}
