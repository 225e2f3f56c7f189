/** What a rule of the content check is about; stable, so that programs can tell findings apart. */
export type Rule =
  | 'cover'
  | 'fact'
  | 'field'
  | 'front-matter'
  | 'heading'
  | 'html'
  | 'image'
  | 'link'
  | 'place'
  | 'redirect'
  | 'reference'
  | 'size'
  | 'slug'
  | 'twin'
  | 'unfinished'
  | 'unused';

/** One thing that is wrong with the content. An error stops the build, a warning doesn't. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly rule: Rule;
  /** The file, as a path from the project's folder. */
  readonly file: string;
  /** The line in the file, from 1, where one can be named. */
  readonly line?: number;
  /** The field of the front matter, such as `title` or `bio.en`. */
  readonly field?: string;
  readonly problem: string;
  /** What to do about it. */
  readonly fix: string;
}

/** Where something is wrong. */
export interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly field?: string | undefined;
}

/** What is wrong, and what to do about it. */
export interface CheckText {
  readonly problem: string;
  readonly fix: string;
}

/** Something that stops the build. */
export function error(rule: Rule, place: Place, words: CheckText): Finding {
  return findingOf('error', rule, place, words);
}

/** Something that is worth a look. */
export function warning(rule: Rule, place: Place, words: CheckText): Finding {
  return findingOf('warning', rule, place, words);
}

function findingOf(
  severity: Finding['severity'],
  rule: Rule,
  { file, line, field }: Place,
  { problem, fix }: CheckText,
): Finding {
  return {
    severity,
    rule,
    file,
    ...(line === undefined ? {} : { line }),
    ...(field === undefined ? {} : { field }),
    problem,
    fix,
  };
}
