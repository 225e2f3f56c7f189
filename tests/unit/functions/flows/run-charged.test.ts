import { describe, expect, test } from 'vitest';
import { InputRefused, type MadePart } from '../../../../functions/flows/flow.ts';
import { execute } from '../../../../functions/flows/run-charged.ts';
import { maxResultFileBytes, maxResultFiles } from '../../../../src/contract/flows.ts';
import { impatient, patient } from '../../../support/runs.ts';

const sentences = { en: 'Too short.', zh: '太短。' };

function file(name: string, sizeBytes = 1): MadePart {
  return { kind: 'file', name, mediaType: 'image/png', content: new Uint8Array(sizeBytes) };
}

test('work that ends in time gives its parts', async () => {
  const parts = [file('a.png')];
  expect(await execute(async () => parts, 1_000, patient)).toEqual({ ok: true, parts });
});

test('work that takes too long is aborted, and no caller waits for it', async () => {
  let told = false;
  const deaf = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      told = true;
    });
    return new Promise<never>(() => undefined);
  };
  expect(await execute(deaf, 1_000, impatient)).toEqual({ ok: false, code: 'run_timed_out' });
  expect(told).toBe(true);
});

test('a refused input has the sentence of the flow', async () => {
  const refusing = () => Promise.reject(new InputRefused(sentences));
  const refused = { ok: false, code: 'input_refused', sentences };
  expect(await execute(refusing, 1_000, patient)).toEqual(refused);
});

test('a bug is a failure with its cause, also when it throws at once', async () => {
  const cause = new Error('a bug');
  const throwing = () => {
    throw cause;
  };
  const failed = { ok: false, code: 'run_failed', cause };
  expect(await execute(throwing, 1_000, patient)).toEqual(failed);
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
    const executed = await execute(async () => parts, 1_000, patient);
    expect(executed).toMatchObject({ code: 'run_failed', cause: expect.any(RangeError) });
  });
});
