import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Timer } from '../../functions/flows/timer.ts';
import { preferredLanguage } from '../../functions/http/negotiation.ts';
import { describeError } from './errors.ts';
import type { Page } from './html.ts';
import type { AccountFile } from './payments/account-file.ts';
import type { Perform } from './payments/actions.ts';
import { type ApiAnswer, answerApi } from './payments/api.ts';
import { answerPayer } from './payments/checkout.ts';
import { handleDashboardForm } from './payments/dashboard.ts';
import { dashboardPage, refusalPage } from './payments/dashboard-page.ts';
import { type Deliveries, deliveries } from './payments/deliveries.ts';
import { pagePath } from './payments/stripe-objects.ts';
import { originForm, readForm } from './read-request.ts';

interface PaymentsDeps {
  /** The stand-in's own origin, without a final slash. */
  readonly origin: string;
  readonly account: AccountFile;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Sends an event to the product; resolves to whether the answer has a status of success. */
  readonly post: (payload: string, signature: string) => Promise<boolean>;
  readonly clock: () => Date;
  readonly timer: Timer;
  readonly makeId: (prefix: string) => string;
  /** Logs internal failures. */
  readonly report: (text: string) => void;
}

interface StandIn extends PaymentsDeps {
  readonly webhooks: Deliveries;
  readonly perform: Perform;
}

type PaymentsAnswer =
  | ApiAnswer
  | { readonly status: number; readonly page: Page }
  | { readonly location: string };

/** A checkout session has some twenty parameters. */
const MAX_FORM_BYTES = 64 * 1_024;

/**
 * The local stand-in for Stripe: the two calls of its API that the product makes, the payment page,
 * signed webhooks, and a dashboard for refunds and disputes. It contacts nobody but the product.
 */
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
  const listener: RequestListener = async (request, response) => {
    try {
      send(response, await answer(request, { ...deps, webhooks, perform }));
    } catch (error) {
      report(describeError(error));
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  };
  return { listener, stop: webhooks.stop };
}

async function answer(request: IncomingMessage, standIn: StandIn): Promise<PaymentsAnswer> {
  const { method = 'GET', headers } = request;
  const { account, clock } = standIn;
  const path = originForm(request.url ?? '/').split('?', 1)[0] ?? '/';
  const language = preferredLanguage(headers['accept-language']);
  const refusal = { status: 422, page: refusalPage(language) };
  const form = method === 'POST' ? await readForm(request, MAX_FORM_BYTES) : new URLSearchParams();
  if (form === undefined) return { ...refusal, status: 413 };
  if (path.startsWith('/v1/')) return answerApi({ method, path, headers, form }, standIn);
  if (method === 'POST' && isCrossSite(headers)) return { ...refusal, status: 403 };
  const session = account.read().sessions.find((one) => path === pagePath(one));
  if (session) return answerPayer({ method, form }, session, standIn);
  if (method === 'POST' && path === '/dashboard') {
    const isDone = await handleDashboardForm(form, standIn);
    return isDone ? { location: '/' } : refusal;
  }
  if (path !== '/') return { ...refusal, status: 404 };
  const nowSeconds = Math.floor(clock().getTime() / 1_000);
  return { status: 200, page: dashboardPage(account.read(), language, nowSeconds) };
}

/** Whether a page of another site sent the form. */
function isCrossSite(headers: IncomingMessage['headers']): boolean {
  return (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
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
