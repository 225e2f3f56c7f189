import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CallResult, Failure } from '../../client/api/outcome.ts';

interface QueryState<Value> {
  /** The latest answer of use; it stays when a later question fails. */
  readonly value: Value | undefined;
  /** Why the latest question has no answer. */
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
}

/** A question to the server and what came of it. */
export interface Query<Value> extends QueryState<Value> {
  readonly again: () => void;
}

/**
 * Asks a question when it is first shown, when the question is another one, and when `since` is.
 * Only the answer to the latest question counts; one that nobody waits for any more is called off.
 */
export function useQuery<Value>(
  question: (signal: AbortSignal) => Promise<CallResult<Value>>,
  since: unknown,
): Query<Value> {
  const [known, setKnown] = useState<QueryState<Value>>(nothingKnown);
  const [round, setRound] = useState(0);
  const asking = useMemo(() => ({ question, since, round }), [question, since, round]);

  useEffect(() => {
    const waiting = new AbortController();
    const { signal } = waiting;
    setKnown((before) => ({ ...before, isBusy: true }));
    void settled(asking.question(signal)).then((outcome) => {
      if (!signal.aborted) setKnown((before) => learned(before, outcome));
    });
    return () => waiting.abort();
  }, [asking]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...known, again };
}

const nothingKnown = { value: undefined, failure: undefined, isBusy: true };

/** What came of a question; a bug on the way is reported, and shown as an answer of no use. */
export async function settled<Value>(
  coming: Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  try {
    return await coming;
  } catch (cause) {
    reportError(cause);
    return { ok: false, reason: 'malformed' };
  }
}

function learned<Value>(before: QueryState<Value>, outcome: CallResult<Value>): QueryState<Value> {
  return outcome.ok
    ? { value: outcome.value, failure: undefined, isBusy: false }
    : { value: before.value, failure: outcome, isBusy: false };
}

/** Whether a question was answered or failed, be it by now an earlier one. */
export function isSettled({ value, failure }: Query<unknown>): boolean {
  return value !== undefined || failure !== undefined;
}
