import { listHolds } from '../../src/contract/hold-reads.ts';
import { holdStore } from '../adapters/postgres/ledger/hold-store.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import { holdReplyOf } from '../domain/ledger/hold-reply.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly holds: Pick<ReturnType<typeof holdStore>, 'list'>;
}

/**
 * Lists the holds that the calling service made, newest first. Without a status in the query it lists
 * open holds; for a reference it lists holds of every status. The name of the key identifies the
 * service, so a new key of the same name finds the same holds.
 */
export async function list(
  { query, command: { actor, now } }: ServiceRequest<typeof listHolds>,
  { holds }: Deps,
): Promise<Reply<typeof listHolds>> {
  const { sub, reference, cursor: before, limit } = query;
  const status = query.status ?? (reference === undefined ? 'open' : undefined);
  const wanted = { actor, status, reference, sub, before, now };
  const found = await holds.list({ ...wanted, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.id : undefined;
  const body = { holds: shown.map((hold) => holdReplyOf(hold, now)), next: next ?? null };
  return { status: 200, body };
}

export const handler = forService(listHolds, list, (db) => ({ holds: holdStore(db) }));
