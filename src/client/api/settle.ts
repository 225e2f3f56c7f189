import type { CallResult } from './outcome.ts';

/**
 * What came over the network: an answer, or the body of one. That it did not come, or no longer as
 * it was called off, is an outcome; whatever else goes wrong around a call is a bug, and throws.
 */
export async function settle<Value>(coming: Promise<Value>): Promise<CallResult<Value>> {
  try {
    return { ok: true, value: await coming };
  } catch {
    return { ok: false, reason: 'unreachable' };
  }
}

/** The JSON of an answer. */
export async function readJson(answer: Response): Promise<CallResult<unknown>> {
  const text = await settle(answer.text());
  if (!text.ok) return text;
  try {
    return { ok: true, value: JSON.parse(text.value) };
  } catch {
    return { ok: false, reason: 'malformed' };
  }
}
