import { randomBytes } from 'node:crypto';
import { systemTimer } from '../../functions/flows/timer.ts';
import { localClientId } from '../../infra/local/addresses.ts';
import {
  newPaymentSecrets,
  persistedSigningKey,
} from '../../infra/local/data/persisted-secrets.ts';
import { identityProvider } from '../../infra/local/identity/identity-provider.ts';
import { accountFile } from '../../infra/local/payments/account-file.ts';
import { payments, postWebhook } from '../../infra/local/payments/payments.ts';
import { receiveWebhook } from '../../src/contract/checkout.ts';
import { serve } from '../integration/local/serve.ts';

/** Auth0 and Stripe, as far as the product can tell: each at an origin of its own. */
export interface StandIns {
  readonly providerOrigin: string;
  readonly paymentsOrigin: string;
  /** The settings that name a tenant of Auth0 and an account with Stripe. */
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the stand-ins beside the product, which then has settings as in production.
 *
 * @param folder for the keys and the account of the stand-ins
 */
export async function startStandIns(siteOrigin: string, folder: string): Promise<StandIns> {
  const report = (text: string) => void process.stderr.write(`${text}\n`);
  const clock = () => new Date();
  const provider = await serve((origin) =>
    identityProvider({
      origin,
      siteOrigin,
      clientId: localClientId,
      signingKey: persistedSigningKey(folder),
      clock,
      report,
    }),
  );
  const secrets = newPaymentSecrets();
  const webhook = `${siteOrigin}${receiveWebhook.path}`;
  let stop = (): void => {};
  const shop = await serve((origin) => {
    const standIn = payments({
      origin,
      account: accountFile(folder),
      secretKey: secrets.STRIPE_SECRET_KEY,
      webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
      post: (payload, signature) => postWebhook(webhook, payload, signature),
      clock,
      timer: systemTimer,
      makeId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
      report,
    });
    stop = standIn.stop;
    return standIn.listener;
  });
  return {
    providerOrigin: provider.origin,
    paymentsOrigin: shop.origin,
    settings: {
      AUTH0_DOMAIN: provider.origin,
      AUTH0_CLIENT_ID: localClientId,
      ...secrets,
      STRIPE_API_BASE: shop.origin,
    },
    close: async () => {
      stop();
      await Promise.all([provider.close(), shop.close()]);
    },
  };
}
