/**
 * The files of the bare blog, the reference for the site's build: Astro's blog starter without
 * pictures, font and MDX, which the generated posts don't use. Its sitemap is an endpoint, which costs
 * less than the starter's integration. Prism colours its code as on the site, because the starter's
 * Shiki would take longer.
 */
export const bareBlog: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'bare-blog', type: 'module', private: true }),
  'astro.config.mjs': `import { defineConfig } from 'astro/config';

export default defineConfig({
  site: 'https://bare.example',
  markdown: { syntaxHighlight: 'prism' },
});
`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const blog = defineCollection({
  loader: glob({ base: './src/content/blog', pattern: '**/*.md' }),
  schema: z.object({
    title: z.string(),
    description: z.string(),
    publishDate: z.coerce.date(),
    updatedDate: z.coerce.date().optional(),
  }),
});

export const collections = { blog };
`,
  'src/styles/global.css': `body { max-width: 45rem; margin: 0 auto; padding: 1rem; font: 1.1rem/1.6 system-ui; }
nav a { margin-right: 1rem; }
pre { overflow-x: auto; }
`,
  'src/components/BaseHead.astro': `---
import '../styles/global.css';

const { title, description } = Astro.props;
const canonical = new URL(Astro.url.pathname, Astro.site);
---

<meta charset="utf-8" />
<meta name="viewport" content="width=device-width,initial-scale=1" />
<link rel="sitemap" href="/sitemap.xml" />
<link rel="alternate" type="application/rss+xml" title="Bare blog" href={new URL('rss.xml', Astro.site)} />
<link rel="canonical" href={canonical} />
<title>{title}</title>
<meta name="description" content={description} />
<meta property="og:type" content="website" />
<meta property="og:url" content={canonical} />
<meta property="og:title" content={title} />
<meta property="og:description" content={description} />
`,
  'src/components/Header.astro': `---
---

<header>
  <nav><a href="/">Home</a><a href="/blog/">Blog</a></nav>
</header>
`,
  'src/components/Footer.astro': `---
const year = new Date().getFullYear();
---

<footer>&copy; {year}</footer>
`,
  'src/components/FormattedDate.astro': `---
const { date } = Astro.props;
---

<time datetime={date.toISOString()}>
  {date.toLocaleDateString('en-us', { year: 'numeric', month: 'short', day: 'numeric' })}
</time>
`,
  'src/layouts/BlogPost.astro': `---
import BaseHead from '../components/BaseHead.astro';
import Footer from '../components/Footer.astro';
import FormattedDate from '../components/FormattedDate.astro';
import Header from '../components/Header.astro';

const { title, description, publishDate, updatedDate } = Astro.props;
---

<html lang="en">
  <head><BaseHead {title} {description} /></head>
  <body>
    <Header />
    <main>
      <article>
        <FormattedDate date={publishDate} />
        {updatedDate && <FormattedDate date={updatedDate} />}
        <h1>{title}</h1>
        <slot />
      </article>
    </main>
    <Footer />
  </body>
</html>
`,
  'src/pages/index.astro': `---
import BaseHead from '../components/BaseHead.astro';
import Footer from '../components/Footer.astro';
import Header from '../components/Header.astro';
---

<html lang="en">
  <head><BaseHead title="Bare blog" description="A bare blog." /></head>
  <body><Header /><main><h1>Bare blog</h1></main><Footer /></body>
</html>
`,
  'src/pages/blog/index.astro': `---
import { getCollection } from 'astro:content';
import BaseHead from '../../components/BaseHead.astro';
import Footer from '../../components/Footer.astro';
import FormattedDate from '../../components/FormattedDate.astro';
import Header from '../../components/Header.astro';

const posts = (await getCollection('blog')).sort(
  (a, b) => b.data.publishDate.valueOf() - a.data.publishDate.valueOf(),
);
---

<html lang="en">
  <head><BaseHead title="Bare blog" description="All posts." /></head>
  <body>
    <Header />
    <main>
      <ul>
        {posts.map((post) => (
          <li>
            <a href={\`/blog/\${post.id}/\`}>{post.data.title}</a>
            <FormattedDate date={post.data.publishDate} />
          </li>
        ))}
      </ul>
    </main>
    <Footer />
  </body>
</html>
`,
  'src/pages/blog/[...slug].astro': `---
import { getCollection, render } from 'astro:content';
import BlogPost from '../../layouts/BlogPost.astro';

export async function getStaticPaths() {
  const posts = await getCollection('blog');
  return posts.map((post) => ({ params: { slug: post.id }, props: post }));
}

const post = Astro.props;
const { Content } = await render(post);
---

<BlogPost {...post.data}><Content /></BlogPost>
`,
  'src/pages/rss.xml.js': `import rss from '@astrojs/rss';
import { getCollection } from 'astro:content';

export async function GET(context) {
  const posts = await getCollection('blog');
  return rss({
    title: 'Bare blog',
    description: 'All posts.',
    site: context.site,
    items: posts.map(({ id, data: { publishDate, ...data } }) => ({
      ...data,
      pubDate: publishDate,
      link: \`/blog/\${id}/\`,
    })),
  });
}
`,
  'src/pages/sitemap.xml.js': `import { getCollection } from 'astro:content';

export async function GET({ site }) {
  const posts = await getCollection('blog');
  const paths = ['/', '/blog/', ...posts.map(({ id }) => \`/blog/\${id}/\`)];
  const urls = paths.map((path) => \`<url><loc>\${new URL(path, site)}</loc></url>\`);
  return new Response(
    \`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\${urls.join('')}</urlset>\`,
    { headers: { 'content-type': 'application/xml' } },
  );
}
`,
};
