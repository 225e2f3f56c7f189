import {
  type Language,
  languageOfPath,
  languages,
  localizedPath,
} from '../../contract/language.ts';
import { nearest } from '../nearest.ts';
import { sectionAnchors } from '../section-schema.ts';
import type { Address, Addresses } from './addresses.ts';
import type { CheckText } from './report.ts';
import type { MarkdownReader, Sources, TextSource } from './sources.ts';
import { languageName } from './twin-rules.ts';

/** The addresses and anchors against which links within the site are checked. */
export interface Site {
  readonly find: Addresses['find'];
  /** The known address that is most like a wrong one. */
  readonly suggest: (path: string) => string | undefined;
  readonly anchorsOf: (text: TextSource) => ReadonlySet<string>;
  /** The time of the check, in milliseconds since 1970. Later pages don't exist yet. */
  readonly nowMs: number;
}

/** The problem of a link, and whether it works nevertheless. */
export interface LinkProblem extends CheckText {
  readonly works?: true;
}

/** Only so many wrong paths get a suggestion, because each takes milliseconds to find. */
const MAX_SUGGESTIONS = 50;
/** The anchors that a message lists when none is like the wrong one. */
const MAX_LISTED_ANCHORS = 8;

/** The site at a time. It computes anchors and suggestions once, at the first use. */
export function siteOf(
  { find, all }: Addresses,
  nowMs: number,
  { markdown, flowIds }: { readonly markdown: MarkdownReader } & Pick<Sources, 'flowIds'>,
): Site {
  const suggestions = new Map<string, string | undefined>();
  const anchors = new Map<TextSource, ReadonlySet<string>>();
  return {
    find,
    nowMs,
    suggest(path) {
      if (!suggestions.has(path) && suggestions.size < MAX_SUGGESTIONS) {
        suggestions.set(path, nearest(path, all));
      }
      return suggestions.get(path);
    },
    anchorsOf(text) {
      const known =
        anchors.get(text) ??
        anchorsOfSections(text, flowIds) ??
        markdown.anchorsOf(text.body, text.outline);
      anchors.set(text, known);
      return known;
    },
  };
}

/** The anchors of a page of sections: its sections, and each flow in the list of flows. */
function anchorsOfSections(
  { sections = [] }: TextSource,
  flowIds: readonly string[],
): ReadonlySet<string> | undefined {
  const kinds = sections.map(({ section }) => section.kind);
  if (kinds.length === 0) return undefined;
  return new Set([...sectionAnchors(kinds), ...(kinds.includes('flows') ? flowIds : [])]);
}

/** Checks a link to a path, which begins with a slash and may have a query and a hash. */
export function checkPath(url: string, source: TextSource, site: Site): LinkProblem | undefined {
  const [, written = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? [];
  const path = decoded(written);
  const address = site.find(path);
  if (!address) return missingPageText(path, source, site);
  if (address.movedTo !== undefined) {
    return { works: true, problem: `${path} has moved.`, fix: `Write ${address.movedTo}` };
  }
  const { text } = address;
  return (
    checkTime(path, address, source, site.nowMs) ??
    checkLanguage(path, address, source, site) ??
    (anchor && text ? checkAnchor(anchor, text, site) : undefined)
  );
}

/** Checks a link to a heading of a text, or to a section of a page. */
export function checkAnchor(anchor: string, text: TextSource, site: Site): LinkProblem | undefined {
  const anchors = site.anchorsOf(text);
  const written = decoded(anchor);
  if (anchors.has(written)) return undefined;
  const meant = nearest(written, [...anchors]);
  const listed = [...anchors].slice(0, MAX_LISTED_ANCHORS).map((known) => `#${known}`);
  const what = text.sections?.length ? 'section' : 'heading';
  const known = listed.length > 0 ? `Its ${what}s are ${listed.join(', ')}.` : 'It has none.';
  return {
    problem: `There is no ${what} #${written} in ${text.file}.`,
    fix: meant ? `Did you mean #${meant}?` : known,
  };
}

/** Readers of a post must find what it links to; a draft may link to anything. */
function checkTime(
  path: string,
  { fromMs }: Address,
  source: TextSource & { readonly fromMs?: number },
  nowMs: number,
): LinkProblem | undefined {
  const shownFromMs = Math.max(source.fromMs ?? nowMs, nowMs);
  if (fromMs <= shownFromMs) return undefined;
  const fix = 'Publish that first, or take the link out.';
  if (!Number.isFinite(fromMs)) return { problem: `${path} is only a draft yet.`, fix };
  return { problem: `${path} appears only on ${dayOf(fromMs)}.`, fix };
}

/** Links keep readers in their language. Only a link from a post to its twin leads across. */
function checkLanguage(
  path: string,
  { text }: Address,
  source: TextSource,
  site: Site,
): LinkProblem | undefined {
  const language = languageOfPath(path);
  const isTwin = text?.slug === source.slug;
  if (language === source.language || isTwin) return undefined;
  const ours = inLanguage(path, source.language);
  const address = site.find(ours);
  if (!address || checkTime(ours, address, source, site.nowMs)) return undefined;
  return {
    problem: `${path} is in ${languageName(language)}, and this text is in ${languageName(source.language)}.`,
    fix: `Write ${ours}`,
  };
}

function missingPageText(path: string, source: TextSource, site: Site): CheckText {
  const problem = `There is no page ${path}.`;
  const [corrected] = [`${path}/`, path.toLowerCase(), `${path.toLowerCase()}/`].filter(site.find);
  if (corrected) return { problem, fix: `Write ${corrected}` };
  const [translated] = languages.map((language) => inLanguage(path, language)).filter(site.find);
  if (translated) return untranslatedText(path, translated, source);
  if (/\/\d+\/?$/.test(path)) {
    const fix =
      'Link to the post itself: the further pages of a list show other posts as it grows.';
    return { problem: `${path} is no lasting address.`, fix };
  }
  const meant = site.suggest(path);
  const fix = meant
    ? `Did you mean ${meant}?`
    : 'See the names of the files in src/content and src/pages.';
  return { problem, fix, missing: true };
}

function untranslatedText(path: string, translated: string, { language }: TextSource): CheckText {
  const missing = languageOfPath(path);
  const isOurs = missing === language;
  return {
    problem: `${translated} doesn’t exist in ${languageName(missing)}.`,
    fix: isOurs ? `Translate it, or link to ${translated}` : `Write ${translated}`,
    missing: true,
  };
}

/** The path of the same page in another language. */
function inLanguage(path: string, language: Language): string {
  const own = languageOfPath(path);
  const prefix = localizedPath('/', own).slice(0, -1);
  return localizedPath(path.slice(prefix.length), language);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
