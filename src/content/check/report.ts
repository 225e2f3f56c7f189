/** The subject of a rule of the content check. Programs distinguish findings by it: keep it stable. */
export type Rule =
  | 'active'
  | 'cover'
  | 'emphasis'
  | 'fact'
  | 'field'
  | 'figure'
  | 'front-matter'
  | 'heading'
  | 'html'
  | 'image'
  | 'link'
  | 'place'
  | 'price'
  | 'redirect'
  | 'reference'
  | 'section'
  | 'size'
  | 'slug'
  | 'twin'
  | 'unfinished'
  | 'unused';

/** A problem, and what the author should do. */
export interface CheckText {
  readonly problem: string;
  readonly fix: string;
  /** Set where the text names something that the check did not find among the files. */
  readonly missing?: true | undefined;
}

/** The place of a problem. */
export interface Place {
  /** The file, as a path from the project's folder. */
  readonly file: string;
  /** The line in the file, from 1, where it is known. */
  readonly line?: number | undefined;
  /** The field of the front matter, such as `title` or `bio.en`. */
  readonly field?: string | undefined;
}

/** One problem of the content. An error stops the build, a warning doesn't. */
export interface Finding extends CheckText, Place {
  readonly severity: 'error' | 'warning';
  readonly rule: Rule;
}

/** A finding that stops the build. */
export function error(rule: Rule, place: Place, text: CheckText): Finding {
  return findingOf('error', rule, place, text);
}

/** A finding that doesn't stop the build. */
export function warning(rule: Rule, place: Place, text: CheckText): Finding {
  return findingOf('warning', rule, place, text);
}

function findingOf(
  severity: Finding['severity'],
  rule: Rule,
  { file, line, field }: Place,
  { problem, fix, missing }: CheckText,
): Finding {
  return { severity, rule, file, line, field, problem, fix, missing };
}

/** The findings of each severity that a report prints; `--json` prints all. */
const MAX_WRITTEN = 50;

/** The findings of a severity. */
export function ofSeverity(severity: Finding['severity'], findings: readonly Finding[]) {
  return findings.filter((finding) => finding.severity === severity);
}

/** The findings for people: each with its place and what to do, errors last. */
export function reportOf(findings: readonly Finding[]): string {
  const errors = ofSeverity('error', findings);
  const warnings = ofSeverity('warning', findings);
  const counts = `Content: ${amount(errors.length, 'error')}, ${amount(warnings.length, 'warning')}.`;
  return [...written(warnings, 'warning'), ...written(errors, 'error'), counts].join('\n\n');
}

/**
 * The findings as commands of GitHub's workflows, which show each at its line of the commit.
 * Source: GitHub Docs, "Workflow commands", `error` and `warning`; escapes of `actions/toolkit`,
 * `packages/core/src/command.ts`.
 */
export function annotationsOf(findings: readonly Finding[]): string {
  return findings
    .map(({ severity, file, line, field, problem, fix }) => {
      const place = [`file=${property(file)}`, ...(line === undefined ? [] : [`line=${line}`])];
      const title = property(field ? `${field}: ${problem}` : problem);
      return `::${severity} ${place.join(',')},title=${title}::${escaped(fix)}`;
    })
    .join('\n');
}

/** The longest description of a commit's status that GitHub takes. Source: sclorg/testing-farm-as-github-action, pull request 187. */
const MAX_DESCRIPTION = 140;

/**
 * The first error as the status of a commit: its place, a space and its problem. Empty without one.
 */
export function refusalOf(findings: readonly Finding[]): string {
  const [first] = ofSeverity('error', findings);
  if (!first) return '';
  const place = [first.file.replace(/^src\/content\//, ''), first.line].filter(Boolean).join(':');
  const line = `${place} ${first.problem}`.replace(/\s+/g, ' ');
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1)}…` : line;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function written(findings: readonly Finding[], severity: Finding['severity']): string[] {
  const rest = findings.length - MAX_WRITTEN;
  const lines = findings.slice(0, MAX_WRITTEN).map(paragraphOf);
  if (rest <= 0) return lines;
  const more = amount(rest, `more ${severity}`);
  return [...lines, `… and ${more}; npm run check:content -- --json lists all.`];
}

function paragraphOf({ severity, file, line, field, problem, fix }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${severity}  ${place}${field ? `  ${field}` : ''}\n  ${problem}\n  ${fix}`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
