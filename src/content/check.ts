import { activeFindings } from './check/active-rules.ts';
import { redirectFindings, slugFindings } from './check/address-rules.ts';
import { addressesOf, reservedNames } from './check/addresses.ts';
import { bodyFindings, unfinishedFindings } from './check/body-rules.ts';
import { siteOf } from './check/internal-links.ts';
import { linkFindings, type Origins } from './check/link-rules.ts';
import { readSources } from './check/read-sources.ts';
import { referenceFindings } from './check/reference-rules.ts';
import type { Finding } from './check/report.ts';
import { neededFindings, sectionFindings } from './check/section-rules.ts';
import { type ContentFile, type MarkdownReader, textsOf } from './check/sources.ts';
import { twinFindings } from './check/twin-rules.ts';

/** The settings of a check. */
export interface CheckContext {
  /** The time of the build, in milliseconds since 1970, which decides on scheduled posts. */
  readonly nowMs: number;
  /** Our own origins, such as `https://millrace.example`: writers link to them by path. */
  readonly origins: Origins;
  readonly markdown: MarkdownReader;
}

/**
 * Checks the content: each file by itself, against the other files, and against the addresses of the
 * site.
 * @param files the files of `src/content`, `src/pages` and `public`, with the texts of the content
 * @returns the findings, sorted by file and line
 */
export function checkContent(files: readonly ContentFile[], context: CheckContext): Finding[] {
  const paths = new Set(files.map(({ path }) => path));
  const reserved = reservedNames(paths);
  const { sources, findings } = readSources(files, context.markdown);
  const { flowIds } = sources;
  const { markdown, nowMs } = context;
  const site = siteOf(addressesOf(paths, sources), nowMs, { markdown, flowIds });
  return [
    ...findings,
    ...files.flatMap(activeFindings),
    ...slugFindings(sources, reserved),
    ...redirectFindings(sources, reserved),
    ...referenceFindings(sources, paths),
    ...textsOf(sources).flatMap((text) => bodyFindings(text, paths)),
    ...sources.pages.flatMap((page) => sectionFindings(page, paths)),
    ...neededFindings(sources),
    ...linkFindings(sources, site, context.origins),
    ...twinFindings(sources),
    ...sources.posts.flatMap(unfinishedFindings),
  ].sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}
