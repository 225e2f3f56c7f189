import { describe, expect, test } from 'vitest';
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import { checkDraft } from '../../../../../src/islands/flows/check-draft.ts';
import { emptyDraft, type Value } from '../../../../../src/islands/flows/draft.ts';
import { keepDraft, keptDraft } from '../../../../../src/islands/flows/draft-storage.ts';
import type { Field } from '../../../../../src/islands/flows/form-fields.ts';

const named = { name: 'a', title: 'A', description: undefined, isRequired: true };
const words = { faults: en.flows.faults, whole: String };

const line: Field = { ...named, kind: 'line', minLength: 2, maxLength: 5, initial: '' };
const whole: Field = { ...named, kind: 'whole', minimum: 1, maximum: 9, initial: '5' };
const choice: Field = {
  ...named,
  kind: 'choice',
  options: [{ key: '1', value: 1, title: 'One' }],
  initial: '',
};
const choices: Field = {
  ...choice,
  kind: 'choices',
  options: [1, 2, 3].map((value) => ({ key: String(value), value, title: '' })),
  minItems: 1,
  maxItems: 2,
  initial: [],
};
const ticked: Field = { ...named, kind: 'switch', initial: false };
const picture: Field = { ...named, kind: 'picture', mediaTypes: ['image/png'], maxBytes: 10 };
const chosen = { name: 'a.png', bytes: 3, base64: 'AAAA', file: new Blob(['abc']) };

describe('a form that is filled in', () => {
  test.each<[Field, Value, unknown]>([
    [line, 'abcde', 'abcde'],
    [whole, ' 7 ', 7],
    [choice, '1', 1],
    [choices, ['3', '1'], [1, 3]],
    [ticked, undefined, false],
    [picture, chosen, 'AAAA'],
    [{ ...line, minLength: 0 }, '', ''],
  ])('makes of %o with %j the input %j', (field, value, expected) => {
    expect(checkDraft([field], { a: value }, words)).toEqual({ ok: true, input: { a: expected } });
  });

  test.each<[Field, Value]>([
    [line, '  '],
    [whole, ''],
    [choice, ''],
    [picture, undefined],
  ])('leaves out %o when it is empty and may be, and asks for it otherwise', (field, value) => {
    const optional = { ...field, isRequired: false };
    expect(checkDraft([optional], { a: value }, words)).toEqual({ ok: true, input: {} });
    expect(checkDraft([field], { a: value }, words)).toEqual({
      ok: false,
      faults: { a: 'This is required.' },
    });
  });

  test.each<[Field, Value, string]>([
    [line, 'a', 'Too short: at least 2 characters.'],
    [line, 'abcdef', 'Too long: 6 characters; the limit is 5.'],
    [whole, '0', 'The minimum is 1.'],
    [whole, '10', 'The maximum is 9.'],
    [whole, '1.5', 'A whole number is needed.'],
    [whole, '9'.repeat(20), 'A whole number is needed.'],
    [choices, [], 'Choose at least 1.'],
    [choices, ['1', '2', '3'], 'Choose at most 2.'],
  ])('is told of %o with %j: «%3$s»', (field, value, fault) => {
    expect(checkDraft([field], { a: value }, words)).toEqual({ ok: false, faults: { a: fault } });
  });
});

describe('a form that the tab keeps', () => {
  const text: Field = { ...line, name: 'text' };
  const widths: Field = { ...choices, name: 'widths' };
  const file: Field = { ...picture, name: 'file' };
  const fields = [text, widths, file];
  const draft = { text: 'half a sent', widths: ['2'], file: chosen };

  function storage() {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    return { kept, open: () => store };
  }

  test('comes back as it was, without its pictures', () => {
    const { open } = storage();
    keepDraft('a', { sub: 'ann', draft }, fields, open);
    expect(keptDraft('a', 'ann', fields, open)).toEqual({ ...draft, file: undefined });
    expect(keptDraft('b', 'ann', fields, open)).toEqual(emptyDraft(fields));
  });

  test('is empty for somebody else', () => {
    const { open } = storage();
    keepDraft('a', { sub: 'ann', draft }, fields, open);
    expect(keptDraft('a', 'bob', fields, open)).toEqual(emptyDraft(fields));
  });

  test.each(['', 'null', '[]', '{"sub":"ann"}', '{"sub":"ann","draft":{"text":7,"widths":["9"]}}'])(
    'is empty where the storage has %j',
    (stored) => {
      const { kept, open } = storage();
      kept.set('flow a', stored);
      expect(keptDraft('a', 'ann', fields, open)).toEqual(emptyDraft(fields));
    },
  );

  test('is not kept by a browser that keeps nothing, which is no trouble', () => {
    const blocked = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    keepDraft('a', { sub: 'ann', draft }, fields, blocked);
    expect(keptDraft('a', 'ann', fields, blocked)).toEqual(emptyDraft(fields));
  });
});
