import { afterEach, describe, expect, test, vi } from 'vitest';
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import {
  checkDraft,
  type Draft,
  draftOfRun,
  draftStorage,
  emptyDraft,
  exampleDraft,
  faultsAfter,
  isUntouched,
  type Value,
} from '../../../../../src/islands/flows/draft.ts';
import type { Field } from '../../../../../src/islands/flows/form-fields.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const named = { name: 'a', title: 'A', description: undefined, isRequired: true };
const texts = { faults: en.flows.faults, whole: String };

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
const picture: Field = {
  ...{ ...named, kind: 'picture', mediaTypes: ['image/png'], maxBytes: 10 },
  takesUploads: true,
};
const chosen = {
  name: 'a.png',
  bytes: 3,
  mediaType: 'image/png',
  base64: 'AAAA',
  file: new Blob(['abc']),
};

describe('checkDraft', () => {
  test.each<[Field, Value, unknown]>([
    [line, 'abcde', 'abcde'],
    [whole, ' 7 ', 7],
    [choice, '1', 1],
    [choices, ['3', '1'], [1, 3]],
    [ticked, undefined, false],
    [picture, chosen, 'AAAA'],
    [{ ...line, minLength: 0 }, '', ''],
  ])('turns %o with %j into the input %j', (field, value, expected) => {
    expect(checkDraft([field], { a: value }, texts)).toEqual({ ok: true, input: { a: expected } });
  });

  test.each<[Field, Value]>([
    [line, '  '],
    [whole, ''],
    [choice, ''],
    [picture, undefined],
  ])('leaves out %o when it is empty and optional, and requires it otherwise', (field, value) => {
    const optional = { ...field, isRequired: false };
    expect(checkDraft([optional], { a: value }, texts)).toEqual({ ok: true, input: {} });
    const faults = { a: 'This is required.' };
    expect(checkDraft([field], { a: value }, texts)).toEqual({ ok: false, faults });
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
  ])('reports the fault of %o with %j: «%3$s»', (field, value, fault) => {
    expect(checkDraft([field], { a: value }, texts)).toEqual({ ok: false, faults: { a: fault } });
  });
});

test('of fields that stand for each other exactly one is given', () => {
  const fields: readonly Field[] = [
    { ...picture, isRequired: false, others: ['B'] },
    { ...line, name: 'b', title: 'B', isRequired: false, others: ['A'] },
  ];
  expect(checkDraft(fields, { b: 'abc' }, texts)).toEqual({ ok: true, input: { b: 'abc' } });
  const faultOf = (draft: Draft) => checkDraft(fields, draft, texts);
  const [none, both] = ['Give one of these: A / B.', 'Give only one of these: A / B.'];
  expect(faultOf({})).toEqual({ ok: false, faults: { a: none } });
  expect(faultOf({ a: chosen, b: 'abc' })).toEqual({ ok: false, faults: { a: both } });
  // Each of them mends it, and another field does not.
  const others = [...fields, { ...whole, name: 'c' }];
  expect(faultsAfter(others, { a: none, c: both }, 'b')).toEqual({ c: both });
  expect(faultsAfter(others, { a: none, c: both }, 'c')).toEqual({ a: none });
});

describe('a stored draft', () => {
  const text: Field = { ...line, name: 'text' };
  const widths: Field = { ...choices, name: 'widths' };
  const file: Field = { ...picture, name: 'file' };
  const fields = [text, widths, file];
  const draft = { text: 'half a sent', widths: ['2'], file: chosen };

  const storageOf = (flow: string, sub: string) => draftStorage(flow, sub, fields);

  test('is restored without its pictures', () => {
    stubStorage('sessionStorage');
    storageOf('a', 'ann').write(draft);
    expect(storageOf('a', 'ann').read()).toEqual({ ...draft, file: undefined });
    expect(storageOf('b', 'ann').read()).toEqual(emptyDraft(fields));
  });

  test('is empty for another user', () => {
    stubStorage('sessionStorage');
    storageOf('a', 'ann').write(draft);
    expect(storageOf('a', 'bob').read()).toEqual(emptyDraft(fields));
  });

  test.each(['', 'null', '[]', '{"sub":"ann"}', '{"sub":"ann","draft":{"text":7,"widths":["9"]}}'])(
    'is empty when the storage has %j',
    (stored) => {
      stubStorage('sessionStorage', { 'flow a': stored });
      expect(storageOf('a', 'ann').read()).toEqual(emptyDraft(fields));
    },
  );

  test('is empty when the browser blocks its storage', () => {
    blockStorage('sessionStorage');
    storageOf('a', 'ann').write(draft);
    expect(storageOf('a', 'ann').read()).toEqual(emptyDraft(fields));
  });
});

test('an earlier run fills the form again, with the files whose uploads are kept', () => {
  const fields: Field[] = [
    { ...picture, name: 'one', many: { name: 'several', most: 3 } },
    ...[line, whole, choice, choices, ticked].map((field) => ({ ...field, name: field.kind })),
  ];
  const type = { mediaType: 'image/png', bytes: 3 };
  const file = { ...type, field: 'several', name: 'a.png', upload: 'id' };
  const input = { line: 'abc', whole: 7, choice: 1, choices: [3, 1], switch: true, new: 'x' };
  const { new: _unknown, ...known } = input;
  const held = { ...known, whole: '7', choice: '1', choices: ['3', '1'] };
  const kept = { ...type, name: 'a.png', upload: 'id' };
  const gone = { field: 'several', name: 'gone.png' };
  const draft = draftOfRun(fields, { input, files: [file, gone] });
  expect(draft).toEqual({ ...held, one: kept });
  const checked = checkDraft(fields, draft, texts);
  const sent = { ...known, choices: [1, 3], one: { upload: 'id', name: 'a.png' } };
  expect(checked).toEqual({ ok: true, input: sent });
  const two = draftOfRun(fields, { files: [file, file] });
  expect(two).toEqual({ ...emptyDraft(fields), one: [kept, kept] });
});

describe('an example', () => {
  const fields: readonly Field[] = [
    { ...line, name: 'title' },
    { ...line, name: 'subtitle' },
    { ...choice, name: 'theme' },
    { ...picture, name: 'emblem' },
  ];
  const input = { title: 'Bread', subtitle: 'A loaf', theme: 1, emblem: '/bread.png' };
  const example = exampleDraft(fields, input);
  const empty = emptyDraft(fields);

  test('stands in a form that nobody has touched', () => {
    expect(example.draft).toEqual({ title: 'Bread', subtitle: 'A loaf', theme: '1' });
    expect(example.standsIn(example.draft)).toBe(true);
    expect(isUntouched(fields, empty)).toBe(true);
    expect(isUntouched(fields, { ...empty, emblem: chosen })).toBe(false);
    expect(isUntouched(fields, { ...empty, theme: '1' })).toBe(false);
  });

  test.each([
    ['xBread', 'x'],
    ['Brxead', 'x'],
    ['Bread!', '!'],
    ['Breadd', 'd'],
    ['Salt', 'Salt'],
    ['Brea', 'Brea'],
    ['', ''],
  ])('goes when it becomes %j, and leaves %j', (typed, title) => {
    expect(example.change(example.draft, 'title', typed)).toEqual({ ...empty, title });
  });

  test('stays while its user chooses, and what they chose stays when it goes', () => {
    const chose = example.change(example.draft, 'emblem', chosen);
    expect(chose).toEqual({ ...example.draft, emblem: chosen });
    expect(example.standsIn(chose)).toBe(true);
    const typed = example.change(chose, 'subtitle', 'A loaf of rye');
    expect(typed).toEqual({ ...empty, subtitle: ' of rye', emblem: chosen });
    expect(example.change(typed, 'title', 'Bread')).toEqual({ ...typed, title: 'Bread' });
  });

  test('goes when a file is given in its place', () => {
    const either = fields.map((field) =>
      field.name === 'emblem' ? { ...field, others: [''] } : field,
    );
    const { draft, change } = exampleDraft(either, input);
    expect(change(draft, 'emblem', chosen)).toEqual({ ...empty, emblem: chosen });
  });

  test('stands in no form without a text of it', () => {
    const none = exampleDraft(fields, { theme: 1 });
    expect(none.standsIn(none.draft)).toBe(false);
  });
});
