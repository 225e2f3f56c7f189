import { languageOfPath, languages, localizedPath } from '../../../../src/contract/language.ts';

/** The pages whose speed `docs/measurements.md` tells, in each language. */
export const goalPages: readonly string[] = languages.flatMap((language) =>
  ['/', '/pricing/', '/blog/', '/blog/how-credits-work/'].map((path) =>
    localizedPath(path, language),
  ),
);

/**
 * The kind of a page's path: without a language prefix, and with a name for each variable part, as
 * `/blog/tags/:id/`.
 */
export function kindOf(path: string): string {
  return neutralOf(path)
    .replace(/\/\d+\/$/, '/:number/')
    .replace(/^(\/blog\/(?:tags|authors)\/)[^/]+\//, '$1:id/')
    .replace(/^\/blog\/(?!(?:tags|authors|saved|search|:number)\/)[^/]+\/$/, '/blog/:post/');
}

/**
 * One page of every kind in every language. Each language has the same page, where it exists.
 *
 * @param paths the paths of all pages, as the sitemap has them
 */
export function pagesToMeasure(paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const isEverywhere = (path: string) =>
    languages.every((language) => known.has(localizedPath(neutralOf(path), language)));
  return languages.flatMap((language) => {
    const own = paths.filter((path) => languageOfPath(path) === language);
    const kinds = Object.values(Object.groupBy(own, kindOf));
    return kinds.flatMap((ofKind = []) => ofKind.find(isEverywhere) ?? ofKind[0] ?? []);
  });
}

/** A path without its language prefix. */
function neutralOf(path: string): string {
  return path.slice(localizedPath('/', languageOfPath(path)).length - 1);
}
