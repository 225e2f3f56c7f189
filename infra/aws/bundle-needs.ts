import type { Route } from '../../src/contract/route.ts';
import type { Bundle } from './bundles.ts';

/** A secret of a deployment, by the variable of `functions/env.ts` that it becomes. */
export type SecretName = (typeof secrets)[number]['name'];

/**
 * What a function may do and know follows from what is in its bundle, so nothing has to be listed
 * a second time, and what a function does not import it cannot get.
 */
const secrets = [
  { name: 'STRIPE_SECRET_KEY', because: 'functions/adapters/stripe/client.ts' },
  { name: 'STRIPE_WEBHOOK_SECRET', because: 'functions/adapters/stripe/webhooks.ts' },
  { name: 'ACCESS_TOKEN_KEYS', because: 'functions/adapters/oidc/access-token-keys.ts' },
  { name: 'TRIAL_KEY_SECRET', because: 'functions/domain/account/trial.ts' },
] as const;

/** Every secret that a deployment has to be given. */
export const secretNames: readonly SecretName[] = secrets.map(({ name }) => name);

/** Whether a function connects to the database. */
export function needsDatabase({ inputs }: Bundle): boolean {
  return inputs.has('functions/adapters/postgres/connection/server.ts');
}

/** Whether a function writes, reads or clears away the files of results. */
export function needsResults({ inputs }: Bundle): boolean {
  return inputs.has('functions/adapters/s3/result-bucket.ts');
}

/**
 * The secrets that a function needs. Who counts calls keeps their callers as an HMAC, whose key is
 * that of the trials (decision 0018); every bundle holds the code that counts, so the row decides.
 */
export function secretsOf(
  { inputs }: Bundle,
  route: Pick<Route, 'limit'> | undefined,
): readonly SecretName[] {
  const counts = route?.limit !== undefined;
  return secrets
    .filter(({ name, because }) => inputs.has(because) || (counts && name === 'TRIAL_KEY_SECRET'))
    .map(({ name }) => name);
}
