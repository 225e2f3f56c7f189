import { utcDay } from '../../contract/durations.ts';
import {
  type Language,
  languageOfPath,
  languages,
  localizedPath,
} from '../../contract/language.ts';
import { languageName } from '../../contract/language-records.ts';
import { nearest } from '../../contract/nearest.ts';
import { sectionAnchors } from '../section-schema.ts';
import type { Address, Addresses } from './addresses.ts';
import { type CheckText, error, type Finding, warning } from './report.ts';
import { sectionLinks } from './sections.ts';
import { bodyPlace, decoded, type Sources, type TextSource } from './sources.ts';

/** The time of the check, in milliseconds since 1970, and our own origins. */
type Settings = Readonly<{ nowMs: number; origins: readonly string[] }>;
type Site = ReturnType<typeof siteOf>;

/** The problem of a link, and whether it works nevertheless. */
interface LinkProblem extends CheckText {
  readonly works?: true;
}

/** Only so many wrong paths get a suggestion, because each takes milliseconds to find. */
const MAX_SUGGESTIONS = 50;
/** The anchors that a message lists when none is like the wrong one. */
const MAX_LISTED_ANCHORS = 8;

/** Findings about the links of texts. The check opens no links to other sites. */
export function linkFindings(
  { posts, pages, flows, flowIds }: Sources,
  addresses: Addresses,
  context: Settings,
): Finding[] {
  const site = siteOf(addresses, flowIds, context);
  return [...posts, ...pages, ...flows].flatMap((source) => {
    const inBody = source.outline.links.map(({ url, line }) => ({
      url,
      place: bodyPlace(source, line),
    }));
    return [...inBody, ...sectionLinks(source)].flatMap(({ url, place }) => {
      const problem = checkLink(url, source, site);
      return problem ? [(problem.works ? warning : error)('link', place, problem)] : [];
    });
  });
}

/** The site that links are checked against. It computes anchors and suggestions once. */
function siteOf({ find, all }: Addresses, flowIds: readonly string[], settings: Settings) {
  const suggestions = new Map<string, string | undefined>();
  const anchors = new Map<TextSource, ReadonlySet<string>>();
  return {
    ...settings,
    find,
    /** The known address that is most like a wrong one. */
    suggest(path: string) {
      if (!suggestions.has(path) && suggestions.size < MAX_SUGGESTIONS) {
        suggestions.set(path, nearest(path, all));
      }
      return suggestions.get(path);
    },
    anchorsOf(text: TextSource) {
      const known = anchors.get(text) ?? anchorsOfSections(text, flowIds) ?? text.outline.anchors();
      anchors.set(text, known);
      return known;
    },
  };
}

/** The anchors of a page of sections: its sections, and each flow in the list of flows. */
function anchorsOfSections({ sections }: TextSource, flowIds: readonly string[]) {
  const kinds = sections.map(({ section }) => section.kind);
  if (kinds.length === 0) return undefined;
  return new Set([...sectionAnchors(kinds), ...(kinds.includes('flows') ? flowIds : [])]);
}

function checkLink(url: string, source: TextSource, site: Site): LinkProblem | undefined {
  if (url === '') {
    return { problem: 'The link leads nowhere.', fix: 'Write its address: [its text](/pricing/)' };
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return checkUrl(url, site.origins);
  if (url.startsWith('//')) {
    return { problem: `${url} has no scheme.`, fix: `Write https:${url}` };
  }
  if (url.startsWith('#')) return checkAnchor(url.slice(1), source, site);
  return url.startsWith('/') ? checkPath(url, source, site) : relativeLinkProblem(url, source);
}

function checkUrl(url: string, origins: readonly string[]): LinkProblem | undefined {
  if (/^(?:mailto|tel):./i.test(url)) return undefined;
  const address = /^https?:/i.test(url) ? URL.parse(url) : null;
  if (!address) {
    return {
      problem: `${url} is no address that readers can follow.`,
      fix: 'Begin it with https://, mailto: or tel:, or with a slash when it is on this site.',
    };
  }
  const isLocal = address.hostname === 'localhost' || address.hostname === '127.0.0.1';
  if (!isLocal && !origins.includes(address.origin)) return undefined;
  const path = `${address.pathname}${address.search}${address.hash}`;
  return {
    problem: isLocal
      ? `${url} is on the writer’s own machine.`
      : `${url} is on this site, whose other copies it would leave.`,
    fix: `Write only ${path}, or show the address as code between backticks.`,
  };
}

function relativeLinkProblem(url: string, { language }: TextSource): LinkProblem {
  const [first = ''] = url.split(/[/?#]/, 1);
  const [, post] = /(?:^|\/)([a-z0-9-]+)\.mdx?$/.exec(url) ?? [];
  if (!post && /^[\w-]+(?:\.[\w-]+)+$/.test(first) && !/\.html?$/.test(first)) {
    return { problem: `${url} has no scheme.`, fix: `Write https://${url}` };
  }
  const example = localizedPath(post ? `/blog/${post}/` : '/pricing/', language);
  return {
    problem: `${url} is relative: it means something else on every page.`,
    fix: `Write the whole path, for example ${example}`,
  };
}

/** Checks a link to a path, which begins with a slash and may have a query and a hash. */
function checkPath(url: string, source: TextSource, site: Site): LinkProblem | undefined {
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
function checkAnchor(anchor: string, text: TextSource, site: Site): LinkProblem | undefined {
  const anchors = site.anchorsOf(text);
  const written = decoded(anchor);
  if (anchors.has(written)) return undefined;
  const meant = nearest(written, [...anchors]);
  const listed = [...anchors].slice(0, MAX_LISTED_ANCHORS).map((known) => `#${known}`);
  const what = text.sections.length > 0 ? 'section' : 'heading';
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
  return { problem: `${path} appears only on ${utcDay(new Date(fromMs))}.`, fix };
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
