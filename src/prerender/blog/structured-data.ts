import { languageRecords } from '../../contract/language.ts';
import { isoDay, lastChange, type Post } from './post.ts';

/** Something with a name and an absolute address. */
export interface NamedThing {
  readonly name: string;
  readonly url: string;
}

interface PostContext {
  readonly url: string;
  /** The absolute address of the picture of 1200 × 630 pixels that previews show. */
  readonly imageUrl: string;
  readonly author: NamedThing;
  /** Who runs the site. */
  readonly publisher: NamedThing;
  readonly tagNames: readonly string[];
  /** The pages above the post, from the home page down. */
  readonly above: readonly NamedThing[];
}

/**
 * A post and its place as schema.org has them, for a script of type `application/ld+json`.
 * Source: schema.org/BlogPosting; Google Search Central, "Article" and "Breadcrumb".
 */
export function postStructuredData(post: Post, context: PostContext) {
  return {
    '@context': 'https://schema.org',
    '@graph': [posting(post, context), trail(post, context)],
  };
}

function posting(post: Post, { url, imageUrl, author, publisher, tagNames }: PostContext) {
  return {
    '@type': 'BlogPosting',
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.description,
    image: imageUrl,
    datePublished: isoDay(post.publishDate),
    dateModified: isoDay(lastChange(post)),
    inLanguage: languageRecords[post.language].tag,
    wordCount: post.reading.words,
    keywords: tagNames,
    // The site's own team signs under the site's name; everybody else is a person.
    author: { '@type': author.name === publisher.name ? 'Organization' : 'Person', ...author },
    publisher: { '@type': 'Organization', ...publisher },
  };
}

function trail({ title }: Post, { url, above }: PostContext) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...above, { name: title, url }].map(({ name, url: item }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  };
}
