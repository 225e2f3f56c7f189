import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Failure, Outcome } from '../../client/api/outcome.ts';

interface Known<Value> {
  /** The latest answer of use; it stays when a later question fails. */
  readonly value: Value | undefined;
  /** Why the latest question has no answer. */
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
}

/** A question to the server and what came of it. */
export interface Asked<Value> extends Known<Value> {
  readonly again: () => void;
}

/**
 * Asks a question when it is first shown, when the question is another one, and when `since` is.
 * Only the answer to the latest question counts; one that nobody waits for any more is called off.
 */
export function useAsked<Value>(
  question: (signal: AbortSignal) => Promise<Outcome<Value>>,
  since: unknown,
): Asked<Value> {
  const [known, setKnown] = useState<Known<Value>>(nothingKnown);
  const [round, setRound] = useState(0);
  const asking = useMemo(() => ({ question, since, round }), [question, since, round]);

  useEffect(() => {
    const waiting = new AbortController();
    const { signal } = waiting;
    setKnown((before) => ({ ...before, isBusy: true }));
    void answered(asking.question(signal)).then((outcome) => {
      if (!signal.aborted) setKnown((before) => learned(before, outcome));
    });
    return () => waiting.abort();
  }, [asking]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...known, again };
}

const nothingKnown = { value: undefined, failure: undefined, isBusy: true };

/** What came of a question; a bug on the way is reported, and shown as an answer of no use. */
export async function answered<Value>(coming: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  try {
    return await coming;
  } catch (cause) {
    reportError(cause);
    return { ok: false, reason: 'malformed' };
  }
}

function learned<Value>(before: Known<Value>, outcome: Outcome<Value>): Known<Value> {
  return outcome.ok
    ? { value: outcome.value, failure: undefined, isBusy: false }
    : { value: before.value, failure: outcome, isBusy: false };
}

/** Whether a question was answered or failed, be it by now an earlier one. */
export function isSettled({ value, failure }: Asked<unknown>): boolean {
  return value !== undefined || failure !== undefined;
}
