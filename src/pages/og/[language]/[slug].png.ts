import { cacheDir } from 'astro:config/server';
import { fileURLToPath } from 'node:url';
import type { APIRoute } from 'astro';
import type { Post } from '../../../blog/post.ts';
import { publishedPosts } from '../../../blog/posts.ts';
import { type Language, languages } from '../../../contract/language.ts';
import { type PageCard, pageCard } from '../../../drawing/page-card.ts';
import { translator } from '../../../i18n/translate.ts';
import { site } from '../../../site.config.ts';

/** The name of the card for pages that have none of their own. */
const defaultCard = 'default';

interface Props {
  readonly language: Language;
  /** None for the card of the site. */
  readonly post: Post | undefined;
}

/** One picture for each post, and in each language one for all other pages. */
export async function getStaticPaths() {
  const catalogue = await publishedPosts();
  return languages.flatMap((language) => [
    ...catalogue[language].posts.map((post) => pathOf(language, post.slug, post)),
    pathOf(language, defaultCard, undefined),
  ]);
}

function pathOf(language: Language, slug: string, post: Post | undefined) {
  if (post?.slug === defaultCard) {
    throw new Error(`${fileOf(post)}: /og/ has a card of this name already. Rename the file.`);
  }
  return { params: { language, slug }, props: { language, post } satisfies Props };
}

function fileOf({ language, slug }: Post): string {
  return `src/content/blog/${language}/${slug}.md`;
}

function cardOf({ language, post }: Props): PageCard {
  if (post) {
    return { title: post.title, subtitle: post.description, language, file: fileOf(post) };
  }
  const t = translator(language);
  return {
    title: t('home.title'),
    subtitle: t('home.description', { name: site.name }),
    language,
    file: `src/i18n/locales/${language}/translation.json`,
  };
}

/** The social card of a post or of the site. */
export const GET: APIRoute<Props> = async ({ props }) => {
  const png = await pageCard(cardOf(props), fileURLToPath(cacheDir));
  return new Response(Uint8Array.from(png), { headers: { 'content-type': 'image/png' } });
};
