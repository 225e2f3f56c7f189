import { type Language, languages, otherLanguages } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { nearest } from '../nearest.ts';
import { slugRuleText } from '../schema-fields.ts';
import { error, type Finding, warning } from './report.ts';
import {
  type Entry,
  fieldPlace,
  folders,
  neededPages,
  type Page,
  type Post,
  pathOfImage,
  type Sources,
  type TextSource,
  textFile,
} from './sources.ts';

/** The authors or tags that a message lists when none is like the wrong one. */
const MAX_LISTED = 12;

/** Findings about missing authors, tags, covers and flows, and about unused authors and tags. */
export function referenceFindings(
  { posts, flows, flowIds, authors, tags }: Sources,
  paths: ReadonlySet<string>,
): Finding[] {
  const authorIds = authors.map(({ id }) => id);
  const tagIds = tags.map(({ id }) => id);
  const usedAuthors = new Set(posts.map(({ author }) => author));
  const usedTags = new Set(posts.flatMap(({ tags: named }) => named ?? []));
  const pictures = [...paths].filter((path) => path.startsWith(`${folders.posts}/`));
  const picturesByName = new Map(pictures.map((path) => [nameOf(path), path]));
  return [
    ...posts.flatMap((post) => [
      ...(post.author === undefined ? [] : unknown(post, 'author', post.author, authorIds)),
      ...(post.tags ?? []).flatMap((tag) => unknown(post, 'tags', tag, tagIds)),
      ...coverFindings(post, paths, picturesByName),
    ]),
    ...flows
      .filter(({ slug }) => !flowIds.includes(slug))
      .map((flow) => unknownFlow(flow, flowIds)),
    ...[...authors, ...tags].flatMap(nameFindings),
    ...unused(authors, usedAuthors, 'author'),
    ...unused(tags, usedTags, 'tag'),
  ];
}

/** A text about a flow that the catalogue lacks is shown nowhere. */
function unknownFlow({ file, slug }: TextSource, flowIds: readonly string[]): Finding {
  const meant = nearest(slug, flowIds);
  const problem = `There is no flow ${slug}, so this text is shown nowhere.`;
  const fix = `${meant ? `Did you mean ${meant}.md?` : 'Delete the file.'} The flows are ${flowIds.join(', ')}.`;
  return error('reference', { file }, { problem, fix });
}

function unknown(post: Post, field: 'author' | 'tags', id: string, known: readonly string[]) {
  if (known.includes(id)) return [];
  const [noun, folder] = field === 'author' ? ['author', folders.authors] : ['tag', folders.tags];
  const meant = nearest(id, known);
  const listed = known.slice(0, MAX_LISTED).join(', ');
  const suggestion = meant ? `Did you mean ${meant}?` : `There are ${listed || 'none yet'}.`;
  const problem = `There is no ${noun} ${id}.`;
  const fix = `${suggestion} A new one needs the file ${folder}/${id}.json.`;
  return [error('reference', fieldPlace(post, field), { problem, fix, missing: true })];
}

function coverFindings(
  post: Post,
  paths: ReadonlySet<string>,
  picturesByName: ReadonlyMap<string, string>,
): Finding[] {
  if (post.cover === undefined) return [];
  const path = pathOfImage(post.file, post.cover);
  if (paths.has(path)) return [];
  const meant = picturesByName.get(nameOf(path));
  const fix = meant
    ? `Write cover: ${pathBetween(post.file, meant)}`
    : 'Save the picture there, or take cover and coverAlt out.';
  const problem = `There is no picture ${path}.`;
  return [error('cover', fieldPlace(post, 'cover'), { problem, fix })];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of a file from the folder of another. */
function pathBetween(file: string, other: string): string {
  const [from, to] = [file.split('/').slice(0, -1), other.split('/')];
  const differs = from.findIndex((part, index) => part !== to[index]);
  const shared = differs < 0 ? from.length : differs;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

function nameFindings({ file, id }: Entry): Finding[] {
  if (slugPattern.test(id)) return [];
  const problem = `The file’s name is an id and part of an address; ${JSON.stringify(id)} is none.`;
  const fix = `Rename the file with ${slugRuleText}; its name in each language stands in the file.`;
  return [error('reference', { file }, { problem, fix })];
}

function unused(
  entries: readonly Entry[],
  used: ReadonlySet<string | undefined>,
  kind: 'author' | 'tag',
): Finding[] {
  const fix = 'Name it in a post, or remove the file.';
  return entries
    .filter(({ id }) => !used.has(id))
    .map(({ file, id }) =>
      warning('unused', { file }, { problem: `No post names the ${kind} ${id}.`, fix }),
    );
}

/** Findings about pages that every page links to, and that are missing or drafts. */
export function neededFindings(pages: readonly Page[]): Finding[] {
  const published = new Set(pages.filter(({ isDraft }) => !isDraft).map(({ file }) => file));
  const needed = languages.flatMap((language) =>
    neededPages.map((slug) => textFile('pages', language, slug)),
  );
  const problem = 'The bar and the footer of every page link to it, and it is missing or a draft.';
  const fix = 'Write it again, or take draft: true out of it.';
  return needed
    .filter((file) => !published.has(file))
    .map((file) => error('section', { file }, { problem, fix }));
}

/** Findings about differences between a text and its twins: the same slug in the other languages. */
export function twinFindings({ posts, pages, flows }: Sources): Finding[] {
  return [
    ...pairsOf('posts', posts).flatMap(ofPost),
    ...pairsOf('pages', pages).flatMap(ofPage),
    ...pairsOf('flows', flows).flatMap(ofFlow),
  ];
}

/** A text, and the place of its twin in another language, where it has one. */
interface Pair<Text> {
  readonly text: Text;
  readonly language: Language;
  readonly file: string;
  readonly twin: Text | undefined;
}

/** A draft needs no twin yet: people translate a finished text. */
function pairsOf<Text extends TextSource>(
  kind: Parameters<typeof textFile>[0],
  texts: readonly Text[],
): Pair<Text>[] {
  const byFile = new Map(texts.map((text) => [text.file, text]));
  const finished = texts.filter(({ isDraft }) => !isDraft);
  return finished.flatMap((text) =>
    otherLanguages(text.language).map((language) => {
      const file = textFile(kind, language, text.slug);
      return { text, language, file, twin: byFile.get(file) };
    }),
  );
}

function ofPost({ text: post, language, file, twin }: Pair<Post>): Finding[] {
  if (twin) return [...missingOldSlugs(post, twin), ...otherTags(post, twin)];
  const fix = `Write ${file}, if its readers should have it.`;
  return [warning('twin', { file: post.file }, { problem: withoutTwin(language), fix })];
}

/** Every page links to its twin, so a missing twin makes a dead link. */
function ofPage({ text: page, language, file, twin }: Pair<Page>): Finding[] {
  if (twin && !twin.isDraft) return [];
  const text = twin
    ? { problem: `Its twin ${file} is a draft.`, fix: 'Finish both, or make both drafts.' }
    : { problem: withoutTwin(language), fix: `Write ${file}.` };
  return [error('twin', { file: page.file }, text)];
}

/** A flow without a text has a page all the same: the catalogue's words are on it. */
function ofFlow({ text: flow, language, file, twin }: Pair<TextSource>): Finding[] {
  if (twin) return [];
  const text = { problem: withoutTwin(language), fix: `Write ${file}.` };
  return [warning('twin', { file: flow.file }, text)];
}

/** The name of a language in English. */
export function languageName(language: Language): string {
  return languageRecords[language].names.en;
}

function withoutTwin(language: Language): string {
  return `It doesn’t exist in ${languageName(language)}.`;
}

function missingOldSlugs(post: Post, twin: Post): Finding[] {
  const { redirectFrom: known } = twin;
  const missing = (post.redirectFrom ?? []).filter((old) => !known?.includes(old));
  if (!known || missing.length === 0) return [];
  return [
    warning('twin', fieldPlace(twin, 'redirectFrom'), {
      problem: `The ${languageName(post.language)} post was once called ${missing.join(', ')}, this one wasn’t.`,
      fix: `If it was renamed too, add: redirectFrom: [${[...known, ...missing].join(', ')}]`,
    }),
  ];
}

function otherTags(post: Post, twin: Post): Finding[] {
  const { tags: known } = twin;
  const missing = (post.tags ?? []).filter((tag) => !known?.includes(tag));
  if (!known || missing.length === 0) return [];
  return [
    warning('twin', fieldPlace(twin, 'tags'), {
      problem: `The ${languageName(post.language)} post has the tag ${missing.join(', ')}, this one hasn’t.`,
      fix: 'Give both the same tags.',
    }),
  ];
}
