import type { Database } from '../../../functions/adapters/postgres/connection/database.ts';
import { endpointOperator } from '../../../functions/adapters/postgres/outbox/endpoint-store.ts';
import {
  addEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../functions/messages/manage-endpoints.ts';
import type { Command, CommandResult } from './command.ts';

type WebhookCommand = Extract<Command, { readonly command: `webhooks ${string}` }>;

interface Deps {
  readonly db: Database;
  readonly now: Date;
  readonly trialKeySecret?: string | undefined;
  readonly siteOrigin: string;
}

type Operator = ReturnType<typeof endpointOperator>;
type Endpoint = Awaited<ReturnType<Operator['list']>>[number];

export function isWebhookCommand(command: Command): command is WebhookCommand {
  return command.command.startsWith('webhooks ');
}

/** Manages the services of the operator that are told of events, and what they are sent. */
export async function runWebhookCommand(
  command: WebhookCommand,
  { trialKeySecret: key, ...deps }: Deps,
): Promise<CommandResult> {
  const operator = endpointOperator(deps.db);
  switch (command.command) {
    case 'webhooks list':
      return list(operator);
    case 'webhooks log':
      return log(await operator.log(command.id));
    case 'webhooks resend':
      return resend(command, operator, deps.now);
    case 'webhooks add':
      if (key === undefined) return refused(keyMissing);
      return secretResult(await addEndpoint(command.url, command.events, { ...deps, key }));
  }
  const endpoint = await operator.find(command.id);
  if (!endpoint) return refused('There is no endpoint of that id: see webhooks list.');
  const { id } = endpoint;
  switch (command.command) {
    case 'webhooks change':
      await operator.change(id, { events: command.events });
      return done(endpoint, `is told of ${command.events.join(', ')}.`);
    case 'webhooks disable':
      await operator.change(id, { disabledAt: deps.now });
      return done(endpoint, 'is told of nothing until webhooks enable.');
    case 'webhooks enable':
      await operator.change(id, { disabledAt: null });
      return done(endpoint, 'is told of events again.');
    case 'webhooks remove':
      return done(endpoint, `is removed, with ${await operator.remove(endpoint)} events unsent.`);
    case 'webhooks rotate':
      if (key === undefined) return refused(keyMissing);
      return secretResult(await rotateSecret(endpoint, command.now === true, { ...deps, key }));
    case 'webhooks test':
      if (key === undefined) return refused(keyMissing);
      return testResult(endpoint, await testEndpoint(endpoint, { ...deps, key }));
  }
}

const keyMissing =
  'The secrets are derived from TRIAL_KEY_SECRET, which is not known here: set that of the deployment.';

async function list(operator: Operator): Promise<CommandResult> {
  const [endpoints, waiting] = [await operator.list(), await operator.waiting()];
  const all = endpoints.map((one) => ({
    ...bodyOf(one),
    waiting: waiting.get(`webhook ${one.id}`) ?? 0,
  }));
  const lines = all.map(({ id, url, events, disabledAt, ...one }) => {
    const state = disabledAt ? `disabled ${disabledAt}` : 'enabled';
    return `${id}  ${url}  ${state}, ${one.waiting} waiting  ${events.join(',')}`;
  });
  if (lines.length === 0) lines.push('No service is told of events: see webhooks add --help.');
  return { ok: true, lines, body: { endpoints: all } };
}

function log(tries: Awaited<ReturnType<Operator['log']>>): CommandResult {
  const lines = tries.map(({ at, status, failure, duration_ms, event, ...ids }) => {
    const facts = [at.toISOString(), String(status ?? failure).padEnd(18), `${duration_ms} ms`];
    const names = [event.padEnd(18), `event ${ids.message_id}`, `endpoint ${ids.endpoint_id}`];
    return [...facts, ...names].join('  ');
  });
  if (lines.length === 0) lines.push('Nothing has been sent yet.');
  return { ok: true, lines, body: { tries } };
}

async function resend(
  { id, since, sent = false }: Extract<Command, { readonly command: 'webhooks resend' }>,
  operator: Operator,
  now: Date,
): Promise<CommandResult> {
  if ((id === undefined) === (since === undefined)) {
    return refused('Name one event by its id, or a day by --since: see webhooks resend --help.');
  }
  const from = new Date(since ?? now);
  if (from > now) return refused('The day of --since must not lie ahead.');
  const resent =
    id === undefined ? await operator.resendSince(from, sent, now) : await operator.resend(id, now);
  if (id !== undefined && resent === 0) {
    return refused('There is no such event, or it is being sent now: see webhooks log.');
  }
  return { ok: true, lines: [`${resent} due now, and for three days.`], body: { resent } };
}

function secretResult(result: Awaited<ReturnType<typeof addEndpoint>>): CommandResult {
  if (!result.ok) return refused(result.detail);
  const { endpoint, secret } = result;
  const { id, url, formerUntil } = bodyOf(endpoint);
  const former = formerUntil ? [`The secret before signs, too, until ${formerUntil}.`] : [];
  const advice = 'Give the secret to the service now: it is shown this once, and not stored.';
  const lines = [secret, `${id}  ${url}`, ...former, advice];
  return { ok: true, lines, body: { ...bodyOf(endpoint), secret } };
}

function testResult(
  { url }: Endpoint,
  result: Awaited<ReturnType<typeof testEndpoint>>,
): CommandResult {
  if (!result.ok) return refused(result.detail);
  const { isAccepted: ok, answer } = result;
  const expected = ok ? '' : ' A service answers from 200 to 299 within 10 seconds.';
  return { ok, lines: [`${url} answered ${answer}.${expected}`], body: { answer } };
}

function bodyOf({ id, url, events, createdAt, formerUntil, disabledAt }: Endpoint) {
  return {
    ...{ id, url, events: [...events], createdAt: createdAt.toISOString() },
    formerUntil: formerUntil?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

function done({ id, url }: Endpoint, what: string): CommandResult {
  return { ok: true, lines: [`${url} ${what}`], body: { id } };
}

function refused(detail: string): CommandResult {
  return { ok: false, lines: [detail], body: { code: 'webhook_refused', detail } };
}
