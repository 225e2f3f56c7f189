import { z } from 'astro/zod';
import { isLanguage, type Language, languages } from '../../contract/language.ts';
import { authorSchema, flowTextSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { sectionSchema } from '../section-schema.ts';
import { strayFindings } from './address-rules.ts';
import { type LineOf, lineFinder, parseJson, readSections } from './front-matter.ts';
import { error, type Finding } from './report.ts';
import { sectionPlace } from './section-rules.ts';
import {
  type ContentFile,
  catalogueFolder,
  type Entry,
  emptyOutline,
  folders,
  MAX_TEXT_BYTES,
  type MarkdownReader,
  type Page,
  type Post,
  type Sources,
  type TextSource,
} from './sources.ts';

/** The content, and the findings about each file by itself. */
interface Reading {
  readonly sources: Sources;
  readonly findings: readonly Finding[];
}

/** A source, and the findings about its file. */
interface Read<Source> {
  readonly source: Source;
  readonly findings: readonly Finding[];
}

const paths = {
  text: new RegExp(`^(?:${folders.posts}|${folders.pages}|${folders.flows})/(\\w+)/`),
  posts: new RegExp(`^${folders.posts}/(\\w+)/([^/]+)\\.md$`),
  pages: new RegExp(`^${folders.pages}/(\\w+)/([^/]+)\\.md$`),
  flows: new RegExp(`^${folders.flows}/(\\w+)/([^/]+)\\.md$`),
  catalogue: new RegExp(`^${catalogueFolder}/([^/]+)\\.ts$`),
  authors: new RegExp(`^${folders.authors}/([^/]+)\\.json$`),
  tags: new RegExp(`^${folders.tags}/([^/]+)\\.json$`),
} as const;

/** A text's file, with what its path says. */
type Text = readonly [file: ContentFile, language: Language, slug: string];

const nowhere: LineOf = () => undefined;

/**
 * Reads the content and checks each file against the schema of its folder. An unreadable file is still
 * known by its name, so that links to it are not reported as well.
 */
export function readSources(given: readonly ContentFile[], markdown: MarkdownReader): Reading {
  const files = given.filter(({ path }) => !isHidden(path));
  const posts = readTexts(files, paths.posts, (...text) => readPost(text, markdown));
  const pages = readTexts(files, paths.pages, (...text) => readPage(text, markdown));
  const flows = readTexts(files, paths.flows, (...text) =>
    readMarkdown(text, markdown, flowTextSchema),
  );
  const authors = readEntries(files, paths.authors, authorSchema);
  const tags = readEntries(files, paths.tags, tagSchema);
  const reads = [posts, pages, flows, authors, tags];
  const known = new Set(reads.flatMap((kind) => kind.map(({ source }) => source.file)));
  const strays = files.filter(({ path }) => !known.has(path)).flatMap(strayFindings);
  return {
    sources: {
      posts: posts.map(({ source }) => source),
      pages: pages.map(({ source }) => source),
      flows: flows.map(({ source }) => source),
      flowIds: files.flatMap(({ path }) => paths.catalogue.exec(path)?.[1] ?? []),
      authors: authors.map(({ source }) => source),
      tags: tags.map(({ source }) => source),
    },
    findings: [...reads.flatMap((kind) => kind.flatMap(({ findings }) => findings)), ...strays],
  };
}

/** Whether a text is in a language that the product knows and does not show, so that nobody sees it. */
function isHidden(path: string): boolean {
  const [, language] = paths.text.exec(path) ?? [];
  return isLanguage(language) && !languages.includes(language);
}

function readTexts<Source>(
  files: readonly ContentFile[],
  path: RegExp,
  read: (...text: Text) => Read<Source>,
): Read<Source>[] {
  return files.flatMap((file) => {
    const [, language, slug] = path.exec(file.path) ?? [];
    return isLanguage(language) && slug ? [read(file, language, slug)] : [];
  });
}

function readEntries(
  files: readonly ContentFile[],
  path: RegExp,
  schema: z.ZodType,
): Read<Entry>[] {
  return files.flatMap((file) => {
    const [, id] = path.exec(file.path) ?? [];
    return id === undefined ? [] : [readEntry(file, id, schema)];
  });
}

function readPost(text: Text, markdown: MarkdownReader): Read<Post> {
  const { source, data, fields, findings } = readMarkdown(text, markdown, postSchema);
  const valid = fields ?? validFields(data);
  const { description, author, tags, cover, redirectFrom, draft: isDraft = false } = valid;
  const publishedMs = valid.publishDate?.getTime() ?? Number.NEGATIVE_INFINITY;
  const fromMs = isDraft ? Number.POSITIVE_INFINITY : publishedMs;
  const post = { ...source, description, author, tags, cover, redirectFrom, isDraft, fromMs };
  return { source: post, findings };
}

function readPage(text: Text, markdown: MarkdownReader): Read<Page> {
  const { source, data, findings } = readMarkdown(text, markdown, pageSchema);
  const { outlineOf } = markdown;
  return { source: { ...source, data, outlineOf, ...partsOfPage(data) }, findings };
}

const loosePage = z.object({
  draft: z.unknown().optional(),
  sections: z.array(z.unknown()).catch([]),
});

/** The parts of a page that the other rules need, even when a field is invalid. */
function partsOfPage(data: unknown): Pick<Page, 'sections' | 'isDraft'> {
  const { draft, sections } = { draft: false, sections: [], ...loosePage.safeParse(data).data };
  return {
    isDraft: draft === true,
    sections: sections.flatMap((given, at) => {
      const section = sectionSchema.safeParse(given).data;
      return section ? [{ at, section }] : [];
    }),
  };
}

/** The fields that are valid by themselves, when the front matter as a whole is not. */
function validFields(data: unknown) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const given = new Map<string, unknown>(Object.entries(data));
  const { description, author, tags, cover, redirectFrom, draft, publishDate } = postSchema.shape;
  return {
    description: description.safeParse(given.get('description')).data,
    author: author.safeParse(given.get('author')).data,
    tags: tags.safeParse(given.get('tags')).data,
    cover: cover.safeParse(given.get('cover')).data,
    redirectFrom: redirectFrom.safeParse(given.get('redirectFrom')).data,
    draft: draft.safeParse(given.get('draft')).data,
    publishDate: publishDate.safeParse(given.get('publishDate')).data,
  };
}

/** A text with its front matter: `data` where it is YAML, `fields` where it also passes the schema. */
interface ReadText<Fields> extends Read<TextSource> {
  readonly data?: unknown;
  readonly fields?: Fields | undefined;
}

function readMarkdown<Fields>(
  [file, language, slug]: Text,
  markdown: MarkdownReader,
  schema: z.ZodType<Fields>,
): ReadText<Fields> {
  const unread = { file: file.path, language, slug, body: '', bodyLine: 1 };
  const source = { ...unread, outline: emptyOutline, lineOf: nowhere };
  if (file.text === undefined) return { source, findings: [unreadable(file)] };
  const sections = readSections(file.text);
  if (sections.kind === 'fault') {
    const finding = error('front-matter', { file: file.path, line: sections.line }, sections);
    return { source, findings: [finding] };
  }
  const { data, body, bodyLine } = sections;
  const lineOf = lineFinder(file.text.slice(0, file.text.length - body.length));
  const { data: fields, error: refusal } = schema.safeParse(data);
  return {
    source: { ...source, body, bodyLine, outline: markdown.outlineOf(body), lineOf },
    data,
    fields,
    findings: fieldFindings(file.path, refusal?.issues ?? [], lineOf, data),
  };
}

function readEntry(file: ContentFile, id: string, schema: z.ZodType): Read<Entry> {
  const source = { file: file.path, id };
  if (file.text === undefined) return { source, findings: [unreadable(file)] };
  const json = parseJson(file.text);
  if (json.kind === 'fault') {
    const place = { file: file.path, line: json.line };
    return { source, findings: [error('front-matter', place, json)] };
  }
  const { error: refusal } = schema.safeParse(json.data);
  return {
    source,
    findings: fieldFindings(file.path, refusal?.issues ?? [], lineFinder(file.text)),
  };
}

/** Turns the issues of a schema into findings; the messages come from `schema-fields.ts`. */
function fieldFindings(
  file: string,
  issues: readonly z.core.$ZodIssue[],
  lineOf: LineOf,
  data?: unknown,
): Finding[] {
  return issues.flatMap((issue) => {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    const lines = issue.message.split('\n');
    return fields.map((key, index) => {
      const path = [...issue.path, ...(key === undefined ? [] : [key])];
      const field = path.filter((part) => typeof part === 'string').join('.');
      const ofFile = field ? { file, field, line: lineOf(field) } : { file };
      const place =
        path.length > 1 && path[0] === 'sections'
          ? sectionPlace({ file, lineOf, data }, path)
          : ofFile;
      const [problem = '', fix = ''] = lines.slice(index * 2);
      return error('field', place, { problem, fix });
    });
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
