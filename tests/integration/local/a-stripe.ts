import { expect } from 'vitest';
import { type Account, emptyAccount } from '../../../infra/local/payments/account.ts';
import { payments } from '../../../infra/local/payments/payments.ts';
import { webhookSecret } from '../../support/stripe-events.ts';
import { type Served, serve } from './serve.ts';

/** The secret key of the stand-in of the tests. */
export const stripeKey = 'sk_test_0123456789';

/** The stand-in for Stripe, with the webhooks that it has sent. */
export interface Stripe extends Served {
  /** Sends a form to one of its pages. */
  press(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  readonly sent: readonly { readonly payload: string; readonly signature: string }[];
  read(): Account;
  /** The fate of the webhooks from now on. */
  setMode(mode: Account['deliveryMode']): void;
}

/**
 * Serves the stand-in with an empty account.
 *
 * @param clock says what time it is there: a moment that stands still, or a time that a test moves
 * @param onWebhook is called as each webhook is sent
 */
export async function aStripe(
  clock: Date | (() => Date),
  onWebhook: (payload: string) => void = () => {},
): Promise<Stripe> {
  let account: Account = emptyAccount;
  let ids = 0;
  const sent: { readonly payload: string; readonly signature: string }[] = [];
  const served = await serve(
    (origin) =>
      payments({
        origin,
        account: {
          read: () => account,
          update: (change) => {
            account = change(account);
          },
        },
        secretKey: stripeKey,
        webhookSecret,
        post: async (payload, signature) => {
          onWebhook(payload);
          return sent.push({ payload, signature }) > 0;
        },
        clock: typeof clock === 'function' ? clock : () => clock,
        timer: () => () => {},
        makeId: (prefix) => `${prefix}_${++ids}`,
        report: (text) => expect.fail(text),
      }).listener,
  );
  const press: Stripe['press'] = (path, fields) =>
    fetch(`${served.origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const setMode: Stripe['setMode'] = (deliveryMode) => {
    account = { ...account, deliveryMode };
  };
  return { ...served, press, sent, read: () => account, setMode };
}
