import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineFlow, type FlowDefinition } from '../../../../functions/flows/flow.ts';
import { labelsOf, offerOf } from '../../../../functions/flows/flow-listing.ts';
import { textIn } from '../../../support/texts.ts';

const input = z.object({
  words: z.string().check(z.maxLength(9), z.meta({ format: 'textarea' })),
  tone: z._default(z.enum(['low', 'high']), 'low'),
  sizes: z._default(z.array(z.literal([1, 2])), [1]),
  loud: z._default(z.boolean(), false),
});

const definition = {
  id: 'echo',
  name: textIn('Echo', '回声'),
  description: textIn('Says it again.', '再说一遍。'),
  credits: 2,
  input,
  labels: {
    words: textIn('Words', '话'),
    'tone.low': textIn('Low', '低'),
    said: textIn('Said', '说'),
    'said-well': textIn('Said well', '说得好'),
  },
  hints: { words: textIn('A few.', '几句。') },
  timeoutMs: 1_000,
  run: async ({ words, tone }) => [{ kind: 'text', name: 'said', text: `${tone}: ${words}` }],
} as const satisfies FlowDefinition<typeof input>;

const echo = defineFlow(definition);
const byLength = defineFlow({
  ...definition,
  credits: {
    least: 1,
    of: ({ words }) => 1 + words.length,
    example: {
      input: { words: 'ab' },
      text: textIn('Two: {credits}.', '两个：{credits}。'),
    },
  },
});

describe('a flow', () => {
  test('with a fixed price shows it, and charges it', () => {
    expect(echo).toMatchObject({ credits: 2, quoted: false });
    expect(echo.prepare({ words: 'mill' })).toMatchObject({ ok: true, credits: 2 });
  });

  test('whose price depends on the input shows the lowest price, and charges by the input', () => {
    expect(byLength).toMatchObject({ credits: 1, quoted: true });
    expect(byLength.prepare({ words: 'mill' })).toMatchObject({ ok: true, credits: 5 });
  });

  test('runs with the input as its schema parsed it', async () => {
    const prepared = echo.prepare({ words: 'mill' });
    const made = prepared.ok && (await prepared.run(new AbortController().signal));
    expect(made).toEqual([{ kind: 'text', name: 'said', text: 'low: mill' }]);
  });

  test('runs nothing on an input with a typing error in the name of a field', () => {
    const prepared = echo.prepare({ words: 'mill', tonne: 'high' });
    expect(prepared.ok || prepared.error.issues).toMatchObject([{ keys: ['tonne'] }]);
  });

  test('runs nothing on an input that its schema does not allow', () => {
    const prepared = echo.prepare({ words: 'more than nine' });
    expect(prepared.ok || prepared.error.issues[0]?.path).toEqual(['words']);
  });
});

describe('the listing of a flow', () => {
  const properties = {
    words: {
      title: '话',
      description: '几句。',
      type: 'string',
      maxLength: 9,
      format: 'textarea',
    },
    tone: {
      title: 'tone',
      type: 'string',
      enum: ['low', 'high'],
      enumTitles: ['低', 'high'],
      default: 'low',
    },
    sizes: {
      title: 'sizes',
      type: 'array',
      items: { type: 'number', enum: [1, 2], enumTitles: ['1', '2'] },
      default: [1],
    },
    loud: { title: 'loud', type: 'boolean', default: false },
  };

  test('has words and titles in the requested language', () => {
    expect(offerOf(echo, 'zh')).toEqual({
      ...{ id: 'echo', name: '回声', description: '再说一遍。', credits: 2, quoted: false },
      input: { type: 'object', required: ['words'], properties, additionalProperties: false },
    });
  });

  test('has the fields in the order in which the form shows them', () => {
    expect(Object.keys(Object(offerOf(echo, 'en').input.properties))).toEqual(
      Object.keys(properties),
    );
  });
});

test.each([
  ['said', 'Said'],
  ['said-2', 'Said'],
  ['said-well', 'Said well'],
  ['unsaid', 'unsaid'],
])('the label of the part %s is %s', (name, label) => {
  expect(labelsOf(echo, 'en')(name)).toBe(label);
});

test('a flow that takes one of several fields says so, and refuses none and both', () => {
  const either = z.object({ words: z.optional(z.string()), song: z.optional(z.string()) });
  const { words } = definition.labels;
  const sings = defineFlow({
    ...definition,
    input: either,
    labels: { words, song: textIn('Song', '歌') },
    oneOf: ['words', 'song'],
    run: async () => [],
  });
  const oneOf = [{ required: ['words'] }, { required: ['song'] }];
  expect(offerOf(sings, 'en').input).toMatchObject({ oneOf });
  expect(sings.prepare({ song: 'la' })).toMatchObject({ ok: true });
  for (const input of [{}, { words: 'a', song: 'la' }]) {
    expect(() => sings.prepare(input)).toThrow('Give exactly one of these: Words / Song.');
  }
});

test('a flow has an id that addresses and keys can name', () => {
  expect(() => defineFlow({ ...definition, id: 'Line Sort' })).toThrow('"Line Sort" is no id');
});
