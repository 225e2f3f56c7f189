import { describe, expect, test } from 'vitest';
import {
  ReplyMismatchError,
  renderRefusal,
  renderReply,
} from '../../../../functions/http/reply.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { siteOrigin } from '../../../support/api-event.ts';
import { now } from '../../../support/memory-stores.ts';

const context = { requestId: 'request-1', siteOrigin, now };
const rows = [['No.'], [1]];

describe('a table', () => {
  test('is a file with its name, and says how it is written', async () => {
    const csv = { name: 'credits.csv', rows };
    const answer = renderReply(routes.listEntries, { status: 200, csv }, context);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="credits.csv"',
    });
    expect(answer.headers.has('link')).toBe(false);
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('\ufeffNo.\r\n1\r\n');
  });

  test('that is cut off links to the rest', () => {
    const csv = { name: 'credits.csv', rows, next: '/api/credits/entries?cursor=1.a' };
    const answer = renderReply(routes.listEntries, { status: 200, csv }, context);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      link: '</api/credits/entries?cursor=1.a>; rel="next"',
    });
  });

  test('is no answer of a route that promises none', () => {
    const csv = { name: 'credits.csv', rows };
    expect(() => renderReply(routes.readCredits, { status: 200, csv }, context)).toThrow(
      ReplyMismatchError,
    );
  });
});

test.each([
  ['readCredits', undefined],
  ['readRun', 'accept-language'],
  ['listEntries', 'accept, accept-language'],
] as const)('what %s answers differs by %s', (name, vary) => {
  const answer = renderRefusal(routes[name], { ok: false, code: 'internal', detail: 'x' }, context);
  expect(answer.headers.get('vary') ?? undefined).toBe(vary);
});

test('JSON with a file name is saved as that file', () => {
  const reply = { status: 200, body: { sessions: [] }, fileName: 'account.json' };
  const answer = renderReply(routes.listSessions, reply, context);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="account.json"',
  });
});

test('JSON without a file name is shown', () => {
  const answer = renderReply(routes.listSessions, { status: 200, body: { sessions: [] } }, context);
  expect(answer.headers.has('content-disposition')).toBe(false);
});
