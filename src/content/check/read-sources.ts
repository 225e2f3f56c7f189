import type { z } from 'astro/zod';
import { isLanguage, type Language } from '../../contract/language.ts';
import { authorSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { fieldFindings, type LineOf, lineFinder } from './field-findings.ts';
import { type ContentFile, folders, MAX_TEXT_BYTES } from './files.ts';
import { error, type Finding } from './finding.ts';
import { readSections } from './front-matter.ts';
import { emptyOutline, outlineOf } from './outline.ts';
import type { Entry, Post, Sources, TextSource } from './sources.ts';
import { strayFindings } from './stray-files.ts';

/** What was read, and what is wrong with each file by itself. */
interface Reading {
  readonly sources: Sources;
  readonly findings: readonly Finding[];
}

/** A source, and what is wrong with its file. */
interface Read<Source> {
  readonly source: Source;
  readonly findings: readonly Finding[];
}

/** What the check needs of a post's fields; one that isn't known is undefined. */
type FieldsThatPass = {
  readonly [Field in keyof z.output<typeof postSchema>]?:
    | z.output<typeof postSchema>[Field]
    | undefined;
};

const paths = {
  posts: new RegExp(`^${folders.posts}/(\\w+)/([^/]+)\\.md$`),
  pages: new RegExp(`^${folders.pages}/(\\w+)/([^/]+)\\.md$`),
  authors: new RegExp(`^${folders.authors}/([^/]+)\\.json$`),
  tags: new RegExp(`^${folders.tags}/([^/]+)\\.json$`),
} as const;

const nowhere: LineOf = () => undefined;

/**
 * Reads the content and holds each file against the schema of its folder. A file that can't be read
 * is still known by its name, so that links to it aren't reported too.
 */
export function readSources(files: readonly ContentFile[]): Reading {
  const posts = readTexts(files, paths.posts, readPost);
  const pages = readTexts(files, paths.pages, readPage);
  const authors = readEntries(files, paths.authors, authorSchema);
  const tags = readEntries(files, paths.tags, tagSchema);
  const reads = [posts, pages, authors, tags];
  const known = new Set(reads.flatMap((kind) => kind.map(({ source }) => source.file)));
  const strays = files.filter(({ path }) => !known.has(path)).flatMap(strayFindings);
  return {
    sources: {
      posts: posts.map(({ source }) => source),
      pages: pages.map(({ source }) => source),
      authors: authors.map(({ source }) => source),
      tags: tags.map(({ source }) => source),
    },
    findings: [...reads.flatMap((kind) => kind.flatMap(({ findings }) => findings)), ...strays],
  };
}

function readTexts<Source>(
  files: readonly ContentFile[],
  path: RegExp,
  read: (file: ContentFile, language: Language, slug: string) => Read<Source>,
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

function readPost(file: ContentFile, language: Language, slug: string): Read<Post> {
  const { source, data, findings } = readMarkdown(file, language, slug);
  const parsed = postSchema.safeParse(data);
  const fields = parsed.success ? parsed.data : fieldsThatPass(data);
  const isDraft = fields.draft ?? false;
  const publishedMs = fields.publishDate?.getTime() ?? Number.NEGATIVE_INFINITY;
  const post = {
    ...source,
    description: fields.description,
    author: fields.author,
    tags: fields.tags,
    cover: fields.cover,
    redirectFrom: fields.redirectFrom,
    isDraft,
    fromMs: isDraft ? Number.POSITIVE_INFINITY : publishedMs,
  };
  if (findings.length > 0 || parsed.success) return { source: post, findings };
  return { source: post, findings: fieldFindings(file.path, parsed.error.issues, source.lineOf) };
}

function readPage(file: ContentFile, language: Language, slug: string): Read<TextSource> {
  const { source, data, findings } = readMarkdown(file, language, slug);
  const parsed = pageSchema.safeParse(data);
  if (findings.length > 0 || parsed.success) return { source, findings };
  return { source, findings: fieldFindings(file.path, parsed.error.issues, source.lineOf) };
}

/** The fields that pass the schema one by one; none when there are no fields at all. */
function fieldsThatPass(data: unknown): FieldsThatPass {
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

function readMarkdown(
  file: ContentFile,
  language: Language,
  slug: string,
): Read<TextSource> & { readonly data: unknown } {
  const unread = { file: file.path, language, slug, body: '', bodyLine: 1 };
  const source = { ...unread, outline: emptyOutline, lineOf: nowhere };
  if (file.text === undefined) return { source, data: undefined, findings: [unreadable(file)] };
  const sections = readSections(file.text);
  if (sections.kind === 'fault') {
    const finding = error('front-matter', { file: file.path, line: sections.line }, sections);
    return { source, data: undefined, findings: [finding] };
  }
  const { data, body, bodyLine } = sections;
  const lineOf = lineFinder(file.text.slice(0, file.text.length - body.length));
  return {
    source: { ...source, body, bodyLine, outline: outlineOf(body), lineOf },
    data,
    findings: [],
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

function parseJson(text: string) {
  try {
    const data: unknown = JSON.parse(text);
    return { kind: 'data', data } as const;
  } catch (reason) {
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(reason)) ?? [];
    return {
      kind: 'fault',
      line: line === undefined ? undefined : Number(line),
      problem: 'It is not JSON here.',
      fix: 'Write names and texts in double quotes, a comma between two fields and none after the last.',
    } as const;
  }
}

function unreadable({ path, sizeBytes }: ContentFile): Finding {
  if (sizeBytes <= MAX_TEXT_BYTES) {
    const fix = 'Save it again with the encoding UTF-8.';
    return error('size', { file: path }, { problem: 'Its characters are not in UTF-8.', fix });
  }
  return error(
    'size',
    { file: path },
    {
      problem: `It has ${Math.round(sizeBytes / 1000)} kB; at most ${MAX_TEXT_BYTES / 1000} kB can be read comfortably.`,
      fix: 'Split it into several, and save pictures as files of their own.',
    },
  );
}
