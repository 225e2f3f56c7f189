import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFile } from '../../../infra/local/payments/account-file.ts';
import { payments } from '../../../infra/local/payments/payments.ts';
import { webhookSecret } from '../../support/stripe-events.ts';
import { type Served, serve } from '../local/serve.ts';

export const stripeSecretKey = 'sk_test_0123456789';

/** Serves the local stand-in for Stripe. The tests send its webhooks themselves. */
export async function startStripe(): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  let ids = 0;
  let stop = (): void => undefined;
  const served = await serve((origin) => {
    const standIn = payments({
      origin,
      account: accountFile(folder),
      secretKey: stripeSecretKey,
      webhookSecret,
      post: async () => true,
      clock: () => new Date(),
      timer: () => () => undefined,
      makeId: (prefix) => {
        ids += 1;
        return `${prefix}_${ids}`;
      },
      report: () => undefined,
    });
    stop = standIn.stop;
    return standIn.listener;
  });
  return {
    origin: served.origin,
    close: async () => {
      stop();
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
