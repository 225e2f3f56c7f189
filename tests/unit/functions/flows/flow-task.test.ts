import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineFlow, InputRefused, type MadePart } from '../../../../functions/flows/flow.ts';
import { prepareInput, runInput } from '../../../../functions/flows/flow-task.ts';
import { maxResultFileBytes, maxResultFiles } from '../../../../src/contract/flows.ts';
import { meter } from '../../../support/runs.ts';
import { textIn } from '../../../support/texts.ts';

const sentences = textIn('Too short.', '太短。');

function file(name: string, sizeBytes = 1): MadePart {
  return { kind: 'file', name, mediaType: 'image/png', content: new Uint8Array(sizeBytes) };
}

function flowThat(run: () => Promise<readonly MadePart[]>) {
  return defineFlow({
    id: 'flow',
    name: sentences,
    description: sentences,
    credits: {
      least: 1,
      of: ({ price }) => price,
      example: {
        input: { price: 5 },
        text: textIn('Five cost {credits}.', '五个要 {credits} 积分。'),
      },
    },
    input: z.object({ price: z._default(z.number(), 1) }),
    labels: {},
    timeoutMs: 1_000,
    run,
  });
}

test('an input has its price and its digest', () => {
  const prepared = prepareInput(meter, { price: 3 });
  expect(prepared).toMatchObject({ ok: true, credits: 3 });
  expect(prepared).not.toEqual(prepareInput(meter, { price: 4 }));
});

test('an input of ten thousand unknown fields is refused for the first', () => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`a${n}`, n]));
  expect(prepareInput(meter, { price: 3, ...fields })).toMatchObject({
    code: 'input_invalid',
    error: { issues: [{ code: 'unrecognized_keys', keys: ['a0'] }] },
  });
});

test('a price that no hold can have is a bug of the flow', () => {
  expect(() =>
    prepareInput(
      flowThat(async () => []),
      { price: 0.5 },
    ),
  ).toThrow(RangeError);
});

test('work has its parts', async () => {
  const parts = [file('a.png')];
  expect(
    await runInput(
      flowThat(async () => parts),
      {},
    ),
  ).toEqual({ ok: true, parts, leftOut: [] });
});

test('a refused input has the sentence of the flow', async () => {
  const refusing = flowThat(() => Promise.reject(new InputRefused(sentences)));
  const refused = { ok: false, code: 'input_refused', sentences };
  expect(await runInput(refusing, {})).toEqual(refused);
});

test('a bug is a failure with its cause, also when it throws at once', async () => {
  const cause = Object.assign(new TypeError('a bug'), { code: 'E_BUG' });
  const throwing = flowThat(() => {
    throw cause;
  });
  const { name, stack, code } = cause;
  const failed = { ok: false, code: 'run_failed', cause: { name, stack, code } };
  expect(await runInput(throwing, {})).toEqual(failed);
});

describe('a result that cannot be stored or sent is a bug of its flow', () => {
  test.each<readonly [string, readonly MadePart[]]>([
    ['two parts of one name', [file('a.png'), file('a.png')]],
    ['a name that leads elsewhere', [file('../a.png')]],
    ['a file that is too large', [file('a.png', maxResultFileBytes + 1)]],
    [
      'too many files',
      Array.from({ length: maxResultFiles + 1 }, (_, index) => file(`${index}.png`)),
    ],
  ])('%s', async (_, parts) => {
    const executed = await runInput(
      flowThat(async () => parts),
      {},
    );
    expect(executed).toMatchObject({ code: 'run_failed', cause: { name: 'RangeError' } });
  });
});
