import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../../../src/contract/openapi/fields.ts';
import { commonCodes, referenceCalls } from '../../../../../src/contract/openapi/reference.ts';
import english from '../../../../../src/i18n/en/api.json' with { type: 'json' };
import chinese from '../../../../../src/i18n/zh/api.json' with { type: 'json' };

const calls = referenceCalls({
  name: 'Example',
  origin: 'https://www.example.com',
  flowsOrigin: 'https://api.example.com',
});
const shown = calls.filter(({ group }) => group !== 'pages');

/** The fields of a call as the dictionary names them: without their parents. */
const fieldNames = new Map(
  shown.map(({ operation }) => {
    const bodies = [
      operation.requestBody,
      ...Object.entries(operation.responses).flatMap(([status, response]) =>
        Number(status) < 400 ? [response] : [],
      ),
    ];
    const names = bodies.flatMap((body) => {
      const schema = body?.content?.['application/json']?.schema;
      return schema ? fieldsOf(schema).map(({ name }) => name.split('.').at(-1) ?? name) : [];
    });
    return [operation.operationId, [...operation.parameters.map(({ name }) => name), ...names]];
  }),
);

test('each call is on one page, and those of our own pages are in one list', () => {
  const countOf = (wanted: string) => calls.filter(({ group }) => group === wanted).length;
  expect(countOf('holds')).toBeGreaterThan(5);
  expect(countOf('users')).toBeGreaterThan(3);
  expect(countOf('flows')).toBeGreaterThan(4);
  expect(countOf('open')).toBeGreaterThan(4);
  expect(countOf('pages')).toBeGreaterThan(5);
});

describe.each([
  ['en', english.apiFields],
  ['zh', chinese.apiFields],
])('the fields of the calls (%s)', (_language, dictionary) => {
  const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = dictionary;

  test('each has a sentence', () => {
    const missing = [...fieldNames].flatMap(([call, names]) =>
      names
        .filter((name) => !meanings[call]?.[name] && !meanings.all?.[name])
        .map((name) => `${call} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('no sentence is about a field that is not there', () => {
    const all = new Set([...fieldNames.values()].flat());
    const unused = Object.entries(meanings).flatMap(([call, sentences]) =>
      Object.keys(sentences).filter((name) =>
        call === 'all' ? !all.has(name) : !fieldNames.get(call)?.includes(name),
      ),
    );
    expect(unused).toEqual([]);
  });
});

test('a code is common to a page when each of its calls can answer it', () => {
  const holds = calls.filter(({ group }) => group === 'holds');
  expect(commonCodes(holds)).toEqual(
    expect.arrayContaining(['internal', 'service_key_invalid', 'temporarily_unavailable']),
  );
  expect(commonCodes(holds)).not.toContain('hold_expired');
  expect(commonCodes([])).toEqual([]);
});
