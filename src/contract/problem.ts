import * as z from 'zod/mini';
import { capWindows } from './limits.ts';

/** The closed list of error codes: the HTTP status each answers with, and its title. */
export const problems = {
  access_token_invalid: { status: 401, title: 'The access token is not acceptable' },
  amount_invalid: { status: 422, title: 'The amount is not a whole number of credits' },
  body_invalid: { status: 422, title: 'The body does not match what this call expects' },
  body_not_json: { status: 400, title: 'The body is not JSON' },
  card_not_saved: { status: 409, title: 'No card is saved' },
  confirmation_wrong: { status: 422, title: 'The confirmation is not what was asked for' },
  content_type_unsupported: { status: 415, title: 'The content type is not supported' },
  credits_insufficient: { status: 402, title: 'There are too few credits' },
  flow_not_found: { status: 404, title: 'There is no such flow' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  hold_already_settled: { status: 409, title: 'The hold was settled before' },
  hold_expired: { status: 409, title: 'The hold has expired' },
  hold_not_found: { status: 404, title: 'There is no such hold' },
  hold_too_long: { status: 422, title: 'The hold would last too long' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for something else' },
  idempotency_key_invalid: { status: 400, title: 'The idempotency key is missing or malformed' },
  input_invalid: { status: 422, title: 'The input does not match what this flow expects' },
  input_partly_read: { status: 422, title: 'Much of this input cannot be read' },
  input_refused: { status: 422, title: 'The flow cannot work on this input' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  key_cap_reached: { status: 429, title: 'The key has reached its cap' },
  key_from_page: { status: 403, title: 'A page sent a personal key' },
  key_not_allowed: { status: 403, title: 'The key is not allowed to do this' },
  key_not_found: { status: 404, title: 'There is no such key' },
  method_not_allowed: { status: 405, title: 'This address does not answer that method' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  origin_refused: { status: 403, title: 'The call did not come from our own pages' },
  pack_unknown: { status: 422, title: 'There is no such pack of credits' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  payments_unreachable: { status: 503, title: 'The payment service cannot be reached' },
  personal_key_invalid: { status: 401, title: 'The personal key is not acceptable' },
  provider_unreachable: { status: 503, title: 'The identity provider cannot be reached' },
  purchase_not_found: { status: 404, title: 'There is no such purchase' },
  query_invalid: { status: 422, title: 'The query does not match what this call expects' },
  quote_changed: { status: 409, title: 'The price has changed' },
  rate_limited: { status: 429, title: 'Too many calls in too short a time' },
  request_malformed: { status: 400, title: 'The request is not well-formed HTTP' },
  request_timed_out: { status: 408, title: 'The request did not arrive in time' },
  run_cancelled: { status: 409, title: 'The run was cancelled' },
  run_failed: { status: 500, title: 'The run failed' },
  run_in_progress: { status: 409, title: 'The run has not ended yet' },
  run_not_found: { status: 404, title: 'There is no such run' },
  run_timed_out: { status: 504, title: 'The run took too long' },
  run_too_large: { status: 422, title: 'The run needed too much memory' },
  scope_missing: { status: 403, title: 'The service key is not allowed to do this' },
  service_key_invalid: { status: 401, title: 'The service key is not acceptable' },
  session_not_found: { status: 404, title: 'There is no such session' },
  session_required: { status: 401, title: 'Sign in first' },
  sign_in_too_old: { status: 403, title: 'The sign-in was too long ago for this' },
  sign_in_too_weak: { status: 403, title: 'The sign-in lacks a factor that this site demands' },
  subject_mismatch: { status: 403, title: 'The profile belongs to someone else' },
  temporarily_unavailable: { status: 503, title: 'The service cannot answer right now' },
  timed_out: { status: 504, title: 'The call took too long' },
  token_expired: { status: 401, title: 'The ID token has expired or is too old' },
  token_invalid: { status: 401, title: 'The ID token is not acceptable' },
  token_replayed: { status: 401, title: 'The ID token was used before' },
  too_many_failed_runs: { status: 429, title: 'Too many runs have failed' },
  too_many_keys: { status: 409, title: 'You have too many keys' },
  too_many_own_runs: { status: 429, title: 'You have too many runs' },
  too_many_runs: { status: 503, title: 'Too many runs are under way' },
  too_many_uploads: { status: 429, title: 'You have uploaded too much without running it' },
  top_up_over_limit: { status: 422, title: 'One top-up can cost more than the limit of a month' },
  upload_incomplete: { status: 409, title: 'The file of the upload has not arrived' },
  upload_not_found: { status: 404, title: 'There is no such upload' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  user_not_found: { status: 404, title: 'There is no such user' },
  wallet_full: { status: 409, title: 'The wallet takes no more grants' },
  webhook_invalid: { status: 400, title: 'The webhook is not acceptable' },
} as const;

export type ProblemCode = keyof typeof problems;

/** The second status of a code: the cap of a key's whole life has no end to wait for. */
export const secondStatus: Readonly<Partial<Record<ProblemCode, number>>> = {
  key_cap_reached: 403,
};

/** The page with the list of codes, without its language prefix; each code is an anchor. */
export const problemsPath = '/problems/';

/** An error body (RFC 9457, section 3.1), with our `code` and `requestId` as extension members. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  /** The available and the required credits: with `credits_insufficient`. */
  available: z.optional(z.int()),
  required: z.optional(z.int()),
  /** The present price of the run: with `quote_changed`. */
  credits: z.optional(z.int()),
  /** The present price of the pack, likewise. */
  priceMinor: z.optional(z.int()),
  /**
   * The name of the key, its cap in that window, and what it has spent and holds of it: with
   * `key_cap_reached`. The window of a cap ends at `resetsAt`; the life of a key does not.
   */
  key: z.optional(z.string()),
  window: z.optional(z.enum(capWindows)),
  cap: z.optional(z.int()),
  spent: z.optional(z.int()),
  held: z.optional(z.int()),
  resetsAt: z.optional(z.iso.datetime()),
  /** The most that one charge can cost: with `top_up_over_limit`. */
  chargeMinor: z.optional(z.int()),
});

export type Problem = z.infer<typeof problemSchema>;
