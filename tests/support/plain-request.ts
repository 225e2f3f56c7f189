import { now } from './memory-stores.ts';

/** A request as the wrapper hands it to a handler, of nobody and with nothing in it. */
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
