import {
  type CallToolRequestParams,
  type CallToolResult,
  type ContentBlock,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { accountPath } from '../../src/contract/checkout.ts';
import { finishedRunSchema, runningRunSchema } from '../../src/contract/flows.ts';
import { type Language, localizedPath } from '../../src/contract/language.ts';
import { callMcp } from '../../src/contract/mcp.ts';
import { type ProblemCode, problemSchema } from '../../src/contract/problem.ts';
import { fill } from '../../src/i18n/fill.ts';
import { mcpWords } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';
import { mayRun } from '../callers/for-access-token.ts';
import { forKey, type KeyRequest } from '../callers/for-key.ts';
import { flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Reply } from '../http/handler.ts';
import { handler as quote } from '../runs/quote.ts';
import { handler as readFile } from '../runs/read-file.ts';
import { handler as start } from '../runs/start.ts';
import { flowsSettings } from '../settings.ts';
import {
  quoteArguments,
  quoteToolName,
  refusedArguments,
  refusedResult,
  runArguments,
  toolsOf,
} from './tools.ts';

interface Deps {
  readonly flows: readonly Flow[];
  readonly siteOrigin: string;
  readonly flowsOrigin: string;
  /** The calls of the API that tools make, with the key of their caller: the same rules hold. */
  readonly quote: Endpoint;
  readonly start: Endpoint;
  readonly readFile: Endpoint;
}

type McpRequest = KeyRequest<typeof callMcp>;

/** The pictures that models read; others have an address alone. */
const shownTypes = ['image/gif', 'image/jpeg', 'image/png', 'image/webp'];

/** Pictures of a result stand in the answer up to so many bytes; all files have an address. */
const MAX_PICTURE_BYTES = 1_000_000;

/** The API has no versions, and neither have its tools (`src/contract/openapi/document.ts`). */
const VERSION = '1';

/** Answers one message of a client of MCP, of the revisions of 2025 and of 2026-07-28. */
export async function answer(request: McpRequest, deps: Deps): Promise<Reply<typeof callMcp>> {
  if (request.body.toString().trimStart().startsWith('[')) return { status: 400, body: noBatches };
  const response = await serve(messageOf(request, deps), () => serverOf(request, deps));
  const body: unknown = JSON.parse((await response.text()) || '{}');
  if (response.status === 202) return { status: 202 };
  const status = statuses.find((one) => one === response.status);
  if (status === undefined) throw new Error(`The server of MCP answered ${response.status}.`);
  return { status, body: z.parse(callMcp.replies[200], body) };
}

/** The SDK would answer hundreds of messages for one call that is counted. */
const noBatches = {
  ...{ jsonrpc: '2.0', id: null },
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: 'Send one message with each call: the protocol has no batches since 2025-06-18.',
  },
};

const statuses = [200, 400, 404, 415] as const;

/** The message as the SDK takes it: it answers JSON, and asks older clients to take a stream too. */
function messageOf({ headers, path, body }: McpRequest, { flowsOrigin }: Deps): Request {
  const message = new Request(`${flowsOrigin}${path}`, {
    method: 'POST',
    headers: headersOf(headers),
    body: new Uint8Array(body),
  });
  message.headers.set('accept', 'application/json, text/event-stream');
  return message;
}

function headersOf(headers: McpRequest['headers']): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-length') all.set(name, value);
  }
  return all;
}

/** A function of a deployment keeps no stream open, so nobody may subscribe. */
const choices = { legacy: 'reject', maxSubscriptions: 0 } as const;

async function serve(message: Request, makeServer: () => Server): Promise<Response> {
  if (!(await isLegacyRequest(message))) {
    return createMcpHandler(makeServer, choices).fetch(message);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await makeServer().connect(transport);
  return transport.handleRequest(message);
}

function serverOf(request: McpRequest, deps: Deps): Server {
  const { caller, language } = request;
  const { instructions } = mcpWords[language];
  const own = deps.flows.filter(({ id }) => mayRun(caller, id));
  const server = new Server(
    { name: site.name, version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  // Results alone name files, and each file goes with its run.
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    return { contents: [await readLink(uri, request, deps)] };
  });
  server.setRequestHandler('tools/list', () => ({ tools: [...toolsOf(own, language)] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (params.name === quoteToolName) return quotePrice(params, request, deps);
    if (own.some(({ id }) => id === params.name)) return run(params, request, deps);
    const sentence = fill(mcpWords[language].unknownTool, { name: params.name });
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
  });
  return server;
}

async function quotePrice(
  { arguments: given = {} }: CallToolRequestParams,
  request: McpRequest,
  deps: Deps,
): Promise<CallToolResult> {
  const read = z.safeParse(quoteArguments, given);
  if (!read.success) return refusedArguments(read.error, quoteArguments);
  const { flow, ...body } = read.data;
  const response = await ask(deps.quote, request, {
    ...{ path: `/flows/${flow}/quotes`, parameters: { id: flow }, body },
  });
  return response.ok ? told(await response.json()) : refused(response, request.language, deps);
}

async function run(
  { name: id, arguments: given = {} }: CallToolRequestParams,
  request: McpRequest,
  deps: Deps,
): Promise<CallToolResult> {
  const read = z.safeParse(runArguments, given);
  if (!read.success) return refusedArguments(read.error, runArguments);
  const { idempotencyKey, ...body } = read.data;
  const response = await ask(deps.start, request, {
    ...{ path: `/flows/${id}/runs`, parameters: { id }, body, idempotencyKey },
  });
  if (!response.ok) return refused(response, request.language, deps);
  const made: unknown = await response.json();
  if (response.status === 202) {
    const { goesOn } = mcpWords[request.language];
    return told(z.parse(runningRunSchema, made), [{ type: 'text', text: goesOn }]);
  }
  const done = z.parse(finishedRunSchema, made);
  return told(done, await filesOf(done, request, deps));
}

type Done = z.output<typeof finishedRunSchema>;

/** The links to the files of a result, and its pictures where they can be read. */
async function filesOf({ id, result }: Done, request: McpRequest, deps: Deps) {
  const blocks: ContentBlock[] = [];
  let room = MAX_PICTURE_BYTES;
  for (const part of result) {
    if (part.kind !== 'file') continue;
    const { name, label: title, mediaType: mimeType, bytes: size } = part;
    const uri = `${deps.flowsOrigin}/runs/${id}/files/${name}`;
    blocks.push({ type: 'resource_link', uri, name, title, mimeType, size });
    if (!shownTypes.includes(mimeType) || size > room) continue;
    const file = await readLink(uri, request, deps).catch(() => undefined);
    if (!file || !('blob' in file)) continue;
    room -= size;
    blocks.push({ type: 'image', mimeType, data: file.blob });
  }
  return blocks;
}

/**
 * Reads the file of a link, for hosts that send no key of their own to an address.
 * @throws {ProtocolError} when there is no such file, or the API refuses the call
 */
async function readLink(uri: string, request: McpRequest, deps: Deps) {
  const [before, id = '', name = '', ...rest] = uri.split(/\/runs\/|\/files\//);
  if (before !== deps.flowsOrigin || rest.length > 0) throw new ResourceNotFoundError(uri);
  const asked = { path: uri.slice(before.length), parameters: { id, name } };
  const response = await ask(deps.readFile, request, asked);
  if (response.ok) {
    const mimeType = response.headers.get('content-type') ?? undefined;
    const bytes = Buffer.from(await response.arrayBuffer());
    // A model reads text, and hosts show few models what is bytes.
    if (mimeType?.startsWith('text/')) return { uri, mimeType, text: bytes.toString() };
    return { uri, mimeType, blob: bytes.toString('base64') };
  }
  const { status, detail } = z.parse(problemSchema, await response.json());
  if (status === 404) throw new ResourceNotFoundError(uri, detail);
  throw new ProtocolError(ProtocolErrorCode.InternalError, detail);
}

/** An answer of the API for programs, and as text for clients that read nothing else. */
function told(facts: Readonly<Record<string, unknown>>, more: ContentBlock[] = []): CallToolResult {
  const text = JSON.stringify(facts);
  return { content: [{ type: 'text', text }, ...more], structuredContent: { ...facts } };
}

/** The refusals after which there is a way: an address where a person opens it, or an argument. */
const remedies = {
  credits_insufficient: { words: 'topUp', path: '/pricing/' },
  input_partly_read: { words: 'goOn' },
  key_cap_reached: { words: 'raiseCap', path: accountPath('keys') },
} as const satisfies Partial<Record<ProblemCode, object>>;

async function refused(
  response: Response,
  language: Language,
  { siteOrigin }: Deps,
): Promise<CallToolResult> {
  const problem = z.parse(problemSchema, await response.json());
  const { code, detail } = problem;
  const remedy = Object.entries(remedies).find(([one]) => one === code)?.[1];
  if (!remedy) return refusedResult(detail, problem);
  const words = mcpWords[language];
  if (!('path' in remedy)) return refusedResult(`${detail} ${words[remedy.words]}`, problem);
  const link = `${siteOrigin}${localizedPath(remedy.path, language)}`;
  const sentence = fill(words[remedy.words], { link });
  return refusedResult(`${detail} ${sentence}`, { ...problem, link });
}

interface Asked {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

/** Calls the API with the credentials, the language and the address of the caller. */
function ask(
  endpoint: Endpoint,
  { headers, arrival }: McpRequest,
  { path, parameters, body, idempotencyKey }: Asked,
): Promise<Response> {
  const call = headersOf(headers);
  call.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) call.set('idempotency-key', idempotencyKey);
  const request = new Request(`https://application${path}`, {
    headers: call,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  return endpoint(request, arrival, parameters);
}

export const handler = forKey(callMcp, answer, (_db, env) => {
  return { flows, quote, start, readFile, ...flowsSettings(env) };
});
