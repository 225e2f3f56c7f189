import { now } from './memory-stores.ts';

/** A request as the wrapper passes it to a handler, without a caller and without content. */
export const plainRequest = {
  method: 'GET',
  path: '/',
  headers: {},
  sessionCookie: { kind: 'absent' },
  params: undefined,
  query: undefined,
  body: undefined,
  caller: undefined,
  idempotencyKey: undefined,
  now,
} as const;
