import { cacheDir, outDir } from 'astro:config/server';
import { fileURLToPath } from 'node:url';
import type { APIRoute } from 'astro';
import { type Language, languages } from '../../../contract/language.ts';
import { type Post, previewPath } from '../../../prerender/blog/post.ts';
import { publishedPosts } from '../../../prerender/blog/posts.ts';
import { sitePage } from '../../../prerender/pages.ts';
import {
  type PageCard,
  pageCard,
  writeOgImages,
} from '../../../prerender/social-cards/write-og-images.ts';

/** The name of the site's card, for pages without a card of their own. */
const defaultCard = 'default';

interface Props {
  readonly language: Language;
  /** Undefined for the site's card. */
  readonly post: Post | undefined;
}

/**
 * One picture for each post, and one in each language for all other pages. A build writes the posts'
 * pictures into the site itself: as Astro's pages, ten thousand of them took a fifth of its time.
 */
export async function getStaticPaths() {
  const catalogue = await publishedPosts();
  const posts = languages.flatMap((language) => catalogue[language].posts);
  const ofSite = languages.map((language) => pathOf(language, defaultCard, undefined));
  const ofPosts = posts.map((post) => pathOf(post.language, post.slug, post));
  if (import.meta.env.DEV) return [...ofSite, ...ofPosts];
  const cards = posts.map((post) => ({
    path: previewPath(post),
    card: postCard(post),
  }));
  await writeOgImages(cards, { cacheDir: fileURLToPath(cacheDir), outDir: fileURLToPath(outDir) });
  return ofSite;
}

function pathOf(language: Language, slug: string, post: Post | undefined) {
  if (post?.slug === defaultCard) {
    throw new Error(`${fileOf(post)}: /og/ already has a card of this name. Rename the file.`);
  }
  return { params: { language, slug }, props: { language, post } satisfies Props };
}

function fileOf({ language, slug }: Post): string {
  return `src/content/blog/${language}/${slug}.md`;
}

function postCard(post: Post): PageCard {
  const { title, description: subtitle, language } = post;
  return { title, subtitle, language, file: fileOf(post) };
}

/** The site's card has the words of the home page. */
async function cardOf({ language, post }: Props): Promise<PageCard> {
  if (post) return postCard(post);
  const { title, description: subtitle, slug } = await sitePage(language);
  return { title, subtitle, language, file: `src/content/pages/${language}/${slug}.md` };
}

/** The social card of a post or of the site. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const png = await pageCard(await cardOf(props), fileURLToPath(cacheDir));
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
