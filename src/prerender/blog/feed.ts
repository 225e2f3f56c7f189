import rss from '@astrojs/rss';
import type { Language } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import { escapeXml } from '../../contract/text-encoding.ts';
import { lastChange, type Post, postPath } from './post.ts';

/** Feed readers poll for new posts, so a feed needs only the newest ones. */
export const maxFeedPosts = 30;

interface Feed {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** The posts of the language, newest first. */
  readonly posts: readonly Post[];
  /** The absolute address of a path without a language prefix. */
  readonly urlOf: (path: string) => string;
  readonly authorName: (id: string) => Promise<string>;
  readonly tagName: (id: string) => Promise<string>;
}

/**
 * The feed of a language, with descriptions instead of whole texts. Readers then open the current
 * text of a corrected post, and a file that they fetch every hour stays small.
 * Source: RSS 2.0 specification; RSS Advisory Board, "Really Simple Syndication Best Practices".
 */
export async function feed(feed: Feed): Promise<Response> {
  const posts = feed.posts.slice(0, maxFeedPosts);
  const [newest] = posts.map(lastChange).sort((a, b) => b.getTime() - a.getTime());
  return rss({
    title: feed.title,
    description: feed.description,
    site: feed.urlOf('/blog/'),
    xmlns: { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/' },
    customData: [
      `<language>${languageRecords[feed.language].tag}</language>`,
      newest ? `<lastBuildDate>${newest.toUTCString()}</lastBuildDate>` : '',
      `<atom:link href="${escapeXml(feed.urlOf('/rss.xml'))}" rel="self" type="application/rss+xml"/>`,
    ].join(''),
    items: await Promise.all(posts.map((post) => item(post, feed))),
  });
}

async function item(post: Post, { urlOf, authorName, tagName }: Feed) {
  return {
    title: post.title,
    description: post.description,
    link: urlOf(postPath(post)),
    pubDate: post.publishDate,
    categories: await Promise.all(post.tags.map(tagName)),
    // RSS requires an e-mail address of an author; Dublin Core allows a name.
    customData: `<dc:creator>${escapeXml(await authorName(post.author))}</dc:creator>`,
  };
}
