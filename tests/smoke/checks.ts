import * as z from 'zod/mini';
import { cacheControl, hashedPrefix } from '../../infra/edge/site-file.ts';
import { languages, localizedPath } from '../../src/contract/language.ts';
import { problemSchema } from '../../src/contract/problem.ts';
import { codesOfCallers, type Route } from '../../src/contract/route.ts';
import { routes, routesOf } from '../../src/contract/routes.ts';
import { type AnswerKind, isHttps, securityHeaders } from '../../src/contract/security-headers.ts';
import { requestedWithHeader } from '../../src/contract/sign-in.ts';
import { methodOf, pathOf } from '../support/route-calls.ts';

/** A request to a running product, and what is wrong with its answer. */
export interface Check {
  /** The request, such as `GET /pricing/`; at the flows API with its origin. */
  readonly request: string;
  /** A sentence for each fault; none when all is well. */
  readonly faults: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A request, and how its answer is judged. */
interface Probe {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly faultsOf: (answer: Answer) => readonly string[];
}

/** How long an answer may take, in milliseconds, and how many are waited for at once. */
const TIMEOUT_MS = 20_000;
const LANES = 6;

/**
 * Asks a running product for every page of its sitemap, every page and file that its home pages
 * name, its 404 pages, and every route without credentials. It changes nothing there.
 *
 * @param siteOrigin the origin of the site, such as `https://www.example.com`
 * @param report is told of each check when it ends
 */
export async function checkProduct(
  siteOrigin: string,
  report: (check: Check) => void,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const ask = async (probe: Probe) => {
    const { check, body } = await askOnce(probe, siteOrigin);
    checks.push(check);
    report(check);
    return body;
  };
  const homes = languages.map((language) => localizedPath('/', language));
  const begin = [...homes.map((path) => fileProbe(siteOrigin, path)), openApiProbe(siteOrigin)];
  const [openApi = '', ...pages] = (await Promise.all(begin.map(ask))).toReversed();
  const map = await ask(fileProbe(siteOrigin, '/sitemap.xml'));
  const addresses = [...pages.flatMap(addressesIn), ...locationsIn(map)];
  const paths = pathsOf(addresses, siteOrigin).filter((path) => !homes.includes(path));
  const flowsOrigin = flowsOriginIn(openApi);
  await inLanes(
    [
      ...paths.map((path) => fileProbe(siteOrigin, path)),
      ...languages.map((language) => missingPageProbe(siteOrigin, language)),
      ...(isHttps(siteOrigin) ? [insecureProbe(siteOrigin)] : []),
      ...routesOf('site')
        .filter((route) => route !== routes.readOpenApi)
        .map((route) => routeProbe(siteOrigin, route)),
      ...(flowsOrigin ? routesOf('flows') : []).map((route) => routeProbe(flowsOrigin, route)),
    ],
    ask,
  );
  return checks;
}

async function askOnce(
  { origin, method, path, faultsOf }: Probe,
  siteOrigin: string,
): Promise<{ check: Check; body: string }> {
  const request = `${method} ${origin === siteOrigin ? '' : origin}${path}`;
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      // Our own pages send these headers: without them a call that changes something is refused as
      // foreign.
      headers: { origin: siteOrigin, [requestedWithHeader.name]: requestedWithHeader.value },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, headers } = response;
    const body = await response.text();
    return { check: { request, faults: faultsOf({ status, headers, body }) }, body };
  } catch (error) {
    const reason = error instanceof Error ? reasonOf(error) : String(error);
    return { check: { request, faults: [`There is no answer: ${reason}.`] }, body: '' };
  }
}

/** `fetch` hides why it failed in the error's cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? cause.message : message;
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** A page or file of the site. */
function fileProbe(origin: string, path: string): Probe {
  const isPage = path.endsWith('/');
  const type = isPage ? 'text/html' : '';
  const kind = isPage ? 'site' : 'file';
  const lifetime = path.startsWith(hashedPrefix) ? cacheControl.hashed : cacheControl.other;
  return {
    origin,
    method: 'GET',
    path,
    faultsOf: (answer) => [
      ...statusFaults(answer, [200]),
      ...headerFaults(answer, { ...headersOf(kind, origin), 'cache-control': lifetime }),
      ...typeFaults(answer, type),
    ],
  };
}

function missingPageProbe(origin: string, language: (typeof languages)[number]): Probe {
  return {
    origin,
    method: 'GET',
    path: localizedPath('/no-such-page/', language),
    faultsOf: (answer) => [
      ...statusFaults(answer, [404]),
      ...headerFaults(answer, headersOf('site', origin)),
      ...typeFaults(answer, 'text/html'),
    ],
  };
}

/** A visitor who types the name without https:// is led to it. */
function insecureProbe(siteOrigin: string): Probe {
  return {
    origin: siteOrigin.replace('https:', 'http:'),
    method: 'GET',
    path: '/pricing/',
    faultsOf: (answer) => [
      ...statusFaults(answer, [301, 308]),
      ...valueFaults(answer, 'location', `${siteOrigin}/pricing/`),
    ],
  };
}

function openApiProbe(origin: string): Probe {
  const probe = routeProbe(origin, routes.readOpenApi);
  const fault = 'The document names no origin of the flows API, so that its routes were not asked.';
  return {
    ...probe,
    faultsOf: (answer) => [
      ...probe.faultsOf(answer),
      ...(flowsOriginIn(answer.body) === '' ? [fault] : []),
    ],
  };
}

/** A route, called without credentials: it refuses, or answers what everybody may have. */
function routeProbe(origin: string, route: Route): Probe {
  return {
    origin,
    method: methodOf(route),
    path: pathOf(route),
    faultsOf: (answer) => [
      ...(route.caller === 'anyone' ? openFaults(answer, route) : refusalFaults(answer, route)),
      ...headerFaults(answer, {
        ...headersOf('data', origin),
        'cache-control': 'private, no-store',
      }),
    ],
  };
}

function openFaults(answer: Answer, route: Route): readonly string[] {
  if (answer.status in route.replies) return [];
  if (answer.status >= 400 && answer.status < 500) return problemFaults(answer);
  return statusFaults(answer, Object.keys(route.replies).map(Number));
}

function refusalFaults(answer: Answer, { caller }: Route): readonly string[] {
  return [...statusFaults(answer, [401]), ...problemFaults(answer, codesOfCallers[caller])];
}

function statusFaults({ status }: Answer, expected: readonly number[]): readonly string[] {
  return expected.includes(status)
    ? []
    : [`The status is ${status}; it must be ${expected.join(' or ')}.`];
}

/** @param codes the expected codes; without them, any */
function problemFaults({ body }: Answer, codes?: readonly string[]): readonly string[] {
  const problem = z.safeParse(problemSchema, parsed(body));
  if (!problem.success) return ['The body is no problem of this API (application/problem+json).'];
  const { code } = problem.data;
  return codes && !codes.includes(code)
    ? [`The code is ${code}; it must be ${codes.join(' or ')}.`]
    : [];
}

function headersOf(kind: AnswerKind, origin: string): Readonly<Record<string, string>> {
  return securityHeaders(kind, { https: isHttps(origin) });
}

/** A page of the API has a policy of its own, which names the hash of its styles. */
function headerFaults(
  answer: Answer,
  expected: Readonly<Record<string, string>>,
): readonly string[] {
  const hasOwnPolicy =
    expected['cache-control']?.startsWith('private') &&
    answer.headers.get('content-type')?.startsWith('text/html');
  return Object.entries(expected)
    .filter(([name]) => !(hasOwnPolicy && name === 'content-security-policy'))
    .flatMap(([name, value]) => valueFaults(answer, name, value));
}

function valueFaults({ headers }: Answer, name: string, value: string): readonly string[] {
  const found = headers.get(name);
  if (found === value) return [];
  return [
    `The header ${name} is ${found === null ? 'missing' : `"${found}"`}; it must be "${value}".`,
  ];
}

function typeFaults({ headers }: Answer, type: string): readonly string[] {
  const found = headers.get('content-type') ?? '';
  return found.startsWith(type) ? [] : [`The content type is "${found}"; it must be ${type}.`];
}

/** The addresses that a page names: links, scripts, styles and pictures. */
function addressesIn(page: string): readonly string[] {
  return [...page.matchAll(/<[^>]*\s(?:href|src)="([^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
}

function locationsIn(sitemap: string): readonly string[] {
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
}

/** The paths of those addresses that are the site's own and no calls of the API, each once. */
function pathsOf(addresses: readonly string[], siteOrigin: string): readonly string[] {
  const urls = addresses.map((address) => URL.parse(address, siteOrigin));
  const own = urls.filter((url) => url?.origin === siteOrigin && !url.pathname.startsWith('/api/'));
  return [...new Set(own.map((url) => url?.pathname ?? '/'))];
}

const serversSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({ servers: z.optional(z.array(z.object({ url: z.string() }))) }),
  ),
});

/** The origin of the flows API, as the OpenAPI document names it; '' when it doesn't. */
function flowsOriginIn(openApi: string): string {
  const document = z.safeParse(serversSchema, parsed(openApi));
  if (!document.success) return '';
  const paths = Object.values(document.data.paths);
  return paths.find(({ servers }) => servers)?.servers?.[0]?.url ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
