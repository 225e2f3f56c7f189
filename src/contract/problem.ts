import * as z from 'zod/mini';

/** The closed list of error codes: the HTTP status each answers with, and its title. */
export const problems = {
  amount_invalid: { status: 422, title: 'The amount is not a whole number of credits' },
  body_invalid: { status: 422, title: 'The body does not match what this call expects' },
  body_not_json: { status: 400, title: 'The body is not JSON' },
  content_type_unsupported: { status: 415, title: 'The content type is not supported' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  idempotency_conflict: { status: 409, title: 'The idempotency key was used for something else' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  method_not_allowed: { status: 405, title: 'This address does not answer that method' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  origin_refused: { status: 403, title: 'The call did not come from our own pages' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  provider_unreachable: { status: 503, title: 'The identity provider cannot be reached' },
  query_invalid: { status: 422, title: 'The query does not match what this call expects' },
  request_malformed: { status: 400, title: 'The request is not well-formed HTTP' },
  request_timed_out: { status: 408, title: 'The request did not arrive in time' },
  session_required: { status: 401, title: 'Sign in first' },
  subject_mismatch: { status: 403, title: 'The profile belongs to someone else' },
  temporarily_unavailable: { status: 503, title: 'The service cannot answer right now' },
  timed_out: { status: 504, title: 'The call took too long' },
  token_expired: { status: 401, title: 'The ID token has expired or is too old' },
  token_invalid: { status: 401, title: 'The ID token is not acceptable' },
  token_replayed: { status: 401, title: 'The ID token was used before' },
  uri_too_long: { status: 414, title: 'The address is too long' },
} as const;

export type ProblemCode = keyof typeof problems;

/** An error body (RFC 9457, section 3.1), with our `code` and `requestId` as extension members. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
