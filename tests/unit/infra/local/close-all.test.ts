import { describe, expect, it } from 'vitest';
import { type Closer, closeAll, together } from '../../../../infra/local/close-all.ts';
import type { Timer } from '../../../../infra/local/timer.ts';

const never: Timer = () => () => {};
const atOnce: Timer = (callback) => {
  callback();
  return () => {};
};
const stuck: Closer = () => new Promise<void>(() => {});
const failing = (message: string) => () => Promise.reject(new Error(message));

describe('closeAll', () => {
  it('ends the parts in the reverse order of their start, each after the one before', async () => {
    const ended: string[] = [];
    const slow = async () => {
      await Promise.resolve();
      ended.push('second');
    };
    await closeAll([() => void ended.push('first'), slow, () => void ended.push('third')], never);
    expect(ended).toEqual(['third', 'second', 'first']);
  });

  it('ends no part twice', async () => {
    const closers = [failing('twice')];
    await expect(closeAll(closers, never)).rejects.toThrow(AggregateError);
    await closeAll(closers, never);
  });

  it('ends the other parts when one fails, and throws what failed', async () => {
    const ended: string[] = [];
    const throwing = () => {
      throw new Error('database');
    };
    const closing = closeAll([() => void ended.push('lock'), throwing, failing('site')], never);
    await expect(closing).rejects.toMatchObject({
      errors: [{ message: 'site' }, { message: 'database' }],
    });
    expect(ended).toEqual(['lock']);
  });

  it('throws when a part takes too long', async () => {
    await expect(closeAll([stuck], atOnce)).rejects.toMatchObject({
      errors: [{ message: 'A part did not end within 9 seconds.' }],
    });
  });

  it('cancels the timer when all have ended', async () => {
    let cancelled = false;
    await closeAll([], () => () => {
      cancelled = true;
    });
    expect(cancelled).toBe(true);
  });
});

describe('together', () => {
  it('ends every part, also after one that fails, and throws what failed', async () => {
    const ended: string[] = [];
    const close = together([failing('first'), () => void ended.push('second'), failing('third')]);
    await expect(close()).rejects.toMatchObject({
      errors: [{ message: 'first' }, { message: 'third' }],
    });
    expect(ended).toEqual(['second']);
  });

  it('does not wait for one part before it ends the next', async () => {
    const ended = Promise.withResolvers<void>();
    await together([() => ended.promise, () => ended.resolve()])();
  });
});
