import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, test } from 'vitest';
import { exampleOf } from '../../../src/contract/openapi/examples.ts';
import { noisyPicture } from '../../support/pictures.ts';
import { callFlows } from './flow-calls.ts';
import { startWithKeys } from './key-owner.ts';
import { aService, callAs } from './service-calls.ts';

const { api, somebody, aboutKey, close } = await startWithKeys();
afterAll(close);

type Choices = Readonly<Record<string, unknown>>;

/** A client of the SDK with a key of somebody new. */
async function clientOf(choices: Choices = {}, options: object = {}, language = 'en') {
  const { make, sub } = await somebody();
  const { secret } = await make(choices);
  const client = new Client({ name: 'stock', version: '1.0.0' }, options);
  const headers = { authorization: `Bearer ${secret}`, 'accept-language': language };
  const address = new URL(`${api.flowsOrigin}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return { client, secret, sub };
}

/** Sends a message, or other bytes, without a client. */
async function send(
  message: unknown,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${api.flowsOrigin}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', ...headers },
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text ? JSON.parse(text) : {} };
}

const card = { title: 'A mill by the river' };
const runOf = (name: string, idempotencyKey: string, input: object) => {
  return { name, arguments: { input, idempotencyKey } };
};

describe.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
])('a client of the protocol of %s', (revision, options) => {
  test('lists the tools with their prices, asks for a price, and runs', async () => {
    const { client, secret } = await clientOf({}, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    const listed = tools.map(({ name, description }) => [name, description]);
    // A product may have flows of its own besides.
    expect(listed.slice(0, 4)).toEqual([
      ['quote_price', expect.stringContaining('It charges nothing.')],
      ['social-card', expect.stringMatching(/Price in credits: 2\.$/)],
      ['image-shrink', expect.stringMatching(/Price in credits, for each of pictures: 1\.$/)],
      ['document-digest', expect.stringMatching(/Price in credits: 3\.$/)],
    ]);
    expect(tools[1]?.inputSchema).toMatchObject({
      properties: { input: { properties: { title: { maxLength: 120 } }, required: ['title'] } },
      required: ['input', 'idempotencyKey'],
      additionalProperties: false,
    });
    const asked = { flow: 'social-card', input: card };
    const quote = await client.callTool({ name: 'quote_price', arguments: asked });
    expect(quote.structuredContent).toMatchObject({ flow: 'social-card', credits: 2 });
    const run = await client.callTool(runOf('social-card', 'one', card));
    expect(run.structuredContent).toMatchObject({ status: 'succeeded', credits: 2, available: 23 });
    expect(run.content).toMatchObject([
      { type: 'text', text: JSON.stringify(run.structuredContent) },
      { type: 'resource_link', name: 'open-graph.png', mimeType: 'image/png' },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) },
    ]);
    const file = Object(run.content)[1];
    const { pathname } = new URL(String(file.uri));
    const bytes = await callFlows(api, pathname, { token: secret });
    const content = Buffer.from(await bytes.arrayBuffer());
    expect(content.length).toBe(file.size);
    const read = await client.readResource({ uri: file.uri });
    const blob = content.toString('base64');
    expect(read.contents).toEqual([{ uri: file.uri, mimeType: 'image/png', blob }]);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    const again = await client.callTool(runOf('social-card', 'one', card));
    expect(again.structuredContent).toMatchObject({ id: Object(run.structuredContent).id });
    expect(await aboutKey(secret)).toMatchObject({ json: { use: { life: { spent: 2 } } } });
    await client.close();
  });

  test('is told which cap refuses, and where its owner raises it', async () => {
    const { client } = await clientOf({ caps: { life: 3 } }, options);
    expect((await client.callTool(runOf('social-card', 'one', card))).isError).toBeFalsy();
    const refused = await client.callTool(runOf('social-card', 'two', card));
    const link = `${api.origin}/account/#keys`;
    expect(refused).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('may use 3 credits in all') }],
      structuredContent: { code: 'key_cap_reached', cap: 3, spent: 2, required: 2, link },
    });
    expect(Object(refused.content)[0].text).toContain(link);
    await client.close();
  });
});

const bad = 'body_invalid';

describe('the tools of MCP', () => {
  test('lead to the packs when the credits are spent, and to a new key after them', async () => {
    const { client, sub } = await clientOf();
    const service = await aService(api, 'reports', ['grants', 'holds']);
    await callAs(service, api, 'holds', { sub, amount: 24 });
    const refused = await client.callTool(runOf('social-card', 'one', card));
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { code: 'credits_insufficient', available: 1, required: 2 },
      content: [
        { text: expect.stringMatching(/\/pricing\/ Run it with a new idempotencyKey then\.$/) },
      ],
    });
    await callAs(service, api, 'grants', { sub, amount: 5, reason: 'bought' });
    const again = await client.callTool(runOf('social-card', 'one', card));
    expect(again).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('new idempotencyKey') }],
    });
    expect(await client.callTool(runOf('social-card', 'two', card))).not.toHaveProperty('isError');
  });

  test('read no file that is not the caller’s', async () => {
    const [one, other] = [await clientOf(), await clientOf()];
    const run = await one.client.callTool(runOf('social-card', 'one', card));
    const { uri } = Object(run.content)[1];
    const strange = [
      uri,
      uri.replace('open-graph', 'other'),
      uri.replace('/files/', '/'),
      `${uri}/files/a`,
      `${api.origin}/account/`,
      'file:///etc/hosts',
    ];
    for (const asked of strange) {
      const reading = other.client.readResource({ uri: asked });
      await expect(reading).rejects.toMatchObject({ code: -32_602, data: { uri: asked } });
    }
  });

  test('say how to go on where much of a document cannot be read', async () => {
    const { client, secret } = await clientOf();
    const rows = '<tr><td>A long name of a thing</td><td>Its price in a shop</td></tr>'.repeat(20);
    const page = `<p>The river turns the wheel. The wheel turns the stone. The stone grinds the corn. Bread is made of the flour.</p><table>${rows}</table>`;
    const input = { document: Buffer.from(page).toString('base64') };
    const refused = await client.callTool(runOf('document-digest', 'one', input));
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { code: 'input_partly_read' },
      content: [{ text: expect.stringContaining('Call again with partial: true') }],
    });
    const arguments_ = { ...runOf('document-digest', 'two', input).arguments, partial: true };
    const run = await client.callTool({ name: 'document-digest', arguments: arguments_ });
    expect(run.structuredContent).toMatchObject({ status: 'succeeded', credits: 3 });
    const link = Object(run.content).find(({ name }: { name?: string }) => name === 'text-read.md');
    const { contents } = await client.readResource({ uri: link.uri });
    const text = expect.stringContaining('The wheel turns the stone.');
    expect(contents).toEqual([{ uri: link.uri, mimeType: link.mimeType, text }]);
    expect(await aboutKey(secret)).toMatchObject({ json: { use: { life: { spent: 3 } } } });
  });

  test('are those of the key, in the language of the caller', async () => {
    const { client } = await clientOf({ flows: ['social-card'] }, {}, 'zh');
    const { tools } = await client.listTools();
    expect(tools.map(({ name, title }) => [name, title])).toEqual([
      ['quote_price', '运行的价格'],
      ['social-card', '社交卡片'],
    ]);
    expect(tools[1]?.description).toMatch(/价格（积分）：2。$/);
    await expect(client.callTool(runOf('document-digest', 'one', { text: 'A.' }))).rejects.toThrow(
      '这个密钥没有名为“document-digest”的工具',
    );
  });

  test.each([
    ['no key for the run', { input: card }, bad, '"idempotencyKey"'],
    ['a key with a space', { input: card, idempotencyKey: 'a b' }, bad, '"idempotencyKey"'],
    ['an argument that is none', { input: card, idempotencyKey: 'a', title: 'x' }, bad, '"title"'],
    ['no input', { idempotencyKey: 'a' }, bad, 'The field "input" must be of type object.'],
    ['an input without its title', { input: {}, idempotencyKey: 'a' }, 'input_invalid', 'title'],
    [
      'another price',
      { input: card, idempotencyKey: 'a', credits: 1 },
      'quote_changed',
      '2 credits',
    ],
  ])('refuse in words a call with %s', async (_what, given, code, told) => {
    const { client, secret } = await clientOf();
    const refused = await client.callTool({ name: 'social-card', arguments: given });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { code },
      content: [{ type: 'text', text: expect.stringContaining(told) }],
    });
    expect(await aboutKey(secret)).toMatchObject({
      json: { use: { life: { spent: 0, held: 0 } } },
    });
  });

  test('tell what is left after one run, to each of the calls that asked for it at once', async () => {
    const { client } = await clientOf();
    const longest = '~'.repeat(255);
    const calls = Array.from({ length: 3 }, () => {
      return client.callTool(runOf('social-card', longest, card));
    });
    for (const run of await Promise.all(calls)) {
      const told = Object(run.structuredContent);
      const isDone = told.status === 'succeeded';
      expect(told).toMatchObject(isDone ? { available: 23 } : { code: 'run_in_progress' });
    }
    const again = await client.callTool(runOf('social-card', longest, card));
    expect(again.structuredContent).toMatchObject({ status: 'succeeded', available: 23 });
    const other = await client.callTool(runOf('social-card', `${longest.slice(1)}!`, card));
    expect(other.structuredContent).toMatchObject({ status: 'succeeded', available: 21 });
  });

  test('tell the price of a picture of more than 64 kB, and show no AVIF of it', async () => {
    const { client } = await clientOf();
    const png = await noisyPicture(400, 400).png().toBuffer();
    expect(png.length).toBeGreaterThan(100_000);
    const input = { pictures: [png.toString('base64')], widths: [320] };
    const asked = { flow: 'image-shrink', input };
    const quote = await client.callTool({ name: 'quote_price', arguments: asked });
    expect(quote.structuredContent).toMatchObject({ credits: 1 });
    const run = await client.callTool(runOf('image-shrink', 'one', input));
    const blocks = Object(run.content).filter(({ type }: { type: string }) => type !== 'text');
    const kinds = blocks.map(({ type, mimeType }: Record<string, unknown>) => [type, mimeType]);
    expect(kinds).toContainEqual(['resource_link', 'image/avif']);
    expect(kinds).toContainEqual(['image', 'image/webp']);
    expect(kinds).not.toContainEqual(['image', 'image/avif']);
  });

  test('answer the printed example as it is printed', async () => {
    const { make } = await somebody();
    const { secret } = await make();
    const { request, reply } = exampleOf('callMcp') ?? {};
    expect(await send(request, secret)).toMatchObject({ status: 200, json: reply });
  });

  test.each([
    ['without a key', undefined, {}, 401, 'personal_key_invalid'],
    ['with a key of nobody', `mrp_${'0'.repeat(45)}`, {}, 401, 'personal_key_invalid'],
    ['from a page', 'own', { origin: 'https://example.com' }, 403, 'key_from_page'],
  ])('refuse a call %s', async (_what, token, headers, status, code) => {
    const { make } = await somebody();
    const own = token === 'own' ? (await make()).secret : token;
    const answer = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, own, headers);
    expect(answer).toMatchObject({ status, json: { code } });
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  test('answer each kind of message, and end each call', async () => {
    const { make } = await somebody();
    const { secret } = await make();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const batch = [list, { jsonrpc: '2.0', id: 2, method: 'ping' }];
    expect(await send(batch, secret)).toMatchObject({
      ...{ status: 400, json: { error: { code: -32_600 } } },
    });
    const heard = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await send(heard, secret)).toMatchObject({ status: 202, json: {} });
    expect(await send({ ...list, method: 'none' }, secret)).toMatchObject({
      json: { id: 1, error: { code: -32_601 } },
    });
    expect(await send('{"jsonrpc":', secret)).toMatchObject({ status: 400, json: { error: {} } });
    expect(await send({ a: 1 }, secret)).toMatchObject({ status: 400, json: { error: {} } });
    const plain = { 'content-type': 'text/plain' };
    expect(await send(list, secret, plain)).toMatchObject({ status: 415, json: { error: {} } });
    const large = { ...list, padding: 'x'.repeat(1_500_000) };
    expect(await send(large, secret)).toMatchObject({ status: 413 });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const listen = { jsonrpc: '2.0', id: 3, method: 'subscriptions/listen', params };
    expect(await send(listen, secret)).toMatchObject({ json: { id: 3, error: {} } });
    for (const method of ['GET', 'DELETE']) {
      const answer = await callFlows(api, '/mcp', { method, token: secret });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});
