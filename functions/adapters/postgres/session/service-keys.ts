import type { Kysely } from 'kysely';
import { type ServiceScope, serviceScopes } from '../../../../src/contract/route.ts';
import { flowsActor, serviceActorPrefix } from '../../../domain/ledger/entry-reply.ts';
import type { ServiceKey, ServiceKeyStore } from '../../../domain/session/credentials.ts';
import { type NewId, newId as newUuid } from '../connection/store-tools.ts';
import type { Schema } from '../schema/schema.ts';

/** How many keys a list shows at most, newest first. */
const MAX_LISTED = 1_000;

export interface ListedServiceKey extends ServiceKey {
  readonly createdAt: Date;
  /** Absent while the key is valid. */
  readonly revokedAt?: Date;
}

interface ServiceKeyRegister extends ServiceKeyStore {
  make(key: {
    readonly name: string;
    readonly scopes: readonly ServiceScope[];
    /** The SHA-256 of the key as 64 hex digits; the key itself is never stored. */
    readonly keyHash: string;
    readonly now: Date;
  }): Promise<ListedServiceKey>;
  /** Lists all keys, revoked ones too, newest first. */
  list(): Promise<readonly ListedServiceKey[]>;
  /** Revokes a key at `now`, unless it was revoked before; undefined when there is no such key. */
  revoke(id: string, now: Date): Promise<ListedServiceKey | undefined>;
}

/** Whether a key may have a name: a service is the name of its keys, and one is the site's own. */
export function isServiceName(name: string): boolean {
  return `${serviceActorPrefix}${name}` !== flowsActor;
}

/** Stores service keys. Each method is one statement that writes, or none. */
export function serviceKeys(db: Kysely<Schema>, newId: NewId = newUuid): ServiceKeyRegister {
  return {
    find: async (keyHash) => {
      const row = await db
        .selectFrom('service_keys')
        .where('key_hash', '=', keyHash)
        .where('revoked_at', 'is', null)
        .select(['id', 'name', 'scopes'])
        .executeTakeFirst();
      return row && { id: row.id, name: row.name, scopes: scopesOf(row.scopes) };
    },
    make: async ({ name, scopes, keyHash, now }) => {
      const row = await db
        .insertInto('service_keys')
        .values({
          id: newId(now),
          name,
          key_hash: keyHash,
          scopes: scopes.join(' '),
          created_at: now,
          revoked_at: null,
        })
        .returning(listedColumns)
        .executeTakeFirstOrThrow();
      return listedOf(row);
    },
    list: async () => {
      const rows = await db
        .selectFrom('service_keys')
        .select(listedColumns)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute();
      return rows.map(listedOf);
    },
    revoke: (id, now) => revoke(db, id, now),
  };
}

async function revoke(
  db: Kysely<Schema>,
  id: string,
  now: Date,
): Promise<ListedServiceKey | undefined> {
  await db
    .updateTable('service_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  const keys = db.selectFrom('service_keys').where('id', '=', id);
  const row = await keys.select(listedColumns).executeTakeFirst();
  return row && listedOf(row);
}

const listedColumns = ['id', 'name', 'scopes', 'created_at', 'revoked_at'] as const;

function listedOf(
  row: Pick<Schema['service_keys'], (typeof listedColumns)[number]>,
): ListedServiceKey {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row.scopes),
    createdAt: row.created_at,
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  };
}

/** Reads scopes that are separated by spaces (RFC 6749, section 3.3). Unknown ones are dropped. */
function scopesOf(text: string): readonly ServiceScope[] {
  const names = new Set(text.split(' '));
  return serviceScopes.filter((scope) => names.has(scope));
}
