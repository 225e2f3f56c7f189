import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { newPaymentSecrets } from '../../../infra/local/data/persisted-secrets.ts';
import { type AccountFile, accountFile } from '../../../infra/local/payments/account-file.ts';
import { payments, postWebhook } from '../../../infra/local/payments/payments.ts';
import { checkoutSchema, type Purchase, purchasesSchema } from '../../../src/contract/checkout.ts';
import { type Balance, balanceSchema } from '../../../src/contract/credits.ts';
import { requestedWithHeader } from '../../../src/contract/sign-in.ts';
import { serve } from '../local/serve.ts';
import { type Api, idToken, startApi } from './api.ts';
import { postUser, sessionOf } from './post-user.ts';

/** The API with the real payment adapter, and the local stand-in that it calls over HTTP. */
export interface Shop {
  readonly api: Api;
  /** The stand-in's own origin. */
  readonly origin: string;
  readonly account: AccountFile;
  readonly webhookSecret: string;
  /** Signs a user in; returns the session's cookie as a `Cookie` header has it. */
  signIn(sub: string): Promise<string>;
  /** Begins a purchase, as a page of the site does. */
  startCheckout(cookie: string, body: unknown): Promise<Response>;
  /** Begins a purchase of a pack; returns the address of its payment page. */
  open(cookie: string, body: unknown): Promise<string>;
  /** Presses a button of a page of the stand-in. */
  press(address: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends a form of the dashboard about the newest payment, refund or dispute. */
  onDashboard(action: string, fields?: Readonly<Record<string, string>>): Promise<number>;
  balance(cookie: string): Promise<Balance>;
  purchases(cookie: string): Promise<readonly Purchase[]>;
  close(): Promise<void>;
}

/** Starts an empty shop, in which every user who signs in has 25 credits. */
export async function startShop(): Promise<Shop> {
  const api = await startApi();
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  const secrets = newPaymentSecrets();
  const account = accountFile(folder);
  const webhook = `${api.origin}/api/checkout/webhook`;
  let stop = (): void => {};
  let ids = 0;
  const served = await serve((origin) => {
    const standIn = payments({
      origin,
      account,
      secretKey: secrets.STRIPE_SECRET_KEY,
      webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
      post: (payload, signature) => postWebhook(webhook, payload, signature),
      clock: () => new Date(),
      // Nothing fails here, so the SDK repeats nothing; a unit test covers retries with its own
      // clock.
      timer: () => () => {},
      makeId: (prefix) => {
        ids += 1;
        return `${prefix}_${ids}`;
      },
      report: (text) => api.logged.push(text),
    });
    stop = standIn.stop;
    return standIn.listener;
  });
  for (const [name, value] of Object.entries({ ...secrets, STRIPE_API_BASE: served.origin })) {
    vi.stubEnv(name, value);
  }
  return {
    api,
    origin: served.origin,
    account,
    webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
    ...callsTo(api, served.origin, account),
    close: async () => {
      stop();
      await served.close();
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function callsTo(api: Api, origin: string, account: AccountFile) {
  const startCheckout: Shop['startCheckout'] = (cookie, body) =>
    fetch(`${api.origin}/api/checkout`, {
      method: 'POST',
      headers: {
        cookie,
        origin: api.origin,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        [requestedWithHeader.name]: requestedWithHeader.value,
      },
      body: JSON.stringify(body),
    });
  const press: Shop['press'] = (address, fields) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const read = async <Schema extends z.ZodMiniType>(path: string, cookie: string, as: Schema) => {
    const answer = await fetch(`${api.origin}${path}`, { headers: { cookie } });
    return z.parse(as, await answer.json());
  };
  return {
    startCheckout,
    press,
    signIn: async (sub: string) => {
      const token = await idToken(api, { sub, email: `${sub}@example.com` });
      const headers = { authorization: `Bearer ${token}` };
      const answer = await postUser(api, JSON.stringify({ sub }), headers);
      return `session=${sessionOf(answer)}`;
    },
    open: async (cookie: string, body: unknown) => {
      const answer = await startCheckout(cookie, body);
      return z.parse(checkoutSchema, await answer.json()).url;
    },
    onDashboard: async (action: string, fields: Readonly<Record<string, string>> = {}) => {
      const id = idAbout(action, account);
      const about = id === undefined ? {} : { id };
      const answer = await press(`${origin}/dashboard`, { action, ...about, ...fields });
      return answer.status;
    },
    balance: (cookie: string) => read('/api/credits', cookie, balanceSchema),
    purchases: async (cookie: string) =>
      (await read('/api/purchases', cookie, purchasesSchema)).purchases,
  };
}

function idAbout(action: string, account: AccountFile): string | undefined {
  const { sessions, refunds, disputes } = account.read();
  if (action === 'fail-refund') return refunds.at(-1)?.id;
  if (action === 'win' || action === 'lose') return disputes.at(-1)?.id;
  return sessions.at(-1)?.id;
}
