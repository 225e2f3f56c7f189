import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { preferredLanguage } from '../../functions/http/negotiation.ts';
import { describeError } from './describe-error.ts';
import { originForm } from './gateway/target.ts';
import type { Page } from './html.ts';
import type { Session } from './payments/account.ts';
import { type Act, decline, expire, pay } from './payments/acts.ts';
import { type ApiAnswer, answerApi } from './payments/api.ts';
import { checkoutPage, overPage } from './payments/checkout-page.ts';
import { type Deliveries, deliveries } from './payments/deliveries.ts';
import { deskAct } from './payments/desk.ts';
import { deskPage, refusalPage } from './payments/desk-page.ts';
import type { KeptAccount } from './payments/kept-account.ts';
import { pagePath } from './payments/stripe-objects.ts';
import { readForm } from './read-form.ts';
import type { Timer } from './timer.ts';

interface PaymentsDeps {
  /** The stand-in's own origin, without a slash at its end. */
  readonly origin: string;
  readonly account: KeptAccount;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Sends an event to the product; whether it was answered with a status of success. */
  readonly post: (payload: string, signature: string) => Promise<boolean>;
  readonly clock: () => Date;
  readonly timer: Timer;
  readonly makeId: (prefix: string) => string;
  /** Takes what went wrong inside, for the log. */
  readonly report: (text: string) => void;
}

type Answer =
  | ApiAnswer
  | { readonly status: number; readonly page: Page }
  | { readonly location: string };

/** A request with what was read of it. */
interface Visit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
}

/** A checkout session has some twenty parameters. */
const MAX_FORM_BYTES = 64 * 1_024;

/**
 * The local stand-in for Stripe: the few calls of its API that the product makes, the page on
 * which one pays, signed webhooks, and a desk at which payments are refunded and disputed. It
 * tells nobody but the product.
 */
export function payments(deps: PaymentsDeps): {
  readonly listener: RequestListener;
  readonly stop: () => void;
} {
  const webhooks = deliveries(deps);
  const listener: RequestListener = async (request, response) => {
    try {
      send(response, await answer(request, deps, webhooks));
    } catch (error) {
      deps.report(describeError(error));
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  };
  return { listener, stop: webhooks.stop };
}

async function answer(
  request: IncomingMessage,
  deps: PaymentsDeps,
  webhooks: Deliveries,
): Promise<Answer> {
  const { method = 'GET', headers } = request;
  const path = originForm(request.url ?? '/').split('?', 1)[0] ?? '/';
  const language = preferredLanguage(headers['accept-language']);
  const refusal = { status: 422, page: refusalPage(language) };
  const form = method === 'POST' ? await readForm(request, MAX_FORM_BYTES) : new URLSearchParams();
  if (form === undefined) return { ...refusal, status: 413 };
  if (path.startsWith('/v1/')) return answerApi({ method, path, headers, form }, deps);
  if (method === 'POST' && isForeign(headers)) return { ...refusal, status: 403 };
  const session = deps.account.read().sessions.find((one) => path === pagePath(one));
  if (session) return answerPayer({ method, path, headers, form }, session, deps, webhooks);
  if (method === 'POST' && path === '/desk') {
    const isDone = await answerDesk(form, deps, webhooks);
    return isDone ? { location: '/' } : refusal;
  }
  if (path !== '/') return { ...refusal, status: 404 };
  const nowSeconds = secondsOf(deps.clock());
  return { status: 200, page: deskPage(deps.account.read(), language, nowSeconds) };
}

/** Whether a form came from a page of another site. */
function isForeign(headers: IncomingMessage['headers']): boolean {
  return (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
}

/** As with Stripe, the payer goes on when the product has heard of the payment, or failed to. */
async function answerPayer(
  { method, form }: Visit,
  session: Session,
  deps: PaymentsDeps,
  webhooks: Deliveries,
): Promise<Answer> {
  const { origin, account, makeId } = deps;
  const isLate = session.expiresAt <= secondsOf(deps.clock());
  if (session.status === 'open' && isLate) {
    await perform((before) => expire(before, session, origin), account, webhooks);
  }
  if (session.status !== 'open' || isLate) return { status: 410, page: overPage(session) };
  if (method !== 'POST') return { status: 200, page: checkoutPage(session, false) };
  if (form.get('action') !== 'pay') {
    await perform((before) => decline(before, session, makeId('pi')), account, webhooks);
    return { status: 402, page: checkoutPage(session, true) };
  }
  await perform((before) => pay(before, session, makeId('pi'), origin), account, webhooks);
  return { location: session.successUrl };
}

/** @returns whether the form could be done */
async function answerDesk(
  form: URLSearchParams,
  deps: PaymentsDeps,
  webhooks: Deliveries,
): Promise<boolean> {
  const { account } = deps;
  const action = form.get('action');
  if (action === 'mode') {
    const mode = form.get('mode');
    if (mode !== 'once' && mode !== 'twice' && mode !== 'held') return false;
    account.update((before) => ({ ...before, deliveryMode: mode }));
    return true;
  }
  if (action === 'release') {
    await webhooks.release(form.get('order') === 'newest' ? 'newest' : 'oldest');
    return true;
  }
  return perform((before) => deskAct(before, form, deps), account, webhooks);
}

/** Does what somebody did, stores it, and tells of it. */
async function perform(
  act: (account: ReturnType<KeptAccount['read']>) => Act | undefined,
  account: KeptAccount,
  webhooks: Deliveries,
): Promise<boolean> {
  const done = act(account.read());
  if (!done) return false;
  account.update(() => done.account);
  await webhooks.send(done.happenings);
  return true;
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

function send(response: ServerResponse, given: Answer): void {
  if ('location' in given) {
    response.writeHead(303, { location: given.location, 'cache-control': 'no-store' }).end();
  } else if ('page' in given) {
    response.writeHead(given.status, { ...given.page.headers }).end(given.page.html);
  } else {
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(given.body));
  }
}
