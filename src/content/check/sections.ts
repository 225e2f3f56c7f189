import { factsIn, pageFactNames } from '../facts.ts';
import type { Section, SectionKind } from '../section-schema.ts';
import { signFindings, unknownFact } from './body.ts';
import { type CheckText, error, type Finding, type Place } from './report.ts';
import {
  type MarkdownReader,
  type Outline,
  type PageText,
  pathOfImage,
  type TextSource,
} from './sources.ts';

/** The limits of the texts of a section and of all sections of a page, in bytes of UTF-8. */
const MAX_SECTION_BYTES = 4_000;
const MAX_PAGE_BYTES = 9_000;

/** The sections that a page can show once: its beginning, and lists whose entries are anchors. */
const once: readonly SectionKind[] = ['hero', 'flows', 'packs', 'ledger', 'demo'];

/** The fields with emphasis, links and code; other texts are shown as they are. */
const marked: readonly string[] = ['lead', 'text'];

/** The fields whose values are no texts for readers. */
const untold: readonly string[] = ['kind', 'path', 'picture', 'which'];

type Path = PageText['path'];

/** Findings about the sections of a page: their order, sizes, texts and pictures. */
export function sectionFindings(page: TextSource, paths: ReadonlySet<string>): Finding[] {
  return [
    ...emptyFindings(page),
    ...orderFindings(page),
    ...sizeFindings(page),
    ...page.texts.flatMap((text) => textFindings(page, text)),
    ...pictureFindings(page, paths),
  ];
}

/** The links of a page's sections, each with its place. */
export function sectionLinks(page: TextSource) {
  const inTexts = page.texts.flatMap(({ path, outline }) =>
    (outline?.links ?? []).map(({ url }) => ({ url, path })),
  );
  const own = page.sections.flatMap(({ at, section }) =>
    'link' in section && section.link
      ? [{ url: section.link.path, path: ['sections', at, 'link', 'path'] }]
      : [],
  );
  return [...own, ...inTexts].map(({ url, path }) => ({ url, place: sectionPlace(page, path) }));
}

/** The place of a field in words: `section 3 (steps), item 2, title`. */
export function sectionPlace(
  { file, lineOf, data }: Pick<TextSource, 'file' | 'lineOf' | 'data'>,
  path: Path,
): Place {
  const words: string[] = [];
  let value = data;
  for (const part of path) {
    value = valueAt(value, part);
    if (typeof part !== 'number') words.push(String(part));
    else words.push(`${words.pop()?.replace(/s$/, '')} ${part + 1}${kindOf(value)}`);
  }
  return { file, field: words.join(', '), line: lineOf(path.map(String).join('.')) };
}

function valueAt(value: unknown, part: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === String(part))?.[1];
}

function kindOf(section: unknown): string {
  const kind = valueAt(section, 'kind');
  return typeof kind === 'string' ? ` (${kind.slice(0, 40)})` : '';
}

/** The texts of the title, the description and the valid sections, without their kinds and paths. */
export function pageTexts(
  data: unknown,
  sections: TextSource['sections'],
  markdown: MarkdownReader,
): readonly PageText[] {
  const texts = [
    ...['title', 'description'].flatMap((name) => textsWithin(valueAt(data, name), [name])),
    ...sections.flatMap(({ at, section }) => textsWithin(section, ['sections', at])),
  ];
  return texts.flatMap(({ path, text }) => {
    const name = String(path.at(-1));
    const outline = marked.includes(name) ? markdown(text) : undefined;
    return untold.includes(name) ? [] : [{ path, text, outline }];
  });
}

/** The texts within fields, each with the names and numbers that lead to it. */
export function textsWithin(
  value: unknown,
  path: Path = [],
): readonly Pick<PageText, 'path' | 'text'>[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([inner, one]) =>
    textsWithin(one, [...path, isList ? Number(inner) : inner]),
  );
}

/** A page has sections or a text: two layouts, each with the styles that it needs. */
function emptyFindings(page: TextSource): Finding[] {
  if (page.data === undefined) return [];
  const hasSections = valueAt(page.data, 'sections') !== undefined;
  const hasText = page.body.trim() !== '';
  if (hasSections !== hasText) return [];
  const place = { file: page.file };
  if (hasText) {
    const problem = 'The page has sections and a text below them; readers would not see the text.';
    const fix = 'Put the text into a section, or take it out.';
    return [error('section', place, { problem, fix })];
  }
  const problem = 'The page shows nothing: it has neither sections nor text.';
  return [error('section', place, { problem, fix: 'Add a section, or write a text.' })];
}

function orderFindings(page: TextSource): Finding[] {
  const same = Map.groupBy(page.sections, ({ section }) => nameOf(section));
  const finding = (at: number, text: CheckText) =>
    error('section', sectionPlace(page, ['sections', at]), text);
  const repeated = [...same].flatMap(([name, [first, ...more]]) => {
    const problem = `The page has a section ${name} already.`;
    const tooMany = first && once.includes(first.section.kind) ? more : [];
    return tooMany.map(({ at }) => finding(at, { problem, fix: 'Take one of them out.' }));
  });
  const hero = page.sections.find(({ section }) => section.kind === 'hero');
  if (!hero || hero.at === 0) return repeated;
  const problem = 'The hero is the beginning of a page, with its main heading.';
  return [...repeated, finding(hero.at, { problem, fix: 'Move it to the top of the page.' })];
}

/** A page can show each demo once. */
function nameOf(section: Section): string {
  return section.kind === 'demo' ? `demo (${section.which})` : section.kind;
}

function sizeFindings(page: TextSource): Finding[] {
  const bySection = Map.groupBy(page.texts, ({ path }) => path[1]);
  const large = page.sections.flatMap(({ at }) => {
    const bytes = bytesOf(bySection.get(at) ?? []);
    if (bytes <= MAX_SECTION_BYTES) return [];
    const problem = tooLarge('section', bytes, MAX_SECTION_BYTES);
    const fix = 'Shorten it, or write a page of text and link to it.';
    return [error('size', sectionPlace(page, ['sections', at]), { problem, fix })];
  });
  const bytes = bytesOf(page.texts);
  if (bytes <= MAX_PAGE_BYTES || large.length > 0) return large;
  const problem = tooLarge('page', bytes, MAX_PAGE_BYTES);
  const fix = 'Take a section out, or make a second page of it.';
  return [error('size', { file: page.file }, { problem, fix })];
}

function bytesOf(texts: readonly PageText[]): number {
  return texts.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
}

function tooLarge(what: string, bytes: number, max: number): string {
  const kilobytes = Math.ceil(bytes / 100) / 10;
  return `The ${what} has ${kilobytes} kB of text; with at most ${max / 1_000} kB, a page stays fast.`;
}

function textFindings(page: TextSource, found: PageText): Finding[] {
  const place = sectionPlace(page, found.path);
  const unknown = factsIn(found.text).filter((name) => !pageFactNames.includes(name));
  const facts = unknown.map((name) => error('fact', place, unknownFact(name, pageFactNames)));
  const signs = found.outline ? signFindings(found.outline, () => place) : [];
  const what = found.outline && refusedIn(found.text, found.outline);
  if (what === undefined) return [...facts, ...signs];
  const problem = `A text in a section has no ${what}.`;
  const fine = 'Write sentences; _emphasis_, **bold**, `code` and [links](/pricing/) are fine.';
  return [...facts, ...signs, error('html', place, { problem, fix: fine })];
}

function refusedIn(text: string, { html, images }: Outline): string | undefined {
  if (html.length > 0) return 'HTML';
  if (images.length > 0) return 'pictures';
  return block.test(text) ? 'headings, lists or tables' : undefined;
}

/** The beginning of a heading, a list, a quote, a table or code in lines of its own. */
const block = /^ {0,3}(?:#{1,6} |[-*+] |\d+[.)] |>|\||```|~~~)|^(?: {4}|\t)/m;

function pictureFindings(page: TextSource, paths: ReadonlySet<string>): Finding[] {
  return page.sections.flatMap(({ at, section }) => {
    const named = 'picture' in section ? section.picture : undefined;
    if (named === undefined || paths.has(pathOfImage(page.file, named))) return [];
    const problem = `There is no picture ${pathOfImage(page.file, named)}.`;
    const fix = 'Save the picture there, or name another one.';
    return [error('cover', sectionPlace(page, ['sections', at, 'picture']), { problem, fix })];
  });
}
