import type { Route } from '../../src/contract/route.ts';
import type { Bundle } from './bundles.ts';

/** A secret of a deployment, by its variable in `functions/env.ts`. */
export type SecretName = (typeof secrets)[number]['name'];

/**
 * The rights and secrets of a function follow from its bundle. So there is no second list, and a
 * function gets nothing that it does not import.
 */
const secrets = [
  { name: 'STRIPE_SECRET_KEY', because: ['functions/adapters/stripe/client.ts'] },
  { name: 'STRIPE_WEBHOOK_SECRET', because: ['functions/adapters/stripe/webhooks.ts'] },
  { name: 'ACCESS_TOKEN_KEYS', because: ['functions/adapters/oidc/access-token-keys.ts'] },
  {
    name: 'TRIAL_KEY_SECRET',
    because: [
      'functions/domain/account/trial.ts',
      'functions/domain/message/delivery.ts',
      'functions/adapters/postgres/audit/checkpoints.ts',
    ],
  },
] as const;

/** Every secret of a deployment. */
export const secretNames: readonly SecretName[] = secrets.map(({ name }) => name);

/** Whether a function connects to the database. */
export function needsDatabase({ inputs }: Bundle): boolean {
  return inputs.has('functions/adapters/postgres/connection/server.ts');
}

/** Whether a function writes, reads or deletes the files of results. */
export function needsResults({ inputs }: Bundle): boolean {
  return inputs.has('functions/adapters/s3/result-bucket.ts');
}

/** Whether a function sends mail. */
export function needsMail({ inputs }: Bundle): boolean {
  return inputs.has('functions/adapters/mail/ses.ts');
}

/** Whether a function signs addresses of the uploads. */
export function needsUploads({ inputs }: Bundle): boolean {
  return inputs.has('functions/adapters/s3/upload-bucket.ts');
}

/**
 * The secrets that a function needs. A function that counts calls stores its callers as an HMAC,
 * with the key of the trials (decision 0042). Every bundle has the code that counts, so its routes
 * decide.
 */
export function secretsOf(
  { inputs }: Bundle,
  routes: readonly Pick<Route, 'limit'>[] = [],
): readonly SecretName[] {
  const counts = routes.some(({ limit }) => limit !== undefined);
  return secrets
    .filter(
      ({ name, because }) =>
        because.some((file) => inputs.has(file)) || (counts && name === 'TRIAL_KEY_SECRET'),
    )
    .map(({ name }) => name);
}
