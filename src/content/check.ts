import { addressesOf } from './check/addresses.ts';
import { bodyFindings } from './check/body-rules.ts';
import type { ContentFile } from './check/files.ts';
import type { Finding } from './check/finding.ts';
import { siteOf } from './check/internal-links.ts';
import { linkFindings, type Origins } from './check/link-rules.ts';
import { reservedNames } from './check/page-files.ts';
import { readSources } from './check/read-sources.ts';
import { redirectFindings } from './check/redirect-rules.ts';
import { referenceFindings } from './check/reference-rules.ts';
import { slugFindings } from './check/slug-rules.ts';
import { twinFindings } from './check/twin-rules.ts';
import { unfinishedFindings } from './check/unfinished-rules.ts';

/** What the content is checked under. */
export interface CheckContext {
  /** The time of the build, in milliseconds since 1970: scheduled posts are not out before. */
  readonly nowMs: number;
  /** Our own origins, such as `https://millrace.example`: links to them are written as paths. */
  readonly origins: Origins;
}

/**
 * Checks what marketers wrote: every file by itself, and the files against one another and against
 * the addresses of the site.
 *
 * @param files the files of `src/content`, `src/pages` and `public`, with the texts of the content
 * @returns what is wrong, in the order of the files and their lines; nothing when all is well
 */
export function checkContent(files: readonly ContentFile[], context: CheckContext): Finding[] {
  const paths = new Set(files.map(({ path }) => path));
  const reserved = reservedNames(paths);
  const { sources, findings } = readSources(files);
  const site = siteOf(addressesOf(paths, sources), context.nowMs);
  const texts = [...sources.posts, ...sources.pages];
  return [
    ...findings,
    ...slugFindings(sources, reserved),
    ...redirectFindings(sources, reserved),
    ...referenceFindings(sources, paths),
    ...texts.flatMap((text) => bodyFindings(text, paths)),
    ...linkFindings(sources, site, context.origins),
    ...twinFindings(sources),
    ...sources.posts.flatMap(unfinishedFindings),
  ].sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}
