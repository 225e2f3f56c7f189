import { localizedPath } from '../../contract/language.ts';
import { checkAnchor, checkPath, type LinkProblem, type Site } from './internal-links.ts';
import { error, type Finding, type Place, warning } from './report.ts';
import { sectionLinks } from './section-rules.ts';
import { bodyPlace, type Sources, type TextSource } from './sources.ts';

/** Our own origins, such as `https://millrace.example`. */
export type Origins = readonly string[];

/** Findings about the links of posts and pages. The check opens no links to other sites. */
export function linkFindings({ posts, pages }: Sources, site: Site, origins: Origins): Finding[] {
  const finding = (url: string, place: Place, source: TextSource) => {
    const problem = checkLink(url, source, site, origins);
    return problem ? [(problem.works ? warning : error)('link', place, problem)] : [];
  };
  return [
    ...[...posts, ...pages].flatMap((source) =>
      source.outline.links.flatMap(({ url, line }) =>
        finding(url, bodyPlace(source, line), source),
      ),
    ),
    ...pages.flatMap((page) =>
      sectionLinks(page).flatMap(({ url, place }) => finding(url, place, page)),
    ),
  ];
}

function checkLink(
  url: string,
  source: TextSource,
  site: Site,
  origins: Origins,
): LinkProblem | undefined {
  if (url === '') {
    return { problem: 'The link leads nowhere.', fix: 'Write its address: [its text](/pricing/)' };
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return checkUrl(url, origins);
  if (url.startsWith('//')) {
    return { problem: `${url} has no scheme.`, fix: `Write https:${url}` };
  }
  if (url.startsWith('#')) return checkAnchor(url.slice(1), source, site);
  return url.startsWith('/') ? checkPath(url, source, site) : relativeLinkProblem(url, source);
}

function checkUrl(url: string, origins: Origins): LinkProblem | undefined {
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
