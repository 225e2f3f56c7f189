import { personalKeyPrefix, serviceKeyPrefix } from '../keys.ts';
import { problems } from '../problem.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes.ts';
import { sessionCookieName } from '../session.ts';
import { requestedWithHeader } from '../sign-in.ts';
import { type Call, type Operation, operationOf, type SecurityScheme } from './operation.ts';
import { problemComponent } from './responses.ts';
import type { JsonSchema } from './schema.ts';
import { type WebhookCall, webhookCalls } from './webhooks.ts';

interface Server {
  readonly url: string;
}

type Method = Lowercase<Exclude<Route['method'], 'ANY'>>;

/** The calls of one path, by method. */
type PathItem = Readonly<Partial<Record<Method, Operation>>> & {
  /** The operations' origin, if not that of other calls: generators ignore one at an operation. */
  readonly servers?: readonly Server[];
};

/** An OpenAPI document, with the members that ours has. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly Server[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The calls to services, by event. */
  readonly webhooks: Readonly<Record<string, WebhookCall>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** The routes that OpenAPI can describe: all that have a method, in the order of the table. */
export const documentedRoutes: readonly Route[] = Object.values(routes).filter(
  ({ method }: Route) => method !== 'ANY',
);

/** The API has no versions: the parts that callers use only grow. */
const VERSION = '1';

/**
 * The table of routes as an OpenAPI document.
 * Source: OpenAPI Specification 3.1.0.
 * @param site its name, and the origins at which it and its flows answer
 */
export function openApiDocument(site: {
  readonly name: string;
  readonly origin: string;
  readonly flowsOrigin: string;
}): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  for (const route of documentedRoutes) {
    const { path, method, audience } = route;
    const elsewhere = audience === 'flows' ? { servers: [{ url: site.flowsOrigin }] } : {};
    paths[path] = { ...elsewhere, ...paths[path], [method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: VERSION, description },
    servers: [{ url: site.origin }],
    paths,
    webhooks: webhookCalls(),
    components: {
      schemas: { Problem: problemComponent },
      securitySchemes: securitySchemesOf(site.origin),
    },
  };
}

/** Every call of a document, in the order of its paths. */
export function callsOf({ paths }: OpenApiDocument): readonly Call[] {
  return Object.entries(paths).flatMap(([path, { servers, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      origin: servers?.[0]?.url,
      operation,
    })),
  );
}

const description = [
  'A path with `servers` of its own is answered there alone: tell that address to a client whose generator does not read it.',
  'Errors are application/problem+json (RFC 9457) with a `code` from a closed list.',
  'A GET answers HEAD as well, except the one that ends the session. It ignores query parameters that it does not know; a call that changes something refuses them, and unknown members of its body.',
  `A call of a page that changes something must come from the site’s own origin and bear the header ${requestedWithHeader.name}.`,
  `A request that is too large or malformed for any route is answered ${[
    problems.headers_too_large,
    problems.uri_too_long,
    problems.request_malformed,
  ]
    .map(({ status }) => status)
    .join(', ')}.`,
].join(' ');

function securitySchemesOf(origin: string) {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(origin),
      description: 'The session of a browser.',
    },
    idToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An ID token of the identity provider, fresh and used once.',
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token of a session, from POST /api/auth/token.',
    },
    personalKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${personalKeyPrefix}…`,
      description: 'A personal key, made on the account page, with caps of its own.',
    },
    serviceKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${serviceKeyPrefix}…`,
      description: 'A service key, made by an operator with the scopes that it needs.',
    },
  } as const satisfies Readonly<Record<SecurityScheme, Readonly<Record<string, string>>>>;
}
