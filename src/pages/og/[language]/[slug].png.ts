import { cacheDir, outDir } from 'astro:config/server';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIRoute } from 'astro';
import { type Language, languages } from '../../../contract/language.ts';
import { translator } from '../../../i18n/translate.ts';
import { type Post, previewPath } from '../../../prerender/blog/post.ts';
import { publishedPosts } from '../../../prerender/blog/posts.ts';
import { flowSummaries } from '../../../prerender/pricing/flow-summaries.ts';
import { productPath } from '../../../prerender/pricing/product.ts';
import {
  type OgImage,
  type PageCard,
  pageCard,
  pageCardPath,
  writeOgImages,
} from '../../../prerender/social-cards/write-og-images.ts';
import { site } from '../../../site.config.ts';

/** The name of the site's card, for pages without a card of their own. */
const defaultCard = 'default';

interface Props {
  readonly card: PageCard;
}

/**
 * One picture for each post and for some pages, and one in each language for all other pages. A build writes the posts'
 * pictures into the site itself: as Astro's pages, ten thousand of them took a fifth of its time.
 */
export async function getStaticPaths() {
  const catalogue = await publishedPosts();
  const posts = languages.flatMap((language) => catalogue[language].posts);
  const taken = posts.find(({ slug }) => slug === defaultCard);
  if (taken) {
    throw new Error(`${fileOf(taken)}: /og/ already has a card of this name. Rename the file.`);
  }
  const cards = posts.map((post) => ({ path: previewPath(post), card: cardOf(post) }));
  const ofSite = await Promise.all(languages.map(siteCards));
  if (import.meta.env.DEV) return [...ofSite.flat(), ...cards].map(pathOf);
  await writeOgImages(cards, { cacheDir: fileURLToPath(cacheDir), outDir: fileURLToPath(outDir) });
  return ofSite.flat().map(pathOf);
}

function pathOf({ path, card }: OgImage) {
  const slug = basename(path, '.png');
  return { params: { language: card.language, slug }, props: { card } satisfies Props };
}

function fileOf({ language, slug }: Post): string {
  return `src/content/blog/${language}/${slug}.md`;
}

function cardOf(post: Post): PageCard {
  const { title, description: subtitle, language } = post;
  return { title, subtitle, language, file: fileOf(post) };
}

/** The cards of the pages of a language that are no posts. */
async function siteCards(language: Language): Promise<readonly OgImage[]> {
  const t = translator(language);
  const file = `src/i18n/${language}/site.json`;
  const title = t('home.title');
  const subtitle = t('home.description', { name: site.name });
  const ofProducts = flowSummaries(language).map((flow) => ({
    path: pageCardPath(productPath(flow), language),
    card: {
      title: flow.name,
      subtitle: flow.description,
      language,
      file: `src/i18n/${language}/flow-catalogue.json`,
    },
  }));
  const path = `/og/${language}/${defaultCard}.png`;
  return [{ path, card: { title, subtitle, language, file } }, ...ofProducts];
}

/** The social card of a page. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const png = await pageCard(props.card, fileURLToPath(cacheDir));
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
