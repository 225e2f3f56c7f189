import { utcDay } from '../../contract/durations.ts';
import { languageRecords } from '../../contract/language-records.ts';
import { lastChange, type Post } from './post.ts';

/** A name and an absolute address. */
export interface NamedThing {
  readonly name: string;
  readonly url: string;
}

interface PostContext {
  readonly url: string;
  /** The absolute address of the preview picture, 1200 × 630 pixels. */
  readonly imageUrl: string;
  readonly author: NamedThing;
  /** The site's operator. */
  readonly publisher: NamedThing;
  readonly tagNames: readonly string[];
  /** The pages above the post, from the home page down. */
  readonly above: readonly NamedThing[];
}

/**
 * A post and its breadcrumbs in the terms of schema.org, for a script of type `application/ld+json`.
 * Source: schema.org/BlogPosting; Google Search Central, "Article" and "Breadcrumb".
 */
export function postStructuredData(post: Post, context: PostContext) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      blogPosting(post, context),
      breadcrumbs([...context.above, { name: post.title, url: context.url }]),
    ],
  };
}

function blogPosting(post: Post, { url, imageUrl, author, publisher, tagNames }: PostContext) {
  return {
    '@type': 'BlogPosting',
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.description,
    image: imageUrl,
    datePublished: utcDay(post.publishDate),
    dateModified: utcDay(lastChange(post)),
    inLanguage: languageRecords[post.language].tag,
    wordCount: post.reading.words,
    keywords: tagNames,
    // An author with the site's name is its team; every other author is a person.
    author: { '@type': author.name === publisher.name ? 'Organization' : 'Person', ...author },
    publisher: { '@type': 'Organization', ...publisher },
  };
}

/** The way to a page in the terms of schema.org, from the home page down. */
export function breadcrumbs(pages: readonly NamedThing[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ name, url: item }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  };
}
