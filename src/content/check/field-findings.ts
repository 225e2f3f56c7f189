import type { z } from 'astro/zod';
import { error, type Finding } from './finding.ts';

/** Finds the line of a field in a file, from 1. */
export type LineOf = (field: string) => number | undefined;

/** What a schema has against the fields of a file; its messages are those of `schema-fields.ts`. */
export function fieldFindings(
  file: string,
  issues: readonly z.core.$ZodIssue[],
  lineOf: LineOf,
): Finding[] {
  return issues.flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part === 'string');
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    const lines = issue.message.split('\n');
    return fields.map((key, index) => {
      const field = [...path, ...(key === undefined ? [] : [key])].join('.');
      const place = field ? { file, field, line: lineOf(field) } : { file };
      const [problem = '', fix = ''] = lines.slice(index * 2);
      return error('field', place, { problem, fix });
    });
  });
}

/**
 * A finder of lines in YAML or JSON that has a field on a line. The name of a field within another
 * has dots, such as `bio.en`.
 */
export function lineFinder(text: string): LineOf {
  let keys: readonly string[] | undefined;
  return (field) => {
    keys ??= text.split('\n').map(keyOf);
    let index = -1;
    for (const name of field.split('.')) {
      index = keys.indexOf(name, index + 1);
      if (index < 0) return undefined;
    }
    return index + 1;
  };
}

/** What stands before the first colon, without quotes. */
function keyOf(line: string): string {
  const key = line.slice(0, Math.max(0, line.indexOf(':'))).trim();
  return /^(["']).*\1$/.test(key) ? key.slice(1, -1) : key;
}
