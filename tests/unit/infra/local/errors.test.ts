import { expect, it } from 'vitest';
import { describeError, StartError } from '../../../../infra/local/errors.ts';

it('a StartError is described by its message, and any other error by its stack', () => {
  const bug = new TypeError('a bug');
  expect(describeError(bug)).toBe(bug.stack);
  expect(describeError(new StartError('Port 80 is taken.'))).toBe('Port 80 is taken.');
  expect(describeError('thrown')).toBe('thrown');
});

it('every error of an AggregateError is described', () => {
  const errors = [new StartError('First.'), new AggregateError([new StartError('Second.')])];
  expect(describeError(new AggregateError(errors))).toBe('First.\nSecond.');
});
