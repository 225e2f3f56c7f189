import type { Area } from '../planted-bug.ts';

const buckets = ['tests/integration/postgres/bucket-store'];

/** Bugs in the number of calls that one caller may make. */
export const limits: Area = {
  name: 'limits',
  tests: [
    'tests/unit/functions/domain/session/rate-limit',
    'tests/unit/functions/callers/rate-limit',
    'tests/unit/functions/http/body',
    'tests/unit/functions/http/request',
    'tests/unit/functions/http/viewer-network',
    'tests/unit/src/contract/limits',
  ],
  bugs: [
    {
      name: 'An unused bucket fills beyond its size',
      file: 'functions/domain/session/rate-limit.ts',
      from: 'Math.max(fullAt.getTime(), now.getTime()) + limit.refillMs',
      to: 'fullAt.getTime() + limit.refillMs',
    },
    {
      name: 'A full bucket has one token less than its limit says',
      file: 'functions/domain/session/rate-limit.ts',
      from: 'burstCalls * refillMs',
      to: '(burstCalls - 1) * refillMs',
    },
    {
      name: 'A call that passes is told to wait',
      file: 'functions/domain/session/rate-limit.ts',
      from: 'Math.max(0, excessMs)',
      to: 'Math.abs(excessMs)',
    },
    {
      name: 'A stored bucket has a token for every call',
      file: 'functions/adapters/postgres/session/bucket-store.ts',
      from: 'greatest(rate_limits.full_at,',
      to: 'least(rate_limits.full_at,',
      tests: buckets,
    },
    {
      name: 'No call gets the last token of a stored bucket',
      file: 'functions/adapters/postgres/session/bucket-store.ts',
      from: 'fullAt} <= $',
      to: 'fullAt} < $',
      tests: buckets,
    },
    {
      name: 'All limits of a caller share one bucket',
      file: 'functions/callers/rate-limit.ts',
      from: '{name} $',
      to: "{'change'} $",
    },
    {
      name: 'The reported wait is shorter than the real one',
      file: 'functions/callers/rate-limit.ts',
      from: 'Math.ceil(ms / 1_000)',
      to: 'Math.floor(ms / 1_000)',
    },
    {
      name: 'A call that the caller’s own bucket refuses takes from the shared one',
      file: 'functions/callers/rate-limit.ts',
      from: 'if (own || !bucket.shared) return own;',
      to: 'if (!bucket.shared) return own;',
    },
    {
      name: 'Failures are counted in the bucket of the calls',
      file: 'functions/callers/rate-limit.ts',
      from: '-failures`, bucket',
      to: '`, bucket',
    },
    {
      name: 'A call that conflicts passes uncounted',
      file: 'functions/adapters/postgres/session/bucket-store.ts',
      from: 'return passesOnConflict ? 0 : CONTENTION_WAIT_MS;',
      to: 'return 0;',
      tests: buckets,
    },
    {
      name: 'A body may have any number of values',
      file: 'functions/http/body.ts',
      from: 'return values > MAX_VALUES;',
      to: 'return values < 0;',
    },
    {
      name: 'A page of entries counts as a download',
      file: 'functions/callers/rate-limit.ts',
      from: 'return csv && !acceptsCsv(accept) ? undefined : limit;',
      to: 'return limit;',
    },
    {
      name: 'Each address of an IPv6 network has a bucket of its own',
      file: 'functions/http/viewer-network.ts',
      from: '{ numbers: 4, groups: 4 }',
      to: '{ numbers: 4, groups: 8 }',
    },
    {
      name: 'A header of the caller sets the address that counts',
      file: 'functions/http/viewer-network.ts',
      from: 'header && event.headers[header]',
      to: "event.headers[header ?? 'x-viewer-address']",
    },
    {
      name: 'A body may have any size where its route has no limit',
      file: 'functions/http/body.ts',
      from: 'maxBytes = MAX_BODY_BYTES)',
      to: 'maxBytes = Number.MAX_SAFE_INTEGER)',
    },
  ],
};
