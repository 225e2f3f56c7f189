import { describe, expect, test } from 'vitest';
import { codesOf } from '../../src/contract/openapi/codes.ts';
import { documentedNames, documentedRoutes } from '../../src/contract/openapi/documented.ts';
import { sourceFiles } from './source-files.ts';

const files = new Map(sourceFiles('functions', ['.ts']).map(({ path, text }) => [path, text]));

/** The codes with which a handler's text refuses. */
function refusedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bproblem: '(\w+)'/g)].map((match) => match[1] ?? '');
}

describe('the description of the API', () => {
  test.each(documentedNames)('names every code with which the handler of %s refuses', (name) => {
    const refused = refusedIn(files.get(`functions/${documentedRoutes[name].file}.ts`) ?? '');
    expect(refused.filter((code) => !codesOf(name).some((one) => one === code))).toEqual([]);
  });

  test('finds the codes in a text', () => {
    expect(refusedIn("return { problem: 'sign_in_too_old', detail: 'x' };")).toEqual([
      'sign_in_too_old',
    ]);
  });
});
