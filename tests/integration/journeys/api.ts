import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import type { Kysely } from 'kysely';
import { vi } from 'vitest';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { uploadStore } from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { standInKeyId } from '../../../functions/env.ts';
import { closeFlowProcesses } from '../../../functions/flows/flow-processes.ts';
import { localApi, localFlowsApi } from '../../../infra/local/api.ts';
import { newAccessTokenKeys } from '../../../infra/local/data/persisted-secrets.ts';
import { storage } from '../../../infra/local/storage/storage.ts';
import { migratedDatabase } from '../../support/database.ts';
import { type SigningKey, signed, signingKey, startJwksServer } from '../../support/jwks-server.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { type Served, serve } from '../local/serve.ts';

export const clientId = 'client-of-the-tests';

/**
 * The whole API behind real HTTP: the gateway, the handlers with their own dependencies, a
 * database.
 */
export interface Api {
  readonly origin: string;
  /** The origin of the flows. */
  readonly flowsOrigin: string;
  /** Where the stand-in for the bucket has the files of uploads. */
  readonly uploadFolder: string;
  /** With the slash at its end. */
  readonly issuer: string;
  /** The key that the identity provider publishes. */
  readonly key: SigningKey;
  readonly db: Kysely<Schema>;
  /** The log of the functions, and the errors of the gateway. */
  readonly logged: string[];
  /** Every row of every table, without the buckets that count calls. */
  stored(): Promise<Readonly<Record<string, readonly unknown[]>>>;
  close(): Promise<void>;
}

/** Starts the API on an empty embedded database, with an identity provider that only has keys. */
export async function startApi(): Promise<Api> {
  const { databaseUrl, db, close } = await migratedDatabase('embedded');
  const [keys, key] = await Promise.all([startJwksServer(), signingKey('ours')]);
  keys.publish(key);
  const logged: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => {
    logged.push(String(line));
  });
  const served = await serveApi({ databaseUrl, db }, keys.issuer, (text) => logged.push(text));
  return {
    origin: served.origin,
    flowsOrigin: served.flowsOrigin,
    uploadFolder: served.uploadFolder,
    issuer: keys.issuer,
    key,
    db,
    logged,
    stored: async () => {
      const { rate_limits: _counted, ...kept } = await storedRows(db);
      return kept;
    },
    close: async () => {
      await served.close();
      await Promise.all([keys.stop(), close(), closeFlowProcesses()]);
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    },
  };
}

async function serveApi(
  { databaseUrl, db }: Pick<Awaited<ReturnType<typeof migratedDatabase>>, 'databaseUrl' | 'db'>,
  issuer: string,
  report: (text: string) => void,
): Promise<Served & Pick<Api, 'flowsOrigin' | 'uploadFolder'>> {
  let answer: RequestListener | undefined;
  let answerFlows: RequestListener | undefined;
  const served = await serve(() => (request, response) => answer?.(request, response));
  const flows = await serve(() => (request, response) => answerFlows?.(request, response));
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
  const credentials = { accessKeyId: standInKeyId, secretAccessKey: 'a secret '.repeat(4) };
  const files = await serve((origin) =>
    storage({
      base: `${origin}/storage`,
      credentials,
      folder,
      siteOrigin: served.origin,
      keptOf: uploadStore(db).kept,
      freeBytes: async () => Number.POSITIVE_INFINITY,
      clock: () => new Date(),
      report,
    }),
  );
  const base = `${files.origin}/storage`;
  const settings = {
    SITE_ORIGIN: served.origin,
    AUTH0_DOMAIN: new URL(issuer).origin,
    AUTH0_CLIENT_ID: clientId,
    DATABASE_URL: databaseUrl,
    PUBLIC_API_BASE: flows.origin,
    ACCESS_TOKEN_KEYS: newAccessTokenKeys(),
    UPLOAD_BASE: base,
    UPLOAD_SECRET: credentials.secretAccessKey,
    // Everybody in a test has one network.
    TRIALS_PER_NETWORK: '1000',
    // Nothing listens there, so that mail waits.
    MAIL_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.com',
    TRIAL_KEY_SECRET: 'a secret of the tests, long enough for one',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  answer = await localApi(served.origin, report);
  answerFlows = await localFlowsApi(served.origin, report);
  return {
    origin: served.origin,
    flowsOrigin: flows.origin,
    uploadFolder: folder,
    close: async () => {
      await Promise.all([served.close(), flows.close(), files.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The claims of a good ID token, with changes; each token is another one. */
export function claims(
  { issuer }: Pick<Api, 'issuer'>,
  changes: Readonly<Record<string, unknown>> = {},
): JWTPayload {
  const nowSeconds = Math.floor(Date.now() / 1_000);
  return {
    iss: issuer,
    aud: clientId,
    sub: 'auth0|ada',
    iat: nowSeconds - 1,
    exp: nowSeconds + 3_600,
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    nonce: randomUUID(),
    ...changes,
  };
}

/** A good ID token, with changes to its claims. */
export function idToken(
  api: Api,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return signed(claims(api, changes), api.key);
}
