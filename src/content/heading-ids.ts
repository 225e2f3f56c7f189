import GithubSlugger, { slug } from 'github-slugger';

/** The ids that a page has besides those of its headings. */
const taken = ['content', 'drawer', 'emblem', 'footnote-label'];

/**
 * Names the headings of a text in their order, each by its words, with a number behind a name that the
 * page has already. A heading without a letter or digit is named by its characters' code points, so
 * that no other heading changes its name: `🎉` is `u-1f389`.
 */
export function headingIds(): (text: string) => string {
  const slugger = new GithubSlugger();
  for (const id of taken) slugger.slug(id);
  return (text) => slugger.slug(/[\p{L}\p{N}]/u.test(slug(text)) ? text : codePoints(text));
}

function codePoints(text: string): string {
  const signs = Array.from(text.normalize('NFKC').replaceAll(/\s/g, ''));
  return ['u', ...signs.map((sign) => sign.codePointAt(0)?.toString(16))].join('-');
}
