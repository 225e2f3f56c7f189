import {
  type Language,
  languageOfPath,
  languages,
  localizedPath,
} from '../../contract/language.ts';
import { routes } from '../../contract/routes.ts';
import { type PageFile, pageFileOf, parameterOf } from './page-files.ts';
import type { Post, Sources, TextSource } from './sources.ts';

/** What is at an address of the site. */
export interface Address {
  /** From when on readers find it, in milliseconds since 1970; infinity when that isn't known yet. */
  readonly fromMs: number;
  /** The text whose headings are the page's anchors; of other pages the anchors aren't known. */
  readonly text?: TextSource;
  /** The address that an old one leads to. */
  readonly movedTo?: string;
}

/** The addresses of the site. A path begins with a slash and has no query and no hash. */
export interface Addresses {
  readonly find: (path: string) => Address | undefined;
  readonly all: readonly string[];
}

type NamedAddresses = readonly (readonly [name: string, address: Address])[];

const always: Address = { fromMs: Number.NEGATIVE_INFINITY };

/**
 * Every address of the site, from the one place where each comes from: the names of the files of
 * `src/pages` and `public`, the content that fills the parameters in those names, and, in the
 * contract's table of routes, what a reader may navigate to.
 */
export function addressesOf(paths: Iterable<string>, sources: Sources): Addresses {
  const known = new Map<string, Address>(navigations().map((path) => [path, always]));
  const unknownBelow: string[] = [];
  for (const path of paths) {
    if (path.startsWith('public/')) known.set(path.slice('public'.length), always);
    const page = pageFileOf(path);
    for (const language of page ? languagesOf(page) : []) {
      const filled = page ? fill(page, language, sources) : [];
      if (typeof filled === 'string') unknownBelow.push(filled);
      else for (const [address, what] of filled) known.set(address, what);
    }
  }
  const isUnknown = (path: string) => unknownBelow.some((folder) => path.startsWith(folder));
  return {
    find: (path) => known.get(path) ?? (isUnknown(path) ? always : undefined),
    all: [...known.keys()],
  };
}

/** What a reader may go to under `/api/`: what answers with a page or a redirect. */
function navigations(): string[] {
  return Object.values(routes)
    .filter(({ method, replies }) => {
      const bodies: readonly unknown[] = Object.values(replies);
      return method === 'GET' && (bodies.includes('page') || bodies.includes('redirect'));
    })
    .map(({ path }) => path);
}

function languagesOf({ isTranslated, segments }: PageFile): readonly Language[] {
  return isTranslated ? languages : [languageOfPath(`/${segments.join('/')}`)];
}

/**
 * The addresses of a page file in a language; the folder's address, when it is not known what fills
 * the parameter in the file's name.
 */
function fill(page: PageFile, language: Language, sources: Sources): NamedAddresses | string {
  const root = page.isTranslated ? localizedPath('/', language) : '/';
  const end = page.isEndpoint ? '' : '/';
  const index = page.segments.findIndex((segment) => parameterOf(segment));
  const fixed = index < 0 ? page.segments : page.segments.slice(0, index);
  const folder = fixed.map((segment) => `${segment}/`).join('');
  const parameter = parameterOf(page.segments[index] ?? '');
  if (!parameter) return [[`${root}${fixed.join('/')}${fixed.length > 0 ? end : ''}`, always]];
  const values = valuesIn(`/${folder}`, language, sources);
  const isLast = page.segments.slice(index + 1).every((segment) => parameterOf(segment)?.isRest);
  if (!values || !isLast) return `${root}${folder}`;
  const filled = values.map(
    ([name, address]) => [`${root}${folder}${name}${parameter.suffix}${end}`, address] as const,
  );
  return parameter.isRest ? [[`${root}${folder}`, always], ...filled] : filled;
}

/** What fills the parameter in the name of a page of a folder: the ids of that folder's content. */
function valuesIn(
  folder: string,
  language: Language,
  sources: Sources,
): NamedAddresses | undefined {
  const posts = sources.posts.filter((post) => post.language === language);
  if (folder === '/') return sources.pages.flatMap((page) => ofPage(page, language));
  if (folder === '/blog/') return posts.flatMap(ofPost);
  if (folder === '/blog/tags/') return ofLists(posts, ({ tags }) => tags ?? []);
  if (folder === '/blog/authors/') return ofLists(posts, ({ author }) => (author ? [author] : []));
  return undefined;
}

function ofPage(text: TextSource, language: Language): NamedAddresses {
  return text.language === language ? [[text.slug, { ...always, text }]] : [];
}

/** A post and the addresses that it had before. */
function ofPost(text: Post): NamedAddresses {
  const { slug, fromMs, language } = text;
  const movedTo = localizedPath(`/blog/${slug}/`, language);
  const moved = (text.redirectFrom ?? []).map((old) => [old, { fromMs, movedTo }] as const);
  return [...moved, [slug, { fromMs, text }]];
}

/** The lists of posts by what they name: each exists as soon as one of its posts is out. */
function ofLists(
  posts: readonly Post[],
  namesOf: (post: Post) => readonly string[],
): NamedAddresses {
  const fromMs = new Map<string, number>();
  for (const post of posts) {
    for (const name of namesOf(post)) {
      fromMs.set(name, Math.min(post.fromMs, fromMs.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return [...fromMs].map(([name, first]) => [name, { fromMs: first }]);
}
