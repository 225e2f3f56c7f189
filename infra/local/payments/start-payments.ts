import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { systemTimer } from '../../../functions/flows/timer.ts';
import { receiveWebhook } from '../../../src/contract/checkout.ts';
import { inDataFolder } from '../data-folder.ts';
import { listen } from '../listen.ts';
import { payments } from '../payments.ts';
import { persistedPaymentSecrets } from '../persisted-secrets.ts';
import { accountFile } from './account-file.ts';

interface PaymentsOptions {
  readonly port: number;
  readonly origin: string;
  /** The product's origin on this machine, which may differ from the one that visitors use. */
  readonly site: string;
  readonly dataDir: string;
  readonly report: (text: string) => void;
}

/** How long the product may take to answer a webhook. */
const WEBHOOK_TIMEOUT_MS = 10_000;
/** 96 random bits, so that nobody can guess the address of another person's payment page. */
const ID_BYTES = 12;

/**
 * Starts the local payments on their port, with the account from before a restart.
 *
 * @returns stops them
 * @throws {StartError} when the port is taken, or a file in the data folder is unusable
 */
export async function startPayments(options: PaymentsOptions): Promise<() => Promise<void>> {
  const { port, origin, site, dataDir, report } = options;
  const secrets = inDataFolder(dataDir, () => persistedPaymentSecrets(dataDir));
  const { listener, stop } = payments({
    origin,
    account: inDataFolder(dataDir, () => accountFile(dataDir)),
    secretKey: secrets.STRIPE_SECRET_KEY,
    webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
    post: (payload, signature) => postWebhook(`${site}${receiveWebhook.path}`, payload, signature),
    clock: () => new Date(),
    timer: systemTimer,
    makeId: (prefix) => `${prefix}_${randomBytes(ID_BYTES).toString('hex')}`,
    report,
  });
  const listening = await listen(port, () => createServer(listener));
  return async () => {
    stop();
    await listening.close();
  };
}

/**
 * Sends an event to the product.
 *
 * @returns whether the answer has a status of success; false when there is no answer
 */
export async function postWebhook(
  url: string,
  payload: string,
  signature: string,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
