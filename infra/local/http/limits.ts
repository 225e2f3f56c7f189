/**
 * The limits of API Gateway's HTTP APIs and of Lambda behind them.
 * Source: "Quotas for HTTP APIs" in the API Gateway developer guide, "Lambda quotas" in the Lambda
 * developer guide, "Quotas on requests" in the CloudFront developer guide.
 */
export const limits = {
  /** For the request body and, separately, the reply: Lambda's payload of a synchronous call. */
  payloadBytes: 6 * 1024 * 1024,
  /** Request line and header lines together. */
  headerBytes: 10_240,
  /** The path and query of the request line. */
  urlBytes: 8_192,
  /** From the call of the handler to its reply. */
  timeoutMs: 29_000,
  /** From the first byte of a request to its last. This limit is ours; AWS documents none. */
  requestMs: 60_000,
} as const;

/** A larger body is read when its handler asks, after the caller was counted. */
export const maxEarlyBytes = 64 * 1024;

/** How much of an unread body is read and dropped after the answer. */
export const maxDroppedBytes = 64 * 1024 * 1024;
