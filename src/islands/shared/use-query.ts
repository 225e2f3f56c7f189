import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CallResult, Failure } from '../../client/api/call-result.ts';

interface QueryState<Value> {
  /** The latest value; it stays when a later request fails. */
  readonly value: Value | undefined;
  /** Why the latest request failed. */
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
}

/** A request to the server, and what it returned. */
export interface Query<Value> extends QueryState<Value> {
  readonly refetch: () => void;
}

/** Fetches a value when `fetchValue` or `key` changes. Earlier requests are aborted. */
export function useQuery<Value>(
  fetchValue: (signal: AbortSignal) => Promise<CallResult<Value>>,
  key: unknown,
): Query<Value> {
  const [state, setState] = useState<QueryState<Value>>(initialState);
  const [round, setRound] = useState(0);
  const request = useMemo(() => ({ fetchValue, key, round }), [fetchValue, key, round]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((before) => ({ ...before, isBusy: true }));
    void resultOf(request.fetchValue(signal)).then((result) => {
      if (!signal.aborted) setState((before) => nextState(before, result));
    });
    return () => controller.abort();
  }, [request]);

  const refetch = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, refetch };
}

const initialState = { value: undefined, failure: undefined, isBusy: true };

/** Waits for a call's result. A bug in the call is reported, and counts as a malformed reply. */
export async function resultOf<Value>(
  call: Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  try {
    return await call;
  } catch (cause) {
    reportError(cause);
    return { ok: false, kind: 'malformed' };
  }
}

function nextState<Value>(before: QueryState<Value>, result: CallResult<Value>): QueryState<Value> {
  return result.ok
    ? { value: result.value, failure: undefined, isBusy: false }
    : { value: before.value, failure: result, isBusy: false };
}

/** Whether any request so far has returned a value or failed. */
export function isSettled({ value, failure }: Query<unknown>): boolean {
  return value !== undefined || failure !== undefined;
}
