import { languages } from '../../contract/language.ts';

/** A file of `src/pages`, taken apart. */
export interface PageFile {
  /** Whether it exists in every language, under the parameter that `src/i18n/paths.ts` fills. */
  readonly isTranslated: boolean;
  /** The parts of its path, without the language and without `index`. */
  readonly segments: readonly string[];
  /** Whether it answers with a file of its own name, such as `rss.xml`. */
  readonly isEndpoint: boolean;
}

/** The names that no post and no page can have, because other pages have them. */
export interface ReservedNames {
  readonly blog: ReadonlySet<string>;
  readonly root: ReadonlySet<string>;
}

const language = '[...language]';

/**
 * The page file at a path from the project's folder; files whose name begins with an underscore are
 * none. Source: Astro's documentation, Routing.
 */
export function pageFileOf(path: string): PageFile | undefined {
  const [, name, ending] = /^src\/pages\/(.+)\.(astro|mdx?|html|[jt]s)$/.exec(path) ?? [];
  if (name === undefined || /(?:^|\/)_/.test(name)) return undefined;
  const parts = name.split('/');
  const isTranslated = parts[0] === language;
  return {
    isTranslated,
    segments: parts.slice(isTranslated ? 1 : 0).filter((part) => part !== 'index'),
    isEndpoint: /^[jt]s$/.test(ending ?? ''),
  };
}

/** The parameter in a part of a path; the suffix is what stands behind it. */
export function parameterOf(
  segment: string,
): { readonly isRest: boolean; readonly suffix: string } | undefined {
  const [, dots, suffix] = /^\[(\.\.\.)?\w+\](.*)$/.exec(segment) ?? [];
  return suffix === undefined ? undefined : { isRest: dots !== undefined, suffix };
}

/** The names that are taken by pages of the site. */
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
