import {
  type ListedServiceKey,
  serviceKeys,
} from '../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../functions/http/service-key-token.ts';
import type { ServiceScope } from '../../../src/contract/service-keys.ts';
import type { Answer } from './command.ts';
import type { Tools } from './run-command.ts';

/** Makes a service key. This answer is the only place where the key itself ever is. */
export async function createKey(
  { name, scopes }: { readonly name: string; readonly scopes: readonly ServiceScope[] },
  { db, now, randomBytes }: Tools,
): Promise<Answer> {
  const key = newServiceKey(randomBytes);
  const unique = [...new Set(scopes)];
  const made = await serviceKeys(db).make({
    name,
    scopes: unique,
    keyHash: serviceKeyHash(key),
    now,
  });
  const lines = [key, lineOf(made), 'Keep the key now: it is shown this once, and not stored.'];
  return { ok: true, lines, body: { key, ...bodyOf(made) } };
}

/** All service keys, without what one could call with. */
export async function listKeys({ db }: Pick<Tools, 'db'>): Promise<Answer> {
  const keys = await serviceKeys(db).list();
  const lines = keys.length === 0 ? ['There are no service keys.'] : keys.map(lineOf);
  return { ok: true, lines, body: { keys: keys.map(bodyOf) } };
}

/** Ends a service key; one that has ended before stays as it was. */
export async function revokeKey(
  { id }: { readonly id: string },
  { db, now }: Pick<Tools, 'db' | 'now'>,
): Promise<Answer> {
  const key = await serviceKeys(db).revoke(id, now);
  if (key) return { ok: true, lines: [lineOf(key)], body: bodyOf(key) };
  const detail = 'There is no service key of that id: "keys list" shows those that there are.';
  return { ok: false, lines: [detail], body: { code: 'not_found', detail } };
}

function bodyOf({ id, name, scopes, createdAt, revokedAt }: ListedServiceKey) {
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

function lineOf(key: ListedServiceKey): string {
  const { id, name, scopes, createdAt, revokedAt } = bodyOf(key);
  const state = revokedAt === null ? `since ${createdAt}` : `revoked ${revokedAt}`;
  return `${id} ${name} (${scopes.join(', ')}) ${state}`;
}
