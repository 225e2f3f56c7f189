import {
  type Language,
  languageOfPath,
  languages,
  localizedPath,
} from '../../contract/language.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { routes } from '../../contract/routes.ts';
import { slugRuleText } from '../schema-fields.ts';
import { type CheckText, error, type Finding } from './report.ts';
import { fieldPlace, homeSlug, type Post, type Sources, type TextSource } from './sources.ts';

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
    if (!page) continue;
    const { isTranslated, segments } = page;
    for (const language of isTranslated ? languages : [languageOfPath(`/${segments.join('/')}`)]) {
      const filled = fill(page, language, sources);
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

/** The addresses of a page file in a language; the folder's where no parameter is known. */
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
function valuesIn(folder: string, language: Language, sources: Sources) {
  const ours = (text: TextSource) => text.language === language;
  const posts = sources.posts.filter(ours);
  if (folder === '/') return sources.pages.filter(ours).flatMap(ofPage);
  if (folder === '/products/') return ofProducts(sources.flows.filter(ours), sources.flowIds);
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
function ofPage(text: TextSource): NamedAddresses {
  if (text.slug === homeSlug) return [];
  const fromMs = text.isDraft ? Number.POSITIVE_INFINITY : always.fromMs;
  return [[text.slug, { fromMs, text }]];
}

/** Every flow of the catalogue has a page; a text about it adds its headings. */
function ofProducts(flows: Sources['flows'], flowIds: readonly string[]): NamedAddresses {
  return flowIds.map((id) => {
    const text = flows.find(({ slug }) => slug === id);
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
function ofLists(posts: readonly Post[], namesOf: (post: Post) => readonly string[]) {
  const fromMs = new Map<string, number>();
  for (const post of posts) {
    for (const name of namesOf(post)) {
      fromMs.set(name, Math.min(post.fromMs, fromMs.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return Array.from(fromMs, ([name, first]) => [name, { fromMs: first }] as const);
}

/** The parts of the path of a file in `src/pages`. */
interface PageFile {
  /** Whether it exists in every language: `src/i18n/paths.ts` fills its language parameter. */
  readonly isTranslated: boolean;
  /** The folders and the name of a page's file, without the language and without `index`. */
  readonly segments: readonly string[];
  /** Whether it is a file of that name, such as `rss.xml`. */
  readonly isEndpoint: boolean;
}

/** The folders of pages in every language; the second leaves out the default one. */
const translated: readonly string[] = ['[...language]', '[language]'];

/**
 * The page file at a path from the project's folder. Astro ignores names that begin with an
 * underscore. Source: Astro's documentation, Routing.
 */
function pageFileOf(path: string): PageFile | undefined {
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
function parameterOf(segment: string) {
  const [, dots, suffix] = /^\[(\.\.\.)?\w+\](.*)$/.exec(segment) ?? [];
  return suffix === undefined ? undefined : { isRest: dots !== undefined, suffix };
}

/** The slugs that pages of the site already have, which no post and no page can have. */
function reservedNames(paths: Iterable<string>) {
  // Two cards for shared links have no page, and the functions answer below /api/.
  const blog = new Set(['default', 'example']);
  const root = new Set<string>([...languages, 'api']);
  for (const path of paths) {
    const [first, second] = pageFileOf(path)?.segments ?? [];
    if (first && !parameterOf(first)) root.add(first);
    if (first === 'blog' && second && !parameterOf(second)) blog.add(second);
  }
  return { blog, root };
}

/** Findings about the names of posts and pages, and about the old addresses of posts. */
export function addressFindings({ posts, pages }: Sources, paths: Iterable<string>): Finding[] {
  const reserved = reservedNames(paths);
  return [
    ...posts.flatMap((post) => nameFindings(post, reserved.blog)),
    ...pages.flatMap((page) => nameFindings(page, reserved.root)),
    ...doubleFindings(posts),
    ...doubleFindings(pages),
    ...[...Map.groupBy(posts, ({ language }) => language).values()].flatMap((ours) =>
      redirectFindings(ours, reserved.blog),
    ),
  ];
}

/** Why a slug isn't available: another page has its address. */
function takenBy(slug: string, reserved: ReadonlySet<string>): string | undefined {
  if (/^\d+$/.test(slug)) return 'numbers are the addresses of the list’s further pages';
  return reserved.has(slug) ? 'another page of the site has this address' : undefined;
}

function nameFindings({ file, slug }: TextSource, reserved: ReadonlySet<string>): Finding[] {
  if (!slugPattern.test(slug)) {
    const problem = `The file’s name is the last part of the address; ${JSON.stringify(slug)} is not made of ${slugRuleText}.`;
    const fix = 'Rename the file, for example how-credits-work.md.';
    return [error('slug', { file }, { problem, fix })];
  }
  const taken = takenBy(slug, reserved);
  if (!taken) return [];
  const problem = `The name ${slug} can’t be used: ${taken}.`;
  return [error('slug', { file }, { problem, fix: 'Rename the file.' })];
}

/** Some file systems ignore case, so addresses must differ in more than capitals. */
function doubleFindings(sources: readonly TextSource[]): Finding[] {
  const fix = 'Give one of the two another name.';
  const addressOf = ({ language, slug }: TextSource) => `${language}/${slug.toLowerCase()}`;
  const byAddress = Map.groupBy(sources, addressOf);
  return [...byAddress.values()].flatMap(([first, ...others]) => {
    const problem = `It has the same address as ${first?.file}.`;
    return others.map(({ file }) => error('slug', { file }, { problem, fix }));
  });
}

/** A longer circle is reported as addresses of other posts, which is also true. */
const MAX_CIRCLE = 12;

/** Findings about old addresses that can't redirect to their post. Each language has its own. */
function redirectFindings(posts: readonly Post[], reserved: ReadonlySet<string>): Finding[] {
  const bySlug = new Map(posts.map((post) => [post.slug.toLowerCase(), post]));
  const named = posts.flatMap((post) => (post.redirectFrom ?? []).map((old) => ({ old, post })));
  const claims = Map.groupBy(named, ({ old }) => old);
  return named.flatMap(({ old, post }) => {
    const other = claims.get(old)?.find((claim) => claim.post !== post)?.post;
    const text = redirectText(old, post, bySlug, takenBy(old, reserved), other);
    return text ? [error('redirect', fieldPlace(post, 'redirectFrom'), text)] : [];
  });
}

function redirectText(
  old: string,
  post: Post,
  bySlug: ReadonlyMap<string, Post>,
  taken: string | undefined,
  other: Post | undefined,
): CheckText | undefined {
  const fix = `Take ${old} out of redirectFrom.`;
  if (old === post.slug) return { problem: `The old address ${old} points at itself.`, fix };
  const circle = circleFrom(post, old, bySlug);
  if (circle) return { problem: `The old addresses go in a circle: ${circle.join(' → ')}.`, fix };
  const holder = bySlug.get(old);
  if (holder) return { problem: `The old address ${old} is that of ${holder.file}.`, fix };
  if (taken) return { problem: `The old address ${old} can’t be used: ${taken}.`, fix };
  if (!other) return undefined;
  return {
    problem: `The old address ${old} is claimed by ${other.file} too.`,
    fix: 'Leave it in one of the two.',
  };
}

/** Follows old addresses that are slugs of posts, and returns the slugs if it comes back to `start`. */
function circleFrom(start: Post, old: string, bySlug: ReadonlyMap<string, Post>) {
  const seen = new Set<Post>();
  const first = bySlug.get(old);
  const open: [Post, readonly string[]][] = first ? [[first, [start.slug, old]]] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [post, way] = next;
    if (post === start) return way;
    if (seen.has(post) || way.length > MAX_CIRCLE) continue;
    seen.add(post);
    for (const older of post.redirectFrom ?? []) {
      const further = bySlug.get(older);
      if (further) open.push([further, [...way, older]]);
    }
  }
  return undefined;
}
