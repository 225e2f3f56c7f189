import { serviceActorPrefix } from '../domain/ledger/entry-reply.ts';
import type { CommandMeta } from '../domain/ledger/ledger-store.ts';
import type { ServiceCaller } from './handler.ts';

/** How a service's request stands in the ledger: by its key, in the name of the service. */
export function serviceCommand(request: {
  readonly caller: ServiceCaller;
  readonly idempotencyKey: string;
  readonly now: Date;
}): CommandMeta {
  const { caller, idempotencyKey, now } = request;
  return { idempotencyKey, actor: `${serviceActorPrefix}${caller.key.name}`, now };
}
