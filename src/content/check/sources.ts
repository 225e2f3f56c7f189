import type { Language } from '../../contract/language.ts';
import type { FigureKind } from '../figures.ts';
import type { Section } from '../section-schema.ts';

/** A file of the project, as the content check receives it. */
export interface ContentFile {
  /** The path from the project's folder, with slashes. */
  readonly path: string;
  readonly sizeBytes: number;
  /**
   * The file's content. Only Markdown, JSON, SVG and XML files have a text, and only up to
   * `MAX_TEXT_BYTES` of valid UTF-8.
   */
  readonly text?: string;
}

/** Longer files are not read; a post of this size has about 30,000 words. */
export const MAX_TEXT_BYTES = 200_000;

/** The files of `public` that a browser opens as a document, and that may hold scripts or not. */
export const xmlFile = /^public\/.*\.(?:atom|mathml|rdf|rss|svg|xml)$/i;

export const folders = {
  posts: 'src/content/blog',
  pages: 'src/content/pages',
  flows: 'src/content/flows',
  authors: 'src/content/authors',
  tags: 'src/content/tags',
} as const;

/** The folder of the catalogue: each file in it is a flow, and has the flow's id as its name. */
export const catalogueFolder = 'functions/flows/catalog';

/** The path of a post's file. */
export function postFile(language: string, slug: string): string {
  return `${folders.posts}/${language}/${slug}.md`;
}

/** The path of a picture in a text: from the text's folder, or, with a slash, from `public`. */
export function pathOfImage(file: string, url: string): string {
  if (url.startsWith('/')) return `public${url}`;
  return pathFrom(file, decoded(url));
}

/** The path of a file that another names from its own folder, as `posix.join` of Node makes it. */
function pathFrom(file: string, relative: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${parts.join('/')}${relative.endsWith('/') ? '/' : ''}`;
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** The elements of a Markdown text that the check reads. Lines count from 1 within the text. */
export interface Outline {
  readonly headings: readonly { readonly depth: number; readonly line: number }[];
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  readonly html: readonly { readonly value: string; readonly line: number }[];
  /** Fenced blocks that are figures; the first line is that of the fence. */
  readonly figures: readonly {
    readonly kind: FigureKind;
    readonly source: string;
    readonly line: number;
  }[];
  /** Names in double braces, which the plugin `siteFacts` fills. */
  readonly facts: readonly { readonly name: string; readonly line: number }[];
}

export interface Link {
  readonly url: string;
  readonly line: number;
}

export interface Image extends Link {
  readonly alt: string;
}

/** The outline of an unreadable text. */
export const emptyOutline: Outline = {
  headings: [],
  links: [],
  images: [],
  figures: [],
  html: [],
  facts: [],
};

/** Reads Markdown: the build's parser does, and in the browser the editor's own. */
export interface MarkdownReader {
  readonly outlineOf: (markdown: string) => Outline;
  readonly anchorsOf: (markdown: string, outline: Outline) => ReadonlySet<string>;
}

/** A Markdown file that the build turns into a page. */
export interface TextSource {
  readonly file: string;
  readonly language: Language;
  readonly slug: string;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  readonly outline: Outline;
  /** The sections of a page that pass the schema, each with its place in the list, from 0. */
  readonly sections?: readonly { readonly at: number; readonly section: Section }[];
  /** The line of a field of the front matter, from 1. */
  readonly lineOf: (field: string) => number | undefined;
}

/** A post. A field that fails the schema is undefined. */
export interface Post extends TextSource {
  readonly description: string | undefined;
  readonly author: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly cover: string | undefined;
  readonly redirectFrom: readonly string[] | undefined;
  readonly isDraft: boolean;
  /** When readers first see it, in milliseconds since 1970; infinity for a draft. */
  readonly fromMs: number;
}

/** A page of sections or of text. */
export interface Page extends TextSource {
  /** The front matter, as far as it is YAML. */
  readonly data: unknown;
  readonly sections: NonNullable<TextSource['sections']>;
  readonly isDraft: boolean;
  /** Reads the texts of its sections. */
  readonly outlineOf: MarkdownReader['outlineOf'];
}

/** The page at the root of each language. */
export const homeSlug = 'home';

/** The pages that the bar and the footer of every page link to. */
export const neededPages = [homeSlug, 'pricing', 'about', 'privacy', 'contact'] as const;

/** The path of a page, without a language prefix. */
export function pagePath(slug: string): string {
  return slug === homeSlug ? '/' : `/${slug}/`;
}

/** An author or a tag. */
export interface Entry {
  readonly file: string;
  readonly id: string;
}

/** All content. */
export interface Sources {
  readonly posts: readonly Post[];
  readonly pages: readonly Page[];
  /** Marketers' texts about a flow; the flow's page exists without one, too. */
  readonly flows: readonly TextSource[];
  /** The ids of the flows in the catalogue. */
  readonly flowIds: readonly string[];
  readonly authors: readonly Entry[];
  readonly tags: readonly Entry[];
}

/** All texts in Markdown. */
export function textsOf({ posts, pages, flows }: Sources): readonly TextSource[] {
  return [...posts, ...pages, ...flows];
}

/** The place of a line of the body, which counts its lines from 1. */
export function bodyPlace({ file, bodyLine }: TextSource, line: number) {
  return { file, line: bodyLine + line - 1 };
}

/** The place of a field of the front matter. */
export function fieldPlace({ file, lineOf }: TextSource, field: string) {
  return { file, field, line: lineOf(field) };
}
