import { describe, expect, test } from 'vitest';
import { codesOf } from '../../src/contract/openapi/codes.ts';
import { documentedNames, documentedRoutes } from '../../src/contract/openapi/documented.ts';
import type { Route } from '../../src/contract/route.ts';
import { undocumentedCode } from '../support/undocumented-code.ts';
import { moduleOf } from './module.ts';
import { sourceFiles } from './source-files.ts';

const files = new Map(sourceFiles('functions', ['.ts']).map((file) => [file.path, file]));

/** The codes with which a handler's text refuses. */
function refusedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bproblem: '(\w+)'/g)].map((match) => match[1] ?? '');
}

/** The text of a file of the server and of all that it imports of it, near or far. */
function reachedFrom(path: string, seen = new Set<string>()): string {
  const file = files.get(path);
  if (!file || seen.has(path)) return '';
  seen.add(path);
  return [file.text, ...moduleOf(file).imports.map((next) => reachedFrom(next, seen))].join('\n');
}

/** Whether a text has a code as a word: in quotes, or as the name of a field. */
function names(text: string, code: string): boolean {
  return new RegExp(`'${code}'|\\b${code}:`).test(text);
}

// What is refused by way of others is looked for as well: all journeys of the integration tests fail
// when they are answered with a code that is not in the description (`tests/support`).
describe('the description of the API', () => {
  test.each(documentedNames)('names every code with which the handler of %s refuses', (name) => {
    const refused = refusedIn(files.get(`functions/${documentedRoutes[name].file}.ts`)?.text ?? '');
    expect(refused.filter((code) => !codesOf(name).some((one) => one === code))).toEqual([]);
  });

  test.each(documentedNames)('names no code that nothing behind %s could refuse with', (name) => {
    const route: Route = documentedRoutes[name];
    const text = reachedFrom(`functions/${route.file}.ts`);
    const byRow: readonly string[] = Object.values(route.fieldProblems ?? {});
    expect(codesOf(name).filter((code) => !byRow.includes(code) && !names(text, code))).toEqual([]);
  });

  test('finds the codes in a text', () => {
    expect(refusedIn("return { problem: 'sign_in_too_old', detail: 'x' };")).toEqual([
      'sign_in_too_old',
    ]);
    expect(names("{ wallet_full: 'Full.' }", 'wallet_full')).toBe(true);
    expect(names('// wallet_full is not said', 'wallet_full')).toBe(false);
  });

  test('finds a code in the log that it lacks', () => {
    const line = (code: string) => JSON.stringify({ route: 'holdCredits', status: 409, code });
    expect(undocumentedCode(line('pack_unknown'))).toBe('holdCredits: pack_unknown');
    expect(undocumentedCode(line('credits_insufficient'))).toBeUndefined();
    expect(undocumentedCode('a line of text')).toBeUndefined();
  });
});
