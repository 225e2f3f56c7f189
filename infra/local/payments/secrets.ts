import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { keptFile } from '../kept-file.ts';
import { parseJson } from '../parse-json.ts';

/** 192 bits. */
const SECRET_BYTES = 24;

const secretsSchema = z.object({
  STRIPE_SECRET_KEY: z.string().check(z.regex(/^sk_test_\w+$/)),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.regex(/^whsec_\w+$/)),
});

/** What the product and the stand-in know of each other, under the names of the settings. */
export type PaymentSecrets = z.infer<typeof secretsSchema>;

/**
 * The secrets as the data folder keeps them; made once. Were they the same everywhere, any web
 * page could tell a product on this machine that something was paid.
 *
 * @throws {StartError} when the file holds something else
 * @throws the file system's error when the file can be neither read nor written
 */
export function keptPaymentSecrets(dataDir: string): PaymentSecrets {
  return keptFile({
    path: join(dataDir, 'payment-secrets.json'),
    make: () => JSON.stringify(newPaymentSecrets()),
    read: (text) => z.safeParse(secretsSchema, parseJson(text)).data,
    damage:
      "does not hold the local payments' secrets any more: delete the file, and the next start makes new ones.",
  });
}

/** New secrets in the form of Stripe's. */
export function newPaymentSecrets(): PaymentSecrets {
  const secret = () => randomBytes(SECRET_BYTES).toString('hex');
  return { STRIPE_SECRET_KEY: `sk_test_${secret()}`, STRIPE_WEBHOOK_SECRET: `whsec_${secret()}` };
}
