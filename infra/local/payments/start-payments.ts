import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { receiveWebhook } from '../../../src/contract/checkout.ts';
import { inDataFolder } from '../data-folder.ts';
import { listen } from '../listen.ts';
import { payments } from '../payments.ts';
import { systemTimer } from '../timer.ts';
import { keptAccount } from './kept-account.ts';
import { postWebhook } from './post-webhook.ts';
import { keptPaymentSecrets } from './secrets.ts';

interface PaymentsPlace {
  readonly port: number;
  readonly origin: string;
  /** The product's own origin on this machine, whatever visitors see. */
  readonly site: string;
  readonly dataDir: string;
  readonly report: (text: string) => void;
}

/** 96 bits: nobody guesses the address of somebody's payment page. */
const ID_BYTES = 12;

/**
 * Starts the local payments on their port, with what they knew before a restart.
 *
 * @returns ends them again
 * @throws {StartError} when the port is taken, or what the data folder keeps is damaged
 */
export async function startPayments(place: PaymentsPlace): Promise<() => Promise<void>> {
  const { port, origin, site, dataDir, report } = place;
  const secrets = inDataFolder(dataDir, () => keptPaymentSecrets(dataDir));
  const { listener, stop } = payments({
    origin,
    account: inDataFolder(dataDir, () => keptAccount(dataDir)),
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
