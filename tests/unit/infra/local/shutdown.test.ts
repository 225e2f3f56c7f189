import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Timer } from '../../../../functions/flows/timer.ts';
import {
  type Closer,
  inParallel,
  shutDown,
  stopSignal,
  whenOrphaned,
} from '../../../../infra/local/shutdown.ts';

describe('stopSignal', () => {
  const start = () => {
    const source = new EventEmitter();
    const clock = vi.fn(() => 0);
    const exitAtOnce = vi.fn();
    const stop = stopSignal(source, clock, exitAtOnce);
    return { source, clock, exitAtOnce, stop };
  };

  it.each(['SIGINT', 'SIGTERM'])('aborts at %s', (name) => {
    const { source, stop, exitAtOnce } = start();
    expect(stop.signal.aborted).toBe(false);
    source.emit(name);
    expect(stop.signal.aborted).toBe(true);
    expect(exitAtOnce).not.toHaveBeenCalled();
  });

  it('ignores a signal within half a second of the first one', () => {
    const { source, clock, exitAtOnce } = start();
    source.emit('SIGINT');
    clock.mockReturnValue(499);
    source.emit('SIGINT');
    expect(exitAtOnce).not.toHaveBeenCalled();
  });

  it('exits at once at a later signal', () => {
    const { source, clock, exitAtOnce } = start();
    source.emit('SIGINT');
    clock.mockReturnValue(500);
    source.emit('SIGINT');
    expect(exitAtOnce).toHaveBeenCalledOnce();
  });
});

describe('whenOrphaned', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('calls back once when the parent is gone, and not before', () => {
    const parent = vi.fn(() => 7);
    const callback = vi.fn();
    whenOrphaned(parent, callback);
    vi.advanceTimersByTime(10_000);
    expect(callback).not.toHaveBeenCalled();
    parent.mockReturnValue(1);
    vi.advanceTimersByTime(10_000);
    expect(callback).toHaveBeenCalledOnce();
  });
});

const never: Timer = () => () => {};
const atOnce: Timer = (callback) => {
  callback();
  return () => {};
};
const stuck: Closer = () => new Promise<void>(() => {});
const failing = (message: string) => () => Promise.reject(new Error(message));

describe('shutDown', () => {
  it('stops the parts in the reverse order of their start, one after the other', async () => {
    const ended: string[] = [];
    const slow = async () => {
      await Promise.resolve();
      ended.push('second');
    };
    await shutDown([() => void ended.push('first'), slow, () => void ended.push('third')], never);
    expect(ended).toEqual(['third', 'second', 'first']);
  });

  it('stops no part twice', async () => {
    const closers = [failing('twice')];
    await expect(shutDown(closers, never)).rejects.toThrow(AggregateError);
    await shutDown(closers, never);
  });

  it('stops the other parts when one fails, and throws the failures', async () => {
    const ended: string[] = [];
    const throwing = () => {
      throw new Error('database');
    };
    const closing = shutDown([() => void ended.push('lock'), throwing, failing('site')], never);
    const errors = [{ message: 'site' }, { message: 'database' }];
    await expect(closing).rejects.toMatchObject({ errors });
    expect(ended).toEqual(['lock']);
  });

  it('throws when a part takes too long', async () => {
    const errors = [{ message: 'A part did not end within 9 seconds.' }];
    await expect(shutDown([stuck], atOnce)).rejects.toMatchObject({ errors });
  });

  it('cancels the timer when all parts have stopped', async () => {
    let cancelled = false;
    await shutDown([], () => () => {
      cancelled = true;
    });
    expect(cancelled).toBe(true);
  });
});

describe('inParallel', () => {
  it('stops every part, even after a failure, and throws the failures', async () => {
    const ended: string[] = [];
    const close = inParallel([failing('first'), () => void ended.push('second'), failing('third')]);
    const errors = [{ message: 'first' }, { message: 'third' }];
    await expect(close()).rejects.toMatchObject({ errors });
    expect(ended).toEqual(['second']);
  });

  it('does not wait for one part before it stops the next', async () => {
    const ended = Promise.withResolvers<void>();
    const close = inParallel([() => ended.promise, () => ended.resolve()]);
    await expect(close()).resolves.toBeUndefined();
  });
});
