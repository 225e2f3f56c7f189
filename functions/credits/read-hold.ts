import { readHold } from '../../src/contract/hold-reads.ts';
import { holdStore } from '../adapters/postgres/ledger/hold-store.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import { holdReplyOf } from '../domain/ledger/hold-reply.ts';
import { holdNotFound } from './command-refusal.ts';

/**
 * A hold that the calling service made, as of now. A hold of another service counts as not found,
 * so that nobody learns whether there is one.
 */
export const read: ServiceHandler<
  typeof readHold,
  { readonly holds: Pick<ReturnType<typeof holdStore>, 'find'> }
> = async ({ params, command: { actor, now } }, { holds }) => {
  const hold = await holds.find({ actor, id: params.id });
  if (!hold) return holdNotFound;
  return { status: 200, body: holdReplyOf(hold, now) };
};

export const handler = forService(readHold, read, (db) => ({ holds: holdStore(db) }));
