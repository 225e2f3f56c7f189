import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { openPool } from '../../../../../../functions/adapters/postgres/connection/server.ts';

const server = 'postgres://localhost/one';
const cluster = 'postgres://admin@abc123.dsql.eu-west-1.on.aws/postgres';

const changedSchema = Object.assign(new Error('schema has been updated (OC001)'), {
  code: '40001',
});
const noAnswer = new Error('Query read timeout');

/** A new connection of a pool, whose statements fail with these errors and are then answered. */
function connectionOf(databaseUrl: string, ...errors: readonly Error[]) {
  const run = vi.fn(async (..._asked: unknown[]) => ({ rows: [] }));
  for (const error of errors) run.mockRejectedValueOnce(error);
  const parts = { query: run, end: vi.fn(), getTransactionStatus: () => 'I' };
  const client = Object.assign(new EventEmitter(), parts);
  openPool({ databaseUrl }).emit('connect', client);
  return { client, run };
}

test.each([
  ['a server', server, [noAnswer], 1],
  ['a cluster', cluster, [noAnswer], 1],
  ['a cluster whose schema has changed', cluster, [changedSchema, noAnswer], 2],
])(
  'a connection to %s is closed after a lost answer, and asked nothing more',
  async (_, url, errors, asked) => {
    const { client, run } = connectionOf(url, ...errors);
    await expect(client.query()).rejects.toBe(noAnswer);
    await expect(client.query()).rejects.toBe(noAnswer);
    expect(run).toHaveBeenCalledTimes(asked);
    expect(client.end).toHaveBeenCalledOnce();
  },
);

test.each([
  ['a refused statement', Object.assign(new Error('division by zero'), { code: '22012' })],
  ['a statement that the server cancelled', Object.assign(new Error('late'), { code: '57014' })],
  ['a value that is out of range', new RangeError('bigint value is out of range')],
])('a connection goes on after %s', async (_, error) => {
  const { client } = connectionOf(server, error);
  await expect(client.query()).rejects.toBe(error);
  expect(await client.query()).toEqual({ rows: [] });
  expect(client.end).not.toHaveBeenCalled();
});

test('a connection that breaks gives the reason to each statement afterwards', async () => {
  const { client, run } = connectionOf(server);
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  client.emit('error', reset);
  client.emit('error', new Error('and then it ended'));
  await expect(client.query()).rejects.toBe(reset);
  expect(run).not.toHaveBeenCalled();
});

test.each([
  ['a statement with values', server, 'select a from b where c = $1', ['c'], true],
  ['a statement without values', server, 'commit', [], false],
  ['a statement that names no columns', server, 'select * from b where c = $1', ['c'], false],
  ['a long statement', server, `select ${'a, '.repeat(2_000)} $1`, ['c'], false],
  ['a statement of a cluster', cluster, 'select a from b where c = $1', ['c'], false],
])('%s stays prepared where that helps', async (_, url, text, values, isKept) => {
  const { client, run } = connectionOf(url);
  await client.query(text, values);
  await client.query(text, values);
  const asked = isKept ? [{ name: 'statement_0', text, values }] : [text, values];
  const sent = values.length === 0 && url === server ? [text] : asked;
  expect(run.mock.calls).toEqual([sent, sent]);
});

test('a connection keeps two hundred statements prepared', async () => {
  const { client, run } = connectionOf(server);
  for (let one = 0; one <= 200; one += 1) await client.query(`select ${one}, $1`, [1]);
  expect(run.mock.calls.at(-2)).toEqual([expect.objectContaining({ name: 'statement_199' })]);
  expect(run.mock.calls.at(-1)).toEqual(['select 200, $1', [1]]);
});

test('connections are kept alive, so that the end of the other side is noticed', () => {
  const { options } = openPool({ databaseUrl: server });
  expect(options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
});
