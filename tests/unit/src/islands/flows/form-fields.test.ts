import { describe, expect, test } from 'vitest';
import { flows } from '../../../../../functions/flows/catalog.ts';
import { offerOf } from '../../../../../functions/flows/flow-listing.ts';
import { languages } from '../../../../../src/contract/language.ts';
import { type Field, formFields } from '../../../../../src/islands/flows/form-fields.ts';

/** The one field of a form with this property. */
function fieldOf(property: object, required: readonly string[] = []): Field | undefined {
  return formFields({ type: 'object', properties: { a: property }, required })?.[0];
}

describe('a field', () => {
  test.each<[string, object, object]>([
    ['string', {}, { kind: 'text', minLength: 0, initial: '' }],
    ['string', { maxLength: 300, default: 'x' }, { kind: 'line', maxLength: 300, initial: 'x' }],
    ['string', { maxLength: 301 }, { kind: 'text' }],
    ['string', { maxLength: 10, format: 'textarea' }, { kind: 'text' }],
    [
      'integer',
      { minimum: 1, maximum: 9, default: 5 },
      { kind: 'whole', minimum: 1, initial: '5' },
    ],
    ['boolean', { default: true }, { kind: 'switch', initial: true }],
  ])('of the type %s with %j is %j', (type, property, expected) => {
    expect(fieldOf({ type, ...property })).toMatchObject(expected);
  });

  test('is a picture when it is base64, with its types and its largest size', () => {
    const property = {
      type: 'string',
      contentEncoding: 'base64',
      contentMediaType: 'image/png,image/jpeg',
      maxLength: 8_000,
    };
    const mediaTypes = ['image/png', 'image/jpeg'];
    expect(fieldOf(property)).toMatchObject({ kind: 'picture', mediaTypes, maxBytes: 6_000 });
  });

  test('is a choice when its values are listed, with their titles if they have any', () => {
    const named = { enum: ['light', 'dark'], enumTitles: ['Light', 'Dark'], default: 'light' };
    expect(fieldOf({ type: 'string', ...named })).toMatchObject({
      kind: 'choice',
      options: [
        { key: 'light', value: 'light', title: 'Light' },
        { key: 'dark', value: 'dark', title: 'Dark' },
      ],
      initial: 'light',
    });
    const items = { enum: [320, 640] };
    expect(fieldOf({ type: 'array', items, minItems: 1, default: [640] })).toMatchObject({
      kind: 'choices',
      options: [
        { key: '320', value: 320, title: '320' },
        { key: '640', value: 640, title: '640' },
      ],
      minItems: 1,
      maxItems: 2,
      initial: ['640'],
    });
  });

  test('names the others when one of several must be given', () => {
    const properties = {
      a: { type: 'string' },
      b: { type: 'string', title: 'B' },
      c: { type: 'boolean' },
    };
    const oneOf = [{ required: ['a'] }, { required: ['b'] }];
    const fields = formFields({ type: 'object', properties, oneOf });
    expect(fields?.map(({ others }) => others)).toEqual([['B'], ['a'], undefined]);
  });

  test('has its name as its title when it has none, and whether it is required', () => {
    expect(fieldOf({ type: 'string' })).toMatchObject({ title: 'a', isRequired: false });
    expect(fieldOf({ type: 'string', title: 'A' }, ['a'])).toMatchObject({
      title: 'A',
      isRequired: true,
    });
  });
});

test.each([
  { type: 'object', properties: { a: { type: 'object' } } },
  { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } },
  { type: 'object', properties: { a: { type: 'number' } } },
  { type: 'string' },
  'nothing',
])('a schema such as %j, which no field supports, gives no form', (schema) => {
  expect(formFields(schema)).toBeUndefined();
});

test.each(flows.flatMap((flow) => languages.map((language) => ({ flow, language, id: flow.id }))))(
  'the form of $id in $language has a title for each field',
  ({ flow, language }) => {
    const fields = formFields(offerOf(flow, language).input) ?? [];
    const names = fields.flatMap((field) => {
      return field.kind === 'picture' && field.many ? [field.name, field.many.name] : field.name;
    });
    expect(names).toEqual(Object.keys(flow.input.shape));
    for (const { name, title } of fields) expect(title).not.toBe(name);
  },
);
