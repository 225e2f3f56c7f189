import type { APIRoute } from 'astro';
import type { Language } from '../../contract/language.ts';
import { referenceGroups } from '../../contract/openapi/reference.ts';
import { absoluteUrl, languagePaths } from '../../i18n/paths.ts';
import { translator } from '../../i18n/translate.ts';
import { type Link, llmsText } from '../../prerender/blog/llms-text.ts';
import { postPath } from '../../prerender/blog/post.ts';
import { latestPosts } from '../../prerender/blog/posts.ts';
import { flowSummaries } from '../../prerender/pricing/flow-summaries.ts';
import { productPath } from '../../prerender/pricing/product.ts';
import { sitePage, sitePages } from '../../prerender/site-pages.ts';
import { site as brand } from '../../site.config.ts';

/** The limit of posts in the list; the blog's pages link to the others. */
const maxPosts = 200;

export const getStaticPaths = languagePaths;

export const GET: APIRoute<{ language: Language }> = async ({ props: { language }, site }) => {
  const t = translator(language);
  const { name } = brand;
  const link = (path: string, title: string, description: string): Link => ({
    title,
    description,
    url: absoluteUrl(path, language, site),
  });
  const home = await sitePage(language);
  const pages = await sitePages();
  const others = pages.filter((page) => page.language === language && page.slug !== home.slug);
  const posts = await latestPosts(language, maxPosts);
  const text = llmsText({
    title: name,
    summary: home.description,
    sections: [
      {
        title: t('blog.listPages'),
        links: [
          ...flowSummaries(language).map((flow) =>
            link(productPath(flow), flow.name, flow.description),
          ),
          link('/developers/', t('developers.headline'), t('developers.description')),
          ...referenceGroups.map((group) => {
            const { title, lead } = t(`developers.groups.${group}`, { returnObjects: true });
            return link(`/developers/${group}/`, title, lead);
          }),
          link('/blog/', t('blog.title'), t('blog.description', { name })),
          ...others.map(({ path, title, description }) => link(path, title, description)),
        ],
      },
      {
        title: t('blog.listPosts'),
        links: posts.map((post) => link(postPath(post), post.title, post.description)),
      },
    ],
  });
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
