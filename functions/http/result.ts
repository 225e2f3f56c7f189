import type { Refusal } from './handler.ts';

/** What reading a part of a request gives: its value, or the refusal that answers the request. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };
