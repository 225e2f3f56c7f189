import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { systemTimer } from '../../../functions/flows/timer.ts';
import { preferredLanguage } from '../../../functions/http/negotiation.ts';
import { receiveWebhook } from '../../../src/contract/checkout.ts';
import { inDataFolder } from '../data/data-folder.ts';
import { persistedPaymentSecrets } from '../data/persisted-secrets.ts';
import type { Page } from '../http/html.ts';
import { guarded, listen } from '../http/listen.ts';
import { originForm, readForm } from '../http/read-request.ts';
import { accountFile } from './account-file.ts';
import type { Perform, StandIn } from './actions.ts';
import { answerApi } from './api.ts';
import type { ApiAnswer } from './api-reads.ts';
import { answerPayer } from './checkout-page.ts';
import { handleDashboardForm } from './dashboard.ts';
import { dashboardPage, refusalPage } from './dashboard-page.ts';
import { type Deliveries, type DeliveryDeps, deliveries } from './deliveries.ts';
import { papersPage } from './papers-page.ts';
import { pagePath } from './stripe-objects.ts';

interface PaymentsDeps extends DeliveryDeps {
  readonly origin: string;
  readonly secretKey: string;
}

type AnswerDeps = PaymentsDeps & StandIn & { readonly webhooks: Deliveries };

type PaymentsAnswer =
  | ApiAnswer
  | { readonly status: number; readonly page: Page }
  | { readonly location: string };

/** A checkout session has some twenty parameters. */
const MAX_FORM_BYTES = 64 * 1_024;
/** How long the product may take to answer a webhook. */
const WEBHOOK_TIMEOUT_MS = 10_000;
/** 96 random bits, so that nobody can guess the address of another person's payment page. */
const ID_BYTES = 12;

/**
 * Starts the local payments on their port, with the account from before a restart.
 * @param site the product's origin on this machine, which may differ from the one of visitors
 * @returns stops them
 * @throws {StartError} when the port is taken, or a file in the data folder is unusable
 */
export async function startPayments(
  { port, origin }: { readonly port: number; readonly origin: string },
  site: string,
  dataDir: string,
  report: (text: string) => void,
): Promise<() => Promise<void>> {
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
  const close = await listen(port, () => createServer(listener));
  return async () => {
    stop();
    await close();
  };
}

/** Sends an event to the product; false without an answer that has a status of success. */
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

/** The local stand-in for Stripe: its calls, payment page, signed webhooks and dashboard. */
export function payments(deps: PaymentsDeps): {
  readonly listener: RequestListener;
  readonly stop: () => void;
} {
  const { account, report } = deps;
  const webhooks = deliveries(deps);
  const perform: Perform = async (action) => {
    const result = action(account.read());
    if (!result) return false;
    account.update(() => result.account);
    await webhooks.send(result.events);
    return true;
  };
  const listener = guarded(async (request, response) => {
    send(response, await answer(request, { ...deps, webhooks, perform }));
  }, report);
  return { listener, stop: webhooks.stop };
}

async function answer(request: IncomingMessage, deps: AnswerDeps): Promise<PaymentsAnswer> {
  const { method = 'GET', headers } = request;
  const { account, clock } = deps;
  const [path = '/', search = ''] = originForm(request.url ?? '/').split('?', 2);
  const language = preferredLanguage(headers['accept-language']);
  const refusal = { status: 422, page: refusalPage(language) };
  const query = new URLSearchParams(search);
  const form = method === 'POST' ? await readForm(request, MAX_FORM_BYTES) : query;
  if (form === undefined) return { ...refusal, status: 413 };
  if (path.startsWith('/v1/')) return answerApi({ method, path, headers, form }, deps);
  const isCrossSite = (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
  if (method === 'POST' && isCrossSite) return { ...refusal, status: 403 };
  const session = account.read().sessions.find((one) => path === pagePath(one));
  if (session) return answerPayer({ method, form }, session, deps);
  if (method === 'POST' && path === '/dashboard') {
    const isDone = await handleDashboardForm(form, deps);
    return isDone ? { location: '/' } : refusal;
  }
  const paper = papersPage(account.read(), path);
  if (paper) return { status: 200, page: paper };
  if (path !== '/') return { ...refusal, status: 404 };
  const nowSeconds = Math.floor(clock().getTime() / 1_000);
  return { status: 200, page: dashboardPage(account.read(), language, nowSeconds) };
}

function send(response: ServerResponse, answered: PaymentsAnswer): void {
  if ('location' in answered) {
    response.writeHead(303, { location: answered.location, 'cache-control': 'no-store' }).end();
  } else if ('page' in answered) {
    response.writeHead(answered.status, { ...answered.page.headers }).end(answered.page.html);
  } else {
    response.writeHead(answered.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered.body));
  }
}
