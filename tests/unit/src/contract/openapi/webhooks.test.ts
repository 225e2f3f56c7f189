import { describe, expect, test } from 'vitest';
import { webhookCalls } from '../../../../../src/contract/openapi/webhooks.ts';
import {
  testEvent,
  webhookBodySchema,
  webhookEventNames,
} from '../../../../../src/contract/webhooks.ts';

const calls = webhookCalls();
const events = [...webhookEventNames, testEvent] as const;

test('every event is described, the one of a test too', () => {
  expect(Object.keys(calls)).toEqual(events);
});

describe.each(events)('%s', (event) => {
  const call = calls[event]?.post;
  const { schema, example } = call?.requestBody.content['application/json'] ?? {};

  test('has an example with each of its fields and no other', () => {
    expect(webhookBodySchema(event).parse(example)).toEqual(example);
  });

  test('has a body with its name, and takes further fields', () => {
    expect(schema).toMatchObject({
      type: 'object',
      properties: { type: { const: event }, timestamp: { format: 'date-time' } },
      required: expect.arrayContaining(['type', 'timestamp', 'data']),
    });
    expect(JSON.stringify(schema)).not.toContain('additionalProperties');
  });

  test('has the headers of Standard Webhooks', () => {
    const header = { in: 'header', required: true } as const;
    expect(call?.parameters).toMatchObject([
      { ...header, name: 'webhook-id', schema: { type: 'string' } },
      { ...header, name: 'webhook-timestamp', schema: { type: 'integer' } },
      { ...header, name: 'webhook-signature', schema: { type: 'string' } },
    ]);
  });
});

describe('the body of an event', () => {
  const granted = calls['credits.granted']?.post.requestBody.content['application/json'];
  const body = JSON.parse(JSON.stringify(granted?.example));
  const isRead = (changed: unknown) =>
    webhookBodySchema('credits.granted').safeParse(changed).success;

  test.each<[string, object, object]>([
    ['of another event', { type: 'credits.expired' }, {}],
    ['of no event', { type: undefined }, {}],
    ['without a time', { timestamp: undefined }, {}],
    ['of a time without a zone', { timestamp: '2026-11-23T02:14:07' }, {}],
    ['of nobody', {}, { sub: undefined }],
    ['of half a credit', {}, { credits: 0.5 }],
    ['of credits in a text', {}, { credits: '500' }],
    ['of an unknown source', {}, { source: 'lottery' }],
  ])('%s is refused', (_what, around, data) => {
    expect(isRead({ ...body, ...around, data: { ...body.data, ...data } })).toBe(false);
  });

  test.each<[string, object, object]>([
    ['with further fields', { later: 1 }, { later: { more: [] } }],
    ['of a user with odd signs', {}, { sub: 'saml|o\'neil@example.com "x"' }],
    ['that left nothing', {}, { credits: 1, available: 0 }],
    ['of a whole second', { timestamp: '2026-11-23T02:14:07Z' }, {}],
  ])('%s is read', (_what, around, data) => {
    expect(isRead({ ...body, ...around, data: { ...body.data, ...data } })).toBe(true);
  });
});
