import { describe, expect, test } from 'vitest';
import { routes } from '../../src/contract/routes.ts';
import { listeners, schedules } from '../../src/contract/schedules.ts';
import { sourceFiles } from './source-files.ts';

/**
 * The largest share of the lines of all handlers that may import, name dependencies or wire them.
 */
const MAX_SHARE = 0.34;

const files = new Set(
  [routes, schedules, listeners]
    .flatMap((table) => Object.values(table))
    .map(({ file }) => `functions/${file}.ts`),
);
const handlers = sourceFiles('functions', ['.ts']).filter(({ path }) => files.has(path));

/** The start of a statement of ceremony; the first line without an indent ends it. */
const ceremony = /^(?:import\b|interface Deps\b|type Deps\b|export const handler\b)/;

/** The lines of a text, and how many of them do no work of the handler. */
function countLines(text: string): { readonly all: number; readonly ceremony: number } {
  const lines = text.trimEnd().split('\n');
  let counted = 0;
  let isInside = false;
  for (const line of lines) {
    if (/^\S/.test(line)) isInside = ceremony.test(line) || (isInside && /^[})\]]/.test(line));
    if (isInside && line !== '') counted += 1;
  }
  return { all: lines.length, ceremony: counted };
}

describe('ceremony', () => {
  test('is less than 34 % of the lines of the handlers', () => {
    const counts = handlers.map(({ text }) => countLines(text));
    const sum = (name: 'all' | 'ceremony') => counts.reduce((all, one) => all + one[name], 0);
    expect(handlers).toHaveLength(files.size);
    expect(sum('ceremony') / sum('all')).toBeLessThan(MAX_SHARE);
  });
});
