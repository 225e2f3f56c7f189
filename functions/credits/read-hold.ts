import { readHold } from '../../src/contract/hold-reads.ts';
import { holdStore } from '../adapters/postgres/ledger/hold-store.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import { holdReplyOf } from '../domain/ledger/hold-reply.ts';
import type { Reply } from '../http/handler.ts';
import { holdNotFound } from './command-refusal.ts';

interface Deps {
  readonly holds: Pick<ReturnType<typeof holdStore>, 'find'>;
}

/**
 * A hold that the calling service made, as of now. A hold of another service counts as not found,
 * so that nobody learns whether there is one.
 */
export async function read(
  { params, command: { actor, now } }: ServiceRequest<typeof readHold>,
  { holds }: Deps,
): Promise<Reply<typeof readHold>> {
  const hold = await holds.find({ actor, id: params.id });
  if (!hold) return holdNotFound;
  return { status: 200, body: holdReplyOf(hold, now) };
}

export const handler = forService(readHold, read, (db) => ({ holds: holdStore(db) }));
