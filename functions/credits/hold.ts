import { holdCredits } from '../../src/contract/holds.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { Reply } from '../http/handler.ts';
import { giveHold } from './give.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Parameters<typeof giveHold>[2];
}

/**
 * Reserves credits of a user for a run of a service, until the hold is settled or expires. A repeated
 * answer is not counted again.
 */
export async function hold(
  request: ServiceRequest<typeof holdCredits>,
  { ledger }: Deps,
): Promise<Reply<typeof holdCredits>> {
  const given = await giveHold(request.body, request.command, ledger);
  if (!given.ok) return given;
  const { body, replayed } = given;
  return { status: 201, body, replayed, counts: replayed ? {} : { Holds: 1 } };
}

export const handler = forService(holdCredits, hold, serviceLedger);
