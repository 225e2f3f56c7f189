import {
  type Language,
  languageOfPath,
  languages,
  localizedPath,
} from '../../contract/language.ts';
import { routes } from '../../contract/routes.ts';
import { homeSlug, type Page, type Post, type Sources, type TextSource } from './sources.ts';

/** A page or a file at an address of the site. */
export interface Address {
  /** When it appears, in milliseconds since 1970; infinity when that isn't known yet. */
  readonly fromMs: number;
  /** The text whose headings or sections are the page's anchors. The anchors of other pages aren't known. */
  readonly text?: TextSource;
  /** The address to which an old one redirects. */
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
 * Every address of the site, each from its single source. A source is a file name in `src/pages` or
 * `public`, content that fills its parameters, or a route of the contract that readers open.
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

/** The routes under `/api/` to which a reader may navigate: they answer a page or a redirect. */
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
 * The addresses of a page file in a language. When the values of its parameter aren't known, it is the
 * folder's address.
 */
function fill(page: PageFile, language: Language, sources: Sources): NamedAddresses | string {
  const root = page.isTranslated ? localizedPath('/', language) : '/';
  const end = page.isEndpoint ? '' : '/';
  const index = page.segments.findIndex((segment) => parameterOf(segment));
  const fixed = index < 0 ? page.segments : page.segments.slice(0, index);
  const folder = fixed.map((segment) => `${segment}/`).join('');
  const parameter = parameterOf(page.segments[index] ?? '');
  if (!parameter && fixed.length === 0) return [[root, homeIn(language, sources)]];
  if (!parameter) return [[`${root}${fixed.join('/')}${end}`, always]];
  const values = valuesIn(`/${folder}`, language, sources);
  const isLast = page.segments.slice(index + 1).every((segment) => parameterOf(segment)?.isRest);
  if (!values || !isLast) return `${root}${folder}`;
  const filled = values.map(
    ([name, address]) => [`${root}${folder}${name}${parameter.suffix}${end}`, address] as const,
  );
  return parameter.isRest ? [[`${root}${folder}`, always], ...filled] : filled;
}

/** The values of a page's parameter: the ids of the content that its folder shows. */
function valuesIn(
  folder: string,
  language: Language,
  sources: Sources,
): NamedAddresses | undefined {
  const posts = sources.posts.filter((post) => post.language === language);
  if (folder === '/') return sources.pages.flatMap((page) => ofPage(page, language));
  if (folder === '/products/') return ofProducts(sources, language);
  if (folder === '/blog/') return posts.flatMap(ofPost);
  if (folder === '/blog/tags/') return ofLists(posts, ({ tags }) => tags ?? []);
  if (folder === '/blog/authors/') return ofLists(posts, ({ author }) => (author ? [author] : []));
  return undefined;
}

function homeIn(language: Language, { pages }: Sources): Address {
  const text = pages.find((page) => page.slug === homeSlug && page.language === language);
  return text ? { ...always, text } : always;
}

/** The home page has a file of its own in `src/pages`. */
function ofPage(text: Page, language: Language): NamedAddresses {
  if (text.language !== language || text.slug === homeSlug) return [];
  const fromMs = text.isDraft ? Number.POSITIVE_INFINITY : always.fromMs;
  return [[text.slug, { fromMs, text }]];
}

/** Every flow of the catalogue has a page; a text about it adds its headings. */
function ofProducts({ flows, flowIds }: Sources, language: Language): NamedAddresses {
  return flowIds.map((id) => {
    const text = flows.find((flow) => flow.slug === id && flow.language === language);
    return [id, text ? { ...always, text } : always];
  });
}

/** A post's address and its old ones. */
function ofPost(text: Post): NamedAddresses {
  const { slug, fromMs, language } = text;
  const movedTo = localizedPath(`/blog/${slug}/`, language);
  const moved = (text.redirectFrom ?? []).map((old) => [old, { fromMs, movedTo }] as const);
  return [...moved, [slug, { fromMs, text }]];
}

/** The lists of posts by tag or author. A list appears with its first post. */
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

/** The parts of the path of a file in `src/pages`. */
export interface PageFile {
  /** Whether it exists in every language: `src/i18n/paths.ts` fills its language parameter. */
  readonly isTranslated: boolean;
  /** The folders and the name of a page's file, without the language and without `index`. */
  readonly segments: readonly string[];
  /** Whether it is a file of that name, such as `rss.xml`. */
  readonly isEndpoint: boolean;
}

/** The slugs of other pages, which no post and no page can have. */
export interface ReservedNames {
  readonly blog: ReadonlySet<string>;
  readonly root: ReadonlySet<string>;
}

/** The folders of pages in every language; the second leaves out the default one. */
const translated: readonly string[] = ['[...language]', '[language]'];

/**
 * The page file at a path from the project's folder. Astro ignores names that begin with an
 * underscore. Source: Astro's documentation, Routing.
 */
export function pageFileOf(path: string): PageFile | undefined {
  const [, name, ending] = /^src\/pages\/(.+)\.(astro|mdx?|html|[jt]s)$/.exec(path) ?? [];
  if (name === undefined || /(?:^|\/)_/.test(name)) return undefined;
  const parts = name.split('/');
  const isTranslated = translated.includes(parts[0] ?? '');
  return {
    isTranslated,
    segments: parts.slice(isTranslated ? 1 : 0).filter((part) => part !== 'index'),
    isEndpoint: /^[jt]s$/.test(ending ?? ''),
  };
}

/** The parameter in a part of a path, with the suffix that follows it. */
export function parameterOf(
  segment: string,
): { readonly isRest: boolean; readonly suffix: string } | undefined {
  const [, dots, suffix] = /^\[(\.\.\.)?\w+\](.*)$/.exec(segment) ?? [];
  return suffix === undefined ? undefined : { isRest: dots !== undefined, suffix };
}

/** The slugs that pages of the site already have. */
export function reservedNames(paths: Iterable<string>): ReservedNames {
  const blog = new Set<string>();
  const root = new Set<string>(languages);
  for (const path of paths) {
    const [first, second] = pageFileOf(path)?.segments ?? [];
    if (first && !parameterOf(first)) root.add(first);
    if (first === 'blog' && second && !parameterOf(second)) blog.add(second);
  }
  return { blog, root };
}
