import {
  testEvent,
  type WebhookEventName,
  type WebhookHeader,
  webhookBodySchema,
  webhookEventNames,
} from '../webhooks.ts';
import type { Parameter } from './operation.ts';
import type { Content } from './responses.ts';
import { jsonSchemaOf } from './schema.ts';
import examples from './webhook-examples.json' with { type: 'json' };

type SentEvent = WebhookEventName | typeof testEvent;

/** A call that we make to a service of the operator. */
export interface WebhookCall {
  readonly post: {
    readonly operationId: string;
    readonly summary: string;
    readonly tags: readonly ['webhooks'];
    readonly security: readonly [];
    readonly parameters: readonly Parameter[];
    readonly requestBody: { readonly required: true; readonly content: Content };
    readonly responses: typeof answers;
  };
}

const summaries: Readonly<Record<SentEvent, string>> = {
  'balance.low': 'The balance crossed the mark at which its user is told',
  'balance.none_left': 'A service needed more for a hold than there was; once a day for each user',
  'credits.granted': 'Credits came',
  'credits.taken_back': 'A refund or a dispute of a purchase took credits',
  'credits.expired': 'Credits reached their end',
  'hold.ended': 'A hold has expired, or an operator settled it',
  'run.finished': 'A run of a flow has ended',
  'top_up.made': 'A saved card paid for a pack by itself',
  'top_up.failed': 'A saved card was declined, or its bank wants the owner to confirm',
  'user.deleted': 'An account was deleted: delete what you have of it',
  [testEvent]: 'An operator tries the endpoint',
};

const headers: Readonly<Record<WebhookHeader, Omit<Parameter, 'name' | 'in' | 'required'>>> = {
  'webhook-id': {
    description: 'The id of the event, the same when it is sent again.',
    schema: { type: 'string' },
    example: '019aaf0c-5b6e-7000-8000-3c1d2e4f5a6b',
  },
  'webhook-timestamp': {
    description: 'When this call was made, in seconds since 1970. Refuse one that is far from now.',
    schema: { type: 'integer', minimum: 0 },
    example: 1_795_400_048,
  },
  'webhook-signature': {
    description:
      'The HMAC-SHA256 of "{webhook-id}.{webhook-timestamp}.{body}", in base64 behind "v1,". While a secret is changed there are two, with a space between.',
    schema: { type: 'string' },
    example: 'v1,uQ3uVjJ0Yx0m3q5q0mW0m5sVwq0s6v3Cq2rY7m1F9mE=',
  },
};

const answers = {
  '2XX': { description: 'The service has the event' },
  '410': { description: 'The service wants no more events: its endpoint is disabled' },
  default: { description: 'The event is sent again, ever later, for three days' },
} as const;

/**
 * Every event that a deployment tells the services of its operator, by its name.
 * Source: OpenAPI Specification 3.1.0, "OpenAPI Object", `webhooks`; Standard Webhooks 1.0.0.
 */
export function webhookCalls(): Readonly<Record<string, WebhookCall>> {
  const events = [...webhookEventNames, testEvent] as const;
  return Object.fromEntries(events.map((event) => [event, { post: operationOf(event) }]));
}

function operationOf(event: SentEvent): WebhookCall['post'] {
  const named = Object.entries(headers);
  return {
    operationId: event.replace(/[._](\w)/g, (_mark, letter: string) => letter.toUpperCase()),
    summary: summaries[event],
    tags: ['webhooks'],
    security: [],
    parameters: named.map(([name, about]) => ({ name, in: 'header', required: true, ...about })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: jsonSchemaOf(webhookBodySchema(event), 'output'),
          example: exampleOf(event),
        },
      },
    },
    responses: answers,
  };
}

/** A test has no number: it is nobody's. */
function exampleOf(event: SentEvent) {
  const { timestamp, sequence } = examples.around;
  const numbered = event === testEvent ? {} : { sequence };
  return { type: event, timestamp, ...numbered, data: examples.data[event] };
}
