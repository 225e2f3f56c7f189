import type { Language } from '../../contract/language.ts';
import type { Outline } from './outline.ts';

/** A Markdown file that becomes a page. */
export interface TextSource {
  readonly file: string;
  readonly language: Language;
  readonly slug: string;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  readonly outline: Outline;
  /** The line of a field of the front matter, from 1. */
  readonly lineOf: (field: string) => number | undefined;
}

/** A post. A field that doesn't pass the schema is not known. */
export interface Post extends TextSource {
  readonly description: string | undefined;
  readonly author: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly cover: string | undefined;
  readonly redirectFrom: readonly string[] | undefined;
  readonly isDraft: boolean;
  /** From when on readers see it, in milliseconds since 1970; infinity for a draft. */
  readonly fromMs: number;
}

/** An author or a tag. */
export interface Entry {
  readonly file: string;
  readonly id: string;
}

/** What marketers wrote. */
export interface Sources {
  readonly posts: readonly Post[];
  readonly pages: readonly TextSource[];
  readonly authors: readonly Entry[];
  readonly tags: readonly Entry[];
}

/** The line of the file, for a line of the body. */
export function fileLine({ bodyLine }: TextSource, line: number): number {
  return bodyLine + line - 1;
}
