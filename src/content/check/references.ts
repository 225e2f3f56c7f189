import { type Language, languages, otherLanguages } from '../../contract/language.ts';
import { languageName } from '../../contract/language-records.ts';
import { nearest } from '../../contract/nearest.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { slugRuleText } from '../schema-fields.ts';
import { error, type Finding, warning } from './report.ts';
import {
  type Entry,
  fieldPlace,
  folders,
  neededPages,
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
  return [
    ...namedFindings('author', authors, posts, ({ author }) => (author ? [author] : [])),
    ...namedFindings('tag', tags, posts, ({ tags: named }) => named ?? []),
    ...posts.flatMap((post) => coverFindings(post, paths)),
    ...flows
      .filter(({ slug }) => !flowIds.includes(slug))
      .map((flow) => unknownFlow(flow, flowIds)),
  ];
}

/** Findings about the authors or tags that posts name, and about the files of authors or tags. */
function namedFindings(
  noun: 'author' | 'tag',
  entries: readonly Entry[],
  posts: readonly Post[],
  namesOf: (post: Post) => readonly string[],
): Finding[] {
  const known = entries.map(({ id }) => id);
  const named = posts.flatMap((post) => namesOf(post).map((id) => ({ post, id })));
  const used = new Set(named.map(({ id }) => id));
  // Before the first post, authors and tags wait for it.
  const unused = posts.length === 0 ? [] : entries.filter(({ id }) => !used.has(id));
  const fix = 'Name it in a post, or remove the file.';
  return [
    ...named
      .filter(({ id }) => !known.includes(id))
      .map(({ post, id }) => unknown(post, noun, id, known)),
    ...entries.flatMap(nameFindings),
    ...unused.map(({ file, id }) =>
      warning('unused', { file }, { problem: `No post names the ${noun} ${id}.`, fix }),
    ),
  ];
}

/** A text about a flow that the catalogue lacks is shown nowhere. */
function unknownFlow({ file, slug }: TextSource, flowIds: readonly string[]): Finding {
  const meant = nearest(slug, flowIds);
  const problem = `There is no flow ${slug}, so this text is shown nowhere.`;
  const fix = `${meant ? `Did you mean ${meant}.md?` : 'Delete the file.'} The flows are ${flowIds.join(', ')}.`;
  return error('reference', { file }, { problem, fix });
}

function unknown(post: Post, noun: 'author' | 'tag', id: string, known: readonly string[]) {
  const meant = nearest(id, known);
  const listed = known.slice(0, MAX_LISTED).join(', ');
  const suggestion = meant ? `Did you mean ${meant}?` : `There are ${listed || 'none yet'}.`;
  const problem = `There is no ${noun} ${id}.`;
  const fix = `${suggestion} A new one needs the file ${folders[`${noun}s`]}/${id}.json.`;
  const place = fieldPlace(post, noun === 'tag' ? 'tags' : noun);
  return error('reference', place, { problem, fix, missing: true });
}

function coverFindings(post: Post, paths: ReadonlySet<string>): Finding[] {
  if (post.cover === undefined) return [];
  const path = pathOfImage(post.file, post.cover);
  if (paths.has(path)) return [];
  const pictures = [...paths].filter((one) => one.startsWith(`${folders.posts}/`));
  const meant = pictures.findLast((one) => nameOf(one) === nameOf(path));
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

/** Findings about pages that every page links to, and that are missing or drafts. */
export function neededFindings(pages: readonly TextSource[]): Finding[] {
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
function ofPage({ text: page, language, file, twin }: Pair<TextSource>): Finding[] {
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
