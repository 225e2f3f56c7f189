/**
 * The limits of API Gateway's HTTP APIs and of Lambda behind them, where a local product that
 * knew none would let something pass that fails in production.
 * Source: "Quotas for HTTP APIs" in the API Gateway developer guide, "Lambda quotas" in the Lambda
 * developer guide, "Quotas on requests" in the CloudFront developer guide.
 */
export const limits = {
  /** Request body and, separately, reply: Lambda's payload of a synchronous call. */
  payloadBytes: 6 * 1024 * 1024,
  /** Request line and header lines together. */
  headerBytes: 10_240,
  /** Path and query, as the request line has them. */
  urlBytes: 8_192,
  /** From the call of the handler to its reply. */
  timeoutMs: 29_000,
  /** From the first byte of a request to its last; ours, for the quotas name none. */
  requestMs: 60_000,
} as const;

/**
 * How much of a body that is too large is read and thrown away, so that a client which sends
 * first and reads later gets the answer instead of a broken connection.
 */
export const maxDiscardedBytes = 64 * 1024 * 1024;
