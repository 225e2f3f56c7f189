import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { endpointStore } from '../../functions/adapters/postgres/outbox/endpoint-store.ts';
import { outboxStore } from '../../functions/adapters/postgres/outbox/outbox-store.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { endpointCaller, signBody } from '../../functions/adapters/webhook/call-endpoint.ts';
import { webhookReceiver } from '../../functions/messages/webhook-receiver.ts';
import { sendMessages } from '../../functions/schedules/messages.ts';
import type { Command } from '../../infra/local/credits/command.ts';
import { runCommand } from '../../infra/local/credits/run-command.ts';
import { bind, closeServer } from '../../infra/local/http/listen.ts';
import {
  isWebhookEvent,
  testEvent,
  webhookBodySchema,
  webhookEventNames,
} from '../../src/contract/webhooks.ts';
import { anyPort } from './any-port.ts';
import { aSignIn, day0, trialKeySecret } from './sign-ins.ts';

/** A call that the service received. */
interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The service's answer. */
  readonly status: number;
}

/** The body of an event. */
export const toldSchema = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  sequence: z.optional(z.int()),
  data: z.looseObject({ sub: z.optional(z.string()) }),
});

/** The body of a call, which has the fields of the contract and no others. */
function readBody(body: string): z.output<typeof toldSchema> {
  const sent: unknown = JSON.parse(body);
  const told = toldSchema.parse(sent);
  const { type } = told;
  if (!isWebhookEvent(type) && type !== testEvent) expect.fail(`${type} is no event`);
  expect(webhookBodySchema(type).parse(sent)).toEqual(sent);
  return told;
}

/** Services on this machine that are told of events, each by its path. */
export async function startServices() {
  const received: Received[] = [];
  /** The status of each path's answers, unless it is 200. */
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const status = answers.get(path) ?? 200;
    received.push({ path, headers: request.headers, body: await text(request), status });
    response.writeHead(status).end();
  });
  const port = await anyPort();
  await bind(server, { host: '127.0.0.1', port });
  return {
    origin: `http://localhost:${port}`,
    received,
    answers,
    bodies: (path?: string) =>
      received
        .filter((one) => path === undefined || one.path === path)
        .map(({ body }) => readBody(body)),
    forget: () => {
      received.splice(0);
      answers.clear();
    },
    close: () => closeServer(server),
  };
}

/** The webhooks of a database, as an operator and the sender use them. */
export function webhooksOf(db: Kysely<Schema>, origin: string) {
  const siteOrigin = 'http://localhost:4321';
  function run(command: Command, now = day0, key: string | undefined = trialKeySecret) {
    const stripe = () => expect.fail('no command asks the payment service');
    return runCommand(command, { db, now, randomBytes, stripe, trialKeySecret: key, siteOrigin });
  }
  return {
    run,
    /** Adds an endpoint; returns its id and its secret. */
    add: async (path = '/hook', events = webhookEventNames) => {
      const url = `${origin}${path}`;
      const added = await run({ command: 'webhooks add', url, events: [...events] });
      return z.object({ id: z.string(), secret: z.string() }).parse(added.body);
    },
    /** One run of the sender; mail is always taken. */
    send: (now: Date) =>
      sendMessages(now, {
        outbox: outboxStore(db),
        receivers: {
          mail: async () => ({ kind: 'sent' }),
          webhook: webhookReceiver({
            endpoints: endpointStore(db),
            call: endpointCaller({ allowsLoopback: true }),
            sign: signBody,
            secret: trialKeySecret,
            now: () => now,
          }),
        },
        tellEndingCredits: async () => 0,
        now: () => now,
        random: () => 0.5,
      }),
    signIn: async (sub: string, now = day0): Promise<string> => {
      const result = await userStore(db).signIn(aSignIn(sub, { now }));
      if (!result.ok) throw new Error(result.code);
      return result.account.walletId;
    },
    /** The events that were written, in the order in which they happened. */
    queued: () =>
      db
        .selectFrom('outbox')
        .where('receiver', 'like', 'webhook %')
        .selectAll()
        .orderBy('id')
        .execute(),
  };
}
