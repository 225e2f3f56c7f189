import { z } from 'astro/zod';
import { isLanguage, type Language, languages } from '../../contract/language.ts';
import { factNames, factsIn } from '../facts.ts';
import { authorSchema, flowTextSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { sectionSchema } from '../section-schema.ts';
import { addressesOf, addressFindings } from './addresses.ts';
import { bodyFindings, unfinishedFindings, unknownFact } from './body.ts';
import { linkFindings } from './links.ts';
import { neededFindings, referenceFindings, twinFindings } from './references.ts';
import { error, type Finding, warning } from './report.ts';
import { pageTexts, sectionFindings, sectionPlace, textsWithin } from './sections.ts';
import {
  type ContentFile,
  catalogueFolder,
  type Entry,
  emptyOutline,
  fieldPlace,
  folders,
  lineFinder,
  MAX_TEXT_BYTES,
  type MarkdownReader,
  type Post,
  parseJson,
  readSections,
  type Sources,
  type TextSource,
  xmlFile,
} from './sources.ts';

/** The settings of a check. */
export interface CheckContext {
  /** The time of the build, in milliseconds since 1970, which decides on scheduled posts. */
  readonly nowMs: number;
  /** Our own origins, such as `https://example.com`: writers link to them by path. */
  readonly origins: readonly string[];
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
  const sources = readSources(files, context.markdown);
  const { posts, pages, flows, authors, tags } = sources;
  const texts = [...posts, ...pages, ...flows];
  const read = [...texts, ...authors, ...tags];
  return [
    ...read.flatMap(({ findings }) => findings),
    ...strayFindings(files, new Set(read.map(({ file }) => file))),
    ...files.flatMap(activeFindings),
    ...addressFindings(sources, paths),
    ...referenceFindings(sources, paths),
    ...texts.flatMap((text) => bodyFindings(text, paths)),
    ...pages.flatMap((page) => sectionFindings(page, paths)),
    ...neededFindings(pages),
    ...linkFindings(sources, addressesOf(paths, sources), context),
    ...twinFindings(sources),
    ...posts.flatMap(unfinishedFindings),
  ].sort(byPlace);
}

function byPlace(a: Finding, b: Finding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}

/** Reads the content by the schemas of its folders. An unreadable file is known by its name. */
export function readSources(files: readonly ContentFile[], markdown: MarkdownReader): Sources {
  const textsIn = <Text>(folder: string, read: (text: TextSource) => Text, schema: z.ZodType) =>
    files.flatMap((file) => {
      const [, place, name, slug] = textPath.exec(file.path) ?? [];
      const language = languages.find((one) => one === name);
      if (place !== folder || !language || !slug) return [];
      return [read(readMarkdown({ file, language, slug, schema, markdown }))];
    });
  const entriesIn = (folder: string, schema: z.ZodType) =>
    files.flatMap((file) => {
      const [, place, id] = entryPath.exec(file.path) ?? [];
      return place === folder && id ? [readEntry(file, id, schema)] : [];
    });
  return {
    posts: textsIn(folders.posts, readPost, postSchema),
    pages: textsIn(folders.pages, (text) => readPage(text, markdown), pageSchema),
    flows: textsIn(folders.flows, withFactFindings<TextSource>, flowTextSchema),
    flowIds: files.flatMap(({ path }) => flowPath.exec(path)?.[1] ?? []),
    authors: entriesIn(folders.authors, authorSchema),
    tags: entriesIn(folders.tags, tagSchema),
  };
}

const textPath = new RegExp(
  `^(${folders.posts}|${folders.pages}|${folders.flows})/(\\w+)/([^/]+)\\.md$`,
);
const entryPath = new RegExp(`^(${folders.authors}|${folders.tags})/([^/]+)\\.json$`);
const flowPath = new RegExp(`^${catalogueFolder}/([^/]+)\\.ts$`);

/** The fields of a post that the other rules need, each as far as it is valid by itself. */
const loosePost = z.object({
  description: loose(postSchema.shape.description),
  author: loose(postSchema.shape.author),
  tags: loose(postSchema.shape.tags),
  cover: loose(postSchema.shape.cover),
  redirectFrom: loose(postSchema.shape.redirectFrom),
  draft: loose(postSchema.shape.draft),
  publishDate: loose(postSchema.shape.publishDate),
});

function loose<Field extends z.ZodType>(field: Field) {
  return field.optional().catch(undefined);
}

function readPost(text: TextSource): Post {
  const valid: Partial<z.output<typeof loosePost>> = loosePost.safeParse(text.data).data ?? {};
  const { description, author, tags, cover, redirectFrom, draft: isDraft = false } = valid;
  const publishedMs = valid.publishDate?.getTime() ?? Number.NEGATIVE_INFINITY;
  const fromMs = isDraft ? Number.POSITIVE_INFINITY : publishedMs;
  return { ...text, description, author, tags, cover, redirectFrom, isDraft, fromMs };
}

const loosePage = z.object({
  draft: z.unknown().optional(),
  sections: z.array(z.unknown()).catch([]),
});

function readPage(text: TextSource, markdown: MarkdownReader): TextSource {
  const given = { draft: false, sections: [], ...loosePage.safeParse(text.data).data };
  const sections = given.sections.flatMap((one, at) => {
    const section = sectionSchema.safeParse(one).data;
    return section ? [{ at, section }] : [];
  });
  const texts = pageTexts(text.data, sections, markdown);
  return { ...text, isDraft: given.draft === true, sections, texts };
}

/** A text's file, with what its path says. */
interface TextFile {
  readonly file: ContentFile;
  readonly language: Language;
  readonly slug: string;
  readonly schema: z.ZodType;
  readonly markdown: MarkdownReader;
}

function readMarkdown({ file, language, slug, schema, markdown }: TextFile): TextSource {
  const source: TextSource = {
    file: file.path,
    language,
    slug,
    isDraft: false,
    data: undefined,
    body: '',
    bodyLine: 1,
    outline: emptyOutline,
    sections: [],
    texts: [],
    lineOf: () => undefined,
    findings: [],
  };
  if (file.text === undefined) return { ...source, findings: [unreadable(file)] };
  const sections = readSections(file.text);
  if (sections.kind === 'fault') {
    const finding = error('front-matter', { file: file.path, line: sections.line }, sections);
    return { ...source, findings: [finding] };
  }
  const { data, body, bodyLine } = sections;
  const frontMatter = file.text.slice(0, file.text.length - body.length);
  const lineOf = lineFinder(frontMatter);
  const read = { ...source, data, body, bodyLine, outline: markdown(body), lineOf };
  const findings = [...fieldFindings(schema, read), ...cutFindings(file.path, frontMatter)];
  return { ...read, findings };
}

/** A text in front of a number sign, at which YAML cuts it: no day, number or choice, and none in quotes. */
const cutText = /^[ -]*\w+: +(?!(?:true|false|[\d-]+) +#)[^\s"'#|>[{][^#]* #/;

/** Texts that YAML cuts: a number sign begins a comment behind a space. */
function cutFindings(file: string, frontMatter: string): Finding[] {
  return frontMatter.split('\n').flatMap((line, at) => {
    if (!cutText.test(line)) return [];
    const problem = 'Nobody reads what follows the # here.';
    return [warning('field', { file, line: at + 1 }, { problem, fix: 'Put the text in quotes.' })];
  });
}

/** Adds the unknown facts in the fields of a flow's text or of an entry, which a build would refuse. */
function withFactFindings<Read extends Pick<TextSource, 'file' | 'data' | 'lineOf' | 'findings'>>(
  read: Read,
): Read {
  const found = textsWithin(read.data).flatMap(({ path, text }) =>
    factsIn(text)
      .filter((name) => !factNames.includes(name))
      .map((name) => error('fact', fieldPlace(read, path.join('.')), unknownFact(name, factNames))),
  );
  return { ...read, findings: [...read.findings, ...found] };
}

function readEntry(file: ContentFile, id: string, schema: z.ZodType): Entry {
  const source = { file: file.path, id };
  if (file.text === undefined) return { ...source, findings: [unreadable(file)] };
  const json = parseJson(file.text);
  if (json.kind === 'fault') {
    const place = { file: file.path, line: json.line };
    return { ...source, findings: [error('front-matter', place, json)] };
  }
  const read = { ...source, data: json.data, lineOf: lineFinder(file.text) };
  return withFactFindings({ ...read, findings: fieldFindings(schema, read) });
}

/** Turns the issues of a schema into findings; the messages come from `schema-fields.ts`. */
function fieldFindings(
  schema: z.ZodType,
  source: Pick<TextSource, 'file' | 'data' | 'lineOf'>,
): Finding[] {
  const { file, data, lineOf } = source;
  const { error: refusal } = schema.safeParse(data);
  return (refusal?.issues ?? []).map(({ path, message }) => {
    const field = path.filter((part) => typeof part === 'string').join('.');
    const ofFile = field ? { file, field, line: lineOf(field) } : { file };
    const isInSection = path.length > 1 && path[0] === 'sections';
    const place = isInSection ? sectionPlace(source, path) : ofFile;
    const [problem = '', fix = ''] = message.split('\n');
    return error('field', place, { problem, fix });
  });
}

function unreadable({ path, sizeBytes }: ContentFile): Finding {
  if (sizeBytes <= MAX_TEXT_BYTES) {
    const fix = 'Save it again with the encoding UTF-8.';
    return error('size', { file: path }, { problem: 'Its characters are not in UTF-8.', fix });
  }
  const problem = `It has ${Math.round(sizeBytes / 1000)} kB; at most ${MAX_TEXT_BYTES / 1000} kB can be read comfortably.`;
  const fix = 'Split it into several, and save pictures as files of their own.';
  return error('size', { file: path }, { problem, fix });
}

const textEndings = /\.(?:mdx?|markdown|txt|html?|rtf|docx?|json|ya?ml)$/i;

/** An example of a valid file for each folder. */
const expected: readonly (readonly [folder: string, example: string])[] = [
  [folders.posts, `${folders.posts}/en/how-credits-work.md`],
  [folders.pages, `${folders.pages}/en/about.md`],
  [folders.flows, `${folders.flows}/en/social-card.md`],
  [folders.authors, `${folders.authors}/team.json`],
  [folders.tags, `${folders.tags}/credits.json`],
];

/** Findings about texts in content folders that the site doesn't read, as their authors believe. */
function strayFindings(files: readonly ContentFile[], known: ReadonlySet<string>): Finding[] {
  return files.flatMap(({ path }) => {
    const [, example] = expected.find(([folder]) => path.startsWith(`${folder}/`)) ?? [];
    if (!example || !textEndings.test(path) || known.has(path) || isHidden(path)) return [];
    const problem = 'It is not published: its folder or its ending is none that the site reads.';
    const fix = `Save it as, for example, ${example}, or move it away.`;
    return [error('place', { file: path }, { problem, fix })];
  });
}

/** Whether a text is in a language that the product knows and does not show, so that nobody sees it. */
function isHidden(path: string): boolean {
  const [, language] = /^src\/content\/(?:blog|pages|flows)\/(\w+)\//.exec(path) ?? [];
  return isLanguage(language) && !languages.includes(language);
}

/** Names of files whose code a browser runs in the site's origin. A PDF's scripts never do. */
const active = /\.(?:[cm]?js|mht(?:ml?)?|[psx]?html?|svgz|swf|wasm|xht|xslt?)$/i;

/** Each mark with what it is; names in any namespace, as `svg:script`. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/<(?:[\w.-]+:)?(?:script|handler|listener)\b/i, 'a script'],
  [/[\s"'/](?:[\w.-]+:)?on[a-z]+\s*=/i, 'an event handler, such as onload'],
  [/<(?:[\w.-]+:)?(?:foreignobject|html|body|iframe|object|embed|audio|video)\b/i, 'HTML'],
  [/http:\/\/www\.w3\.org\/1999\/xhtml/i, 'HTML'],
  [/<\?xml-stylesheet/i, 'a style sheet of another file'],
  [/<!DOCTYPE[^<>]*\[|<!(?:ATTLIST|ENTITY)/i, 'entities of its own'],
  [
    /\b(?:href|src|to|from|values)\s*=\s*["']?\s*(?:[\w&;#]+:|\/\/)(?<!data:)/i,
    'an address of another file',
  ],
  [/url\(\s*["']?(?!#|data:image\/|["')])|@import/i, 'an address of another file'],
];

/** Findings about a file of `public` that could act for the visitor who opens it. */
function activeFindings({ path, text }: ContentFile): Finding[] {
  if (!path.startsWith('public/')) return [];
  const place = { file: path };
  if (active.test(path)) {
    const problem =
      'A browser runs this file as a part of the site, with the rights of its visitor.';
    return [error('active', place, { problem, fix: 'Take it out of public.' })];
  }
  if (!xmlFile.test(path)) return [];
  if (text === undefined) {
    const problem = `This file is not UTF-8, or it has more than ${MAX_TEXT_BYTES} bytes, so nobody can check it.`;
    return [error('active', place, { problem, fix: 'Save it smaller, in UTF-8, or as a PNG.' })];
  }
  const found = marks.find(([mark]) => mark.test(text));
  if (!found) return [];
  const problem = `This file holds ${found[1]}.`;
  return [error('active', place, { problem, fix: 'Save it as a plain SVG, or as a PNG.' })];
}
