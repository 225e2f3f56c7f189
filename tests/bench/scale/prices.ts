/**
 * What AWS charges in us-east-1, in US dollars, as its price pages had it when they were read on
 * 2026-11-21; free tiers that end after a year are left out. Sources: the price pages of Amazon
 * CloudFront, API Gateway, AWS Lambda, Amazon Aurora DSQL, AWS WAF and Amazon CloudWatch.
 */
export const prices = {
  cloudFront: {
    freeGb: 1_000,
    /** Gigabytes up to so many, at so much each. */
    transfer: [
      { upToGb: 10_000, perGb: 0.085 },
      { upToGb: 50_000, perGb: 0.08 },
      { upToGb: 150_000, perGb: 0.06 },
      { upToGb: Number.POSITIVE_INFINITY, perGb: 0.04 },
    ],
    freeRequests: 10_000_000,
    perMillionRequests: 1,
    freeFunctionCalls: 2_000_000,
    perMillionFunctionCalls: 0.1,
  },
  apiGateway: {
    calls: [
      { upToMillions: 300, perMillion: 1 },
      { upToMillions: Number.POSITIVE_INFINITY, perMillion: 0.9 },
    ],
  },
  lambda: {
    freeCalls: 1_000_000,
    perMillionCalls: 0.2,
    freeGbSeconds: 400_000,
    /** On arm64. */
    perGbSecond: 0.0000133334,
  },
  dsql: {
    freeDpus: 100_000,
    perMillionDpus: 8,
    freeGb: 1,
    perGbMonth: 0.33,
    /** AWS says that 100,000 DPUs do about 700,000 transactions of TPC-C. */
    dpusPerTransaction: 100_000 / 700_000,
  },
  waf: { perAcl: 5, perRule: 1, perMillionRequests: 0.6 },
  logs: { perGb: 0.5 },
} as const;

/**
 * What AWS allows until it is asked for more. Sources: the quota pages of Lambda ("Lambda scaling
 * behavior") and Aurora DSQL ("Cluster quotas and database limits"), read on 2026-11-21.
 */
export const quotas = {
  environments: 1_000,
  environmentsPerSecond: 100,
  connectionBurst: 1_000,
  connectionsPerSecond: 100,
} as const;
