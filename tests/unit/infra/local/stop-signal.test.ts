import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopSignal, whenOrphaned } from '../../../../infra/local/stop-signal.ts';

describe('stopSignal', () => {
  const start = () => {
    const source = new EventEmitter();
    const clock = vi.fn(() => 0);
    const endAtOnce = vi.fn();
    const stop = stopSignal(source, clock, endAtOnce);
    return { source, clock, endAtOnce, stop };
  };

  it.each(['SIGINT', 'SIGTERM'])('aborts at %s', (name) => {
    const { source, stop, endAtOnce } = start();
    expect(stop.signal.aborted).toBe(false);
    source.emit(name);
    expect(stop.signal.aborted).toBe(true);
    expect(endAtOnce).not.toHaveBeenCalled();
  });

  it('takes a signal that follows within half a second as the same press', () => {
    const { source, clock, endAtOnce } = start();
    source.emit('SIGINT');
    clock.mockReturnValue(499);
    source.emit('SIGINT');
    expect(endAtOnce).not.toHaveBeenCalled();
  });

  it('ends at once at the second press', () => {
    const { source, clock, endAtOnce } = start();
    source.emit('SIGINT');
    clock.mockReturnValue(500);
    source.emit('SIGINT');
    expect(endAtOnce).toHaveBeenCalledOnce();
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
