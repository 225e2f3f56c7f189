import type { Kysely } from 'kysely';
import pg from 'pg';
import { openServer } from '../../../../functions/adapters/postgres/connection/database.ts';
import {
  clusterConnection,
  INT8_OID,
  parseInt8,
} from '../../../../functions/adapters/postgres/connection/server.ts';
import type { Schema } from '../../../../functions/adapters/postgres/schema/schema.ts';
import { cluster as identity } from '../deployed.ts';

/** Where the stand-in for the cluster listens on loopback, and its certificate as PEM. */
export interface ClusterAddress {
  readonly port: number;
  readonly cert: string;
}

export const ADDRESS = '127.0.0.1';

/** Somebody who may do everything in the cluster. */
export const principal = {
  roleArn: 'arn:aws:iam::111122223333:role/test',
  accessKeyId: 'ASIATEST',
  secretAccessKey: 'secret',
  sessionToken: 'token',
  mayDo: () => true,
};

/** Connects as the functions do, but for the address, which AWS' name service would tell. */
export function openCluster({ port, cert }: ClusterAddress): {
  readonly db: Kysely<Schema>;
  readonly close: () => Promise<void>;
} {
  const pool = new pg.Pool({
    ...clusterConnection(`postgres://admin@${identity.host}:${port}/postgres`, principal),
    host: ADDRESS,
    ssl: { ca: cert, servername: identity.host },
    max: 20,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format),
    },
  });
  return { db: openServer(pool, true), close: () => pool.end() };
}
