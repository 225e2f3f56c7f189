import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { endpointOperator } from '../../../functions/adapters/postgres/outbox/endpoint-store.ts';
import {
  endpointCaller,
  findAddresses,
  signBody,
} from '../../../functions/adapters/webhook/call-endpoint.ts';
import {
  type Endpoint,
  keyCheckOf,
  maxEndpoints,
  secretOverlapMs,
  signingSecrets,
} from '../../../functions/domain/webhook/endpoint.ts';
import { callOnce, isAccepted } from '../../../functions/messages/webhook-receiver.ts';
import { allowsLoopback } from '../../../functions/settings.ts';
import { testEvent } from '../../../src/contract/webhooks.ts';
import type { Command, CommandDeps, CommandResult } from './command.ts';

type WebhookCommand = Extract<Command, { readonly command: `webhooks ${string}` }>;
type Named<Name extends string> = Extract<Command, { readonly command: `webhooks ${Name}` }>;

interface Deps extends Pick<CommandDeps, 'now'> {
  readonly operator: ReturnType<typeof endpointOperator>;
  /** Empty where it is not known. */
  readonly key: string;
  readonly rules: Parameters<typeof endpointCaller>[0];
}

export function isWebhookCommand(command: Command): command is WebhookCommand {
  return command.command.startsWith('webhooks ');
}

/** Manages the services of the operator that are told of events, and what they are sent. */
export function runWebhookCommand(
  command: WebhookCommand,
  { db, now, trialKeySecret: key = '', siteOrigin }: CommandDeps,
): Promise<CommandResult> {
  const rules = { allowsLoopback: allowsLoopback(siteOrigin) };
  const deps = { operator: endpointOperator(db), now, key, rules };
  switch (command.command) {
    case 'webhooks list':
      return listEndpoints(deps);
    case 'webhooks add':
      return add(command, deps);
    case 'webhooks log':
      return log(command, deps);
    case 'webhooks resend':
      return resend(command, deps);
    default:
      return runOnEndpoint(command, deps);
  }
}

async function runOnEndpoint(
  command: Exclude<WebhookCommand, Named<'list' | 'add' | 'log' | 'resend'>>,
  deps: Deps,
): Promise<CommandResult> {
  const { operator, now } = deps;
  const endpoint = await operator.find(command.id);
  if (!endpoint) return webhookRefusal('There is no endpoint of that id: see webhooks list.');
  const { id, url } = endpoint;
  const done = (what: string) => ({ ok: true, lines: [`${url} ${what}`], body: { id } });
  switch (command.command) {
    case 'webhooks change':
      await operator.change(id, { events: command.events });
      return done(`is told of ${command.events.join(', ')}.`);
    case 'webhooks disable':
      await operator.change(id, { disabledAt: now });
      return done('is told of nothing until webhooks enable.');
    case 'webhooks enable':
      await operator.change(id, { disabledAt: null });
      return done('is told of events again.');
    case 'webhooks remove':
      return done(`is removed, with ${await operator.remove(endpoint)} events unsent.`);
    case 'webhooks rotate':
      return rotate(endpoint, command.now === true, deps);
    case 'webhooks test':
      return test(endpoint, deps);
  }
}

async function listEndpoints({ operator }: Deps): Promise<CommandResult> {
  const [endpoints, waiting] = [await operator.list(), await operator.waiting()];
  const all = endpoints.map(({ keyCheck: _ours, ...endpoint }) => {
    return { ...endpoint, waiting: waiting.get(`webhook ${endpoint.id}`) ?? 0 };
  });
  const lines = all.map(({ id, url, events, disabledAt, waiting: count }) => {
    const state = disabledAt ? `disabled ${disabledAt.toISOString()}` : 'enabled';
    return `${id}  ${url}  ${state}, ${count} waiting  ${events.join(',')}`;
  });
  if (lines.length === 0) lines.push('No service is told of events: see webhooks add --help.');
  return { ok: true, lines, body: { endpoints: all } };
}

async function add({ url, events }: Named<'add'>, deps: Deps): Promise<CommandResult> {
  const { operator, now, key, rules } = deps;
  const known = await operator.list();
  const keyCheck = keyCheckOf(key);
  const fault = keyFault(known, key);
  if (fault) return webhookRefusal(fault);
  if (known.length >= maxEndpoints)
    return webhookRefusal(`There are ${maxEndpoints}: remove one first.`);
  const found = await findAddresses(url, rules).catch(() => ({ failure: 'unknown' }));
  if ('failure' in found) return webhookRefusal(faults[found.failure] ?? found.failure);
  const fresh = { createdAt: now, secretNumber: 1, formerUntil: null, disabledAt: null, keyCheck };
  const endpoint = { id: newId(now), url: new URL(url).href, events, ...fresh };
  if (await operator.add(endpoint)) return withSecret(endpoint, deps);
  return webhookRefusal('There is an endpoint of that address: see webhooks list.');
}

const faults: Readonly<Record<string, string>> = {
  url_invalid:
    'It must be a whole address that begins with https://, such as https://example.com/webhooks, without a user name or password.',
  address_not_public:
    'The address leads into a private network, where nothing is sent: name a public one.',
  unknown: 'There is no host of that name: check its spelling.',
};

/** A key that is not the sender's would end every delivery, so a new one has to be meant. */
async function rotate(endpoint: Endpoint, atOnce: boolean, deps: Deps): Promise<CommandResult> {
  const { operator, now, key } = deps;
  const fault = keyFault(atOnce ? [] : [endpoint], key);
  if (fault) return webhookRefusal(`${fault} If the deployment has a new one, rotate with --now.`);
  const formerUntil = atOnce ? null : new Date(now.getTime() + secretOverlapMs);
  const secretNumber = endpoint.secretNumber + 1;
  const changed = { secretNumber, keyCheck: keyCheckOf(key), formerUntil };
  await operator.change(endpoint.id, changed);
  return withSecret({ ...endpoint, ...changed }, deps);
}

/** The secret appears in this result and nowhere else. */
function withSecret(endpoint: Endpoint, { key, now }: Deps): CommandResult {
  const { id, url, formerUntil } = endpoint;
  const [secret = ''] = signingSecrets(endpoint, key, now);
  const until = formerUntil?.toISOString();
  const former = until ? [`The secret before signs, too, until ${until}.`] : [];
  const advice = 'Give the secret to the service now: it is shown this once, and not stored.';
  const lines = [secret, `${id}  ${url}`, ...former, advice];
  return { ok: true, lines, body: { id, url, secret, formerUntil } };
}

/** Calls an endpoint from this machine. */
async function test(
  endpoint: Endpoint,
  { operator: endpoints, now: createdAt, key: secret, rules }: Deps,
): Promise<CommandResult> {
  const fault = keyFault([endpoint], secret);
  if (fault) return webhookRefusal(fault);
  const startMs = performance.now();
  const now = () => new Date(createdAt.getTime() + performance.now() - startMs);
  const event = { id: newId(createdAt), event: testEvent, createdAt, data: {} };
  const sender = { endpoints, call: endpointCaller(rules), sign: signBody, secret, now };
  const result = await callOnce(endpoint, event, sender);
  const answer = 'status' in result ? `HTTP ${result.status}` : result.failure;
  const ok = isAccepted(result);
  const expected = ok ? '' : ' A service answers from 200 to 299 within 10 seconds.';
  return { ok, lines: [`${endpoint.url} answered ${answer}.${expected}`], body: { answer } };
}

async function log({ id }: Named<'log'>, { operator }: Deps): Promise<CommandResult> {
  const tries = await operator.log(id);
  const lines = tries.map(({ at, status, failure, durationMs, event, messageId, endpointId }) => {
    const facts = [at.toISOString(), String(status ?? failure).padEnd(18), `${durationMs} ms`];
    return [...facts, event, `event ${messageId}`, `endpoint ${endpointId}`].join('  ');
  });
  if (lines.length === 0) lines.push('Nothing has been sent yet.');
  return { ok: true, lines, body: { tries } };
}

async function resend(
  { id, since, sent = false }: Named<'resend'>,
  { operator, now }: Deps,
): Promise<CommandResult> {
  if ((id === undefined) === (since === undefined)) {
    return webhookRefusal(
      'Name one event by its id, or a day by --since: see webhooks resend --help.',
    );
  }
  const from = new Date(since ?? now);
  if (from > now) return webhookRefusal('The day of --since must not lie ahead.');
  const resent =
    id === undefined ? await operator.resendSince(from, sent, now) : await operator.resend(id, now);
  if (id !== undefined && resent === 0) {
    return webhookRefusal('There is no such event, or it is being sent now: see webhooks log.');
  }
  return { ok: true, lines: [`${resent} due now, and for three days.`], body: { resent } };
}

/** Why a key cannot sign for endpoints; undefined for one that can. */
function keyFault(endpoints: readonly Endpoint[], key: string): string | undefined {
  const isOurs = endpoints.every(({ keyCheck }) => keyCheck === keyCheckOf(key));
  return isOurs && key !== '' ? undefined : keySentence;
}

const keySentence =
  'TRIAL_KEY_SECRET is not the key that makes the secrets of the endpoints: set it to that of the deployment.';

function webhookRefusal(detail: string): CommandResult {
  return { ok: false, lines: [detail], body: { code: 'webhook_refused', detail } };
}
