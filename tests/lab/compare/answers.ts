import { createHash } from 'node:crypto';
import { signInOverHttp } from '../../integration/journeys/sign-in-over-http.ts';
import { script } from './script.ts';

/** An answer as a text: the status, the headers and the body. */
export interface Answer {
  /** The call, as the script has it. */
  readonly line: string;
  readonly text: string;
}

interface Product {
  /** The port of the site; the flows API, the provider and the payments use the next ones. */
  readonly port: number;
  /** Runs the operator's command; its exit code and its output. */
  readonly credits: (args: readonly string[]) => Promise<string>;
  readonly signal: AbortSignal;
}

interface Call {
  readonly line: string;
  readonly caller: string;
  readonly method: string;
  readonly address: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The names of the stored values of the answer, each the first group of a pattern. */
  readonly keeps: readonly (readonly [name: string, pattern: RegExp])[];
}

/** A run of a flow takes seconds on a busy machine. */
const ANSWER_TIMEOUT_MS = 60_000;

export const calls: readonly Call[] = script.split('\n').filter(Boolean).map(callOf);

function callOf(line: string): Call {
  const [ask = '', ...parts] = line.split(' | ');
  const words = /^(?:([a-z]+) (?=[A-Z]))?(\S+) (.+)$/.exec(ask) ?? [];
  const [, caller = 'nobody', method = '', address = ''] = words;
  const body = parts.find((part) => /^(?:\{|\w+=)/.test(part));
  const type = body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
  const keeps: (readonly [string, RegExp])[] = [];
  for (const part of parts) {
    const [, header, value = ''] = /^([a-z-]+): (.+)$/.exec(part) ?? [];
    if (header) headers[header] = value;
    const [, name, pattern] = /^=> (\w+) (.+)$/.exec(part) ?? [];
    if (name && pattern) keeps.push([name, new RegExp(pattern)]);
  }
  return { line, caller, method, address, body, headers, keeps };
}

/** Signs people in, makes service keys, and makes every call in turn. */
export async function askProduct(product: Product): Promise<readonly Answer[]> {
  const known = await prepare(product);
  const answers: Answer[] = [];
  for (const call of calls) {
    const text = await (call.method === 'credits'
      ? product.credits(call.address.split(' '))
      : answerTo(call, known, product.signal));
    for (const [name, pattern] of call.keeps) keep(name, pattern, text, known);
    answers.push({ line: call.line, text });
  }
  return answers;
}

/**
 * A value that the answer lacks gets a name of its own, so that the calls continue and differ
 * visibly.
 */
function keep(name: string, pattern: RegExp, text: string, known: Map<string, string>): void {
  known.set(name, pattern.exec(text)?.[1] ?? `no-${name}`);
}

/** The service keys; the second of one name belongs to the same service. */
const services: Readonly<Record<string, { readonly name: string; readonly scopes: string }>> = {
  holds: { name: 'for holds', scopes: 'holds' },
  grants: { name: 'for grants', scopes: 'grants' },
  reads: { name: 'for holds', scopes: 'holds:read' },
  finds: { name: 'for reading', scopes: 'holds:read,balances:read,entries:read,users:find' },
};

async function prepare({ port, credits }: Product): Promise<Map<string, string>> {
  const origins = ['site', 'flows', 'provider', 'payments'].map(
    (name, offset) => [name, `http://localhost:${port + offset}`] as const,
  );
  const known = new Map<string, string>(origins);
  const site = { origin: `${known.get('site')}`, providerOrigin: `${known.get('provider')}` };
  await signInOverHttp(site, 'ada@example.com');
  for (const name of ['ada', 'ben', 'carl']) {
    known.set(name, await signInOverHttp(site, `${name}@example.com`));
  }
  for (const [caller, { name, scopes }] of Object.entries(services)) {
    const answer = await credits(['keys', 'create', '--name', name, '--scopes', scopes]);
    keep(caller, /\b(mrk_[\w-]+)/, answer, known);
  }
  const shown = await credits(['show', '--user', 'ada@example.com']);
  keep('sub', /^(local\|\w+)$/m, shown, known);
  return known;
}

async function answerTo(
  { caller, method, address, body, headers }: Call,
  known: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_all, name) => known.get(name) ?? name);
  const all = { 'accept-encoding': 'identity', ...headersOf(caller), ...headers };
  const response = await fetch(new URL(fill(address), known.get('site')), {
    method,
    redirect: 'manual',
    headers: Object.entries(all).map(([name, value]): [string, string] => [name, fill(value)]),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    ...(body === undefined ? {} : { body: fill(body) }),
  });
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
  const content = Buffer.from(await response.arrayBuffer());
  const isText = /json|text|xml/.test(response.headers.get('content-type') ?? 'text');
  const digest = () => `sha256 ${createHash('sha256').update(content).digest('hex')}`;
  return `${response.status}\n${head}\n${isText ? content.toString() : digest()}`;
}

/** The headers of a caller besides those in the call's line. */
function headersOf(caller: string): Readonly<Record<string, string>> {
  const own = { origin: '{site}', 'sec-fetch-site': 'same-origin', 'x-requested-with': 'fetch' };
  switch (caller) {
    case 'nobody':
      return {};
    case 'page':
      return own;
    case 'evil':
      return { cookie: '{ada}', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    case 'app':
      return { authorization: 'Bearer {token}' };
    default:
      return caller in services
        ? { authorization: `Bearer {${caller}}` }
        : { ...own, cookie: `{${caller}}` };
  }
}
