import { expect, it } from 'vitest';
import { describeError } from '../../../../infra/local/describe-error.ts';
import { StartError } from '../../../../infra/local/start-error.ts';

it('an error is described by its stack, and by its sentence when it has one', () => {
  const bug = new TypeError('a bug');
  expect(describeError(bug)).toBe(bug.stack);
  expect(describeError(new StartError('Port 80 is taken.'))).toBe('Port 80 is taken.');
  expect(describeError('thrown')).toBe('thrown');
});

it('errors that were thrown as one are described each', () => {
  const errors = [new StartError('First.'), new AggregateError([new StartError('Second.')])];
  expect(describeError(new AggregateError(errors))).toBe('First.\nSecond.');
});
