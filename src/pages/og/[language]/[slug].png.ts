import { cacheDir, outDir } from 'astro:config/server';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { homeSlug, textFile } from '../../../content/check/sources.ts';
import { type Language, languages } from '../../../contract/language.ts';
import { referenceGroups } from '../../../contract/openapi/reference.ts';
import { translator } from '../../../i18n/translate.ts';
import { type Post, previewPath } from '../../../prerender/blog/post.ts';
import { publishedPosts } from '../../../prerender/blog/posts.ts';
import { flowSummaries } from '../../../prerender/pricing/flow-summaries.ts';
import { productPath } from '../../../prerender/pricing/product.ts';
import { sitePages } from '../../../prerender/site-pages.ts';
import {
  cardFile,
  type OgImage,
  type PageCard,
  pageCardPath,
  writeOgImages,
} from '../../../prerender/social-cards/write-og-images.ts';
import { site } from '../../../site.config.ts';

/** The name of the site's card, for pages without a card of their own. */
const defaultCard = 'default';

/** The writing of the posts' cards, which goes on while pages are rendered. */
let postCards: Promise<void> | undefined;

/**
 * One picture for each post and for some pages, and one in each language for all other pages. A build writes the posts'
 * pictures into the site itself: as Astro's pages, ten thousand of them took a fifth of its time.
 */
export async function getStaticPaths() {
  const catalogue = await publishedPosts();
  const posts = languages.flatMap((language) => catalogue[language].posts);
  const taken = posts.find(({ slug }) => slug === defaultCard);
  if (taken) {
    throw new Error(
      `${textFile('posts', taken.language, taken.slug)}: /og/ already has a card of this name. Rename the file.`,
    );
  }
  const cards = posts.map((post) => ({ path: previewPath(post), card: cardOf(post) }));
  const ofSite = await siteCards();
  if (import.meta.env.DEV) return [...ofSite, ...cards].map(pathOf);
  const folders = { cacheDir: fileURLToPath(cacheDir), outDir: fileURLToPath(outDir) };
  postCards = writeOgImages(cards, folders);
  // The page that waits for them fails with what failed here, and no earlier.
  postCards.catch(() => undefined);
  return ofSite.map(pathOf);
}

function pathOf({ path, card }: OgImage) {
  const slug = basename(path, '.png');
  return { params: { language: card.language, slug }, props: { card } };
}

function cardOf(post: Post): PageCard {
  const { title, description: subtitle, language, slug } = post;
  return { title, subtitle, language, file: textFile('posts', language, slug) };
}

/** The cards of pages that are no posts; the home page's is also that of pages without one. */
async function siteCards(): Promise<readonly OgImage[]> {
  const ofPages = (await sitePages()).map(({ language, slug, path, title, description }) => {
    const file = `src/content/pages/${language}/${slug}.md`;
    const ofHome = `/og/${language}/${defaultCard}.png`;
    const card = { title, subtitle: description, language, file };
    return { path: slug === homeSlug ? ofHome : pageCardPath(path, language), card };
  });
  return [...ofPages, ...languages.flatMap(productCards), ...languages.flatMap(otherCards)];
}

/** The cards of the blog, whose lists share one, and of the pages for developers. */
function otherCards(language: Language): readonly OgImage[] {
  const t = translator(language);
  const guide = [t('developers.headline'), t('developers.description')] as const;
  const pages = [
    ['/blog/', t('blog.headline'), t('blog.lead', { name: site.name })],
    ['/developers/', ...guide],
    ...referenceGroups.map((group) => {
      const { title, lead } = t(`developers.groups.${group}`, { returnObjects: true });
      return [`/developers/${group}/`, title, lead] as const;
    }),
  ] as const;
  return pages.map(([path, title, subtitle]) => ({
    path: pageCardPath(path, language),
    card: { title, subtitle, language, file: `src/i18n/${language}/site.json` },
  }));
}

function productCards(language: Language): readonly OgImage[] {
  const file = `src/i18n/${language}/flow-catalogue.json`;
  return flowSummaries(language).map((flow) => ({
    path: pageCardPath(productPath(flow), language),
    card: { title: flow.name, subtitle: flow.description, language, file },
  }));
}

/** A page's social card. The default card waits for those of posts, and fails if they failed. */
export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({
  params,
  props,
}) => {
  if (params.slug === defaultCard) await postCards;
  const png = await readFile(await cardFile(props.card, fileURLToPath(cacheDir)));
  return new Response(png, { headers: { 'content-type': 'image/png' } });
};
