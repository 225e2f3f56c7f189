import type { APIRoute } from 'astro';
import type { Language } from '../../contract/language.ts';
import { absoluteUrl, languagePaths } from '../../i18n/paths.ts';
import { translator } from '../../i18n/translate.ts';
import { feed } from '../../prerender/blog/feed.ts';
import { authorFacts, tagName } from '../../prerender/blog/labels.ts';
import { publishedPosts } from '../../prerender/blog/posts.ts';
import { site as brand } from '../../site.config.ts';

export const getStaticPaths = languagePaths;

export const GET: APIRoute<{ language: Language }> = async ({ props: { language }, site }) => {
  const t = translator(language);
  const catalogue = await publishedPosts();
  return feed({
    language,
    title: t('blog.feedTitle', { name: brand.name }),
    description: t('blog.description', { name: brand.name }),
    posts: catalogue[language].posts,
    urlOf: (path) => absoluteUrl(path, language, site),
    authorName: async (id) => (await authorFacts(id)).name,
    tagName: (id) => tagName(id, language),
  });
};
