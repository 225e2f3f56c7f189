import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { limits, type RateLimit } from '../../../src/contract/limits.ts';
import { problems } from '../../../src/contract/problem.ts';
import type { Route } from '../../../src/contract/route.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { securityHeaders } from '../../../src/contract/security-headers.ts';

/** The window over which the firewall counts. */
export const floodWindowS = 300;

const TOO_MANY = 'too-many-calls';

/** Refuses floods before they cost anything. */
export function firewall(scope: Construct, id: string, name: string): CfnWebACL {
  return new CfnWebACL(scope, id, {
    name,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    customResponseBodies: {
      [TOO_MANY]: { contentType: 'APPLICATION_JSON', content: JSON.stringify(tooManyProblem) },
    },
    rules: floodRules.map((rule, priority) => rateRule(rule, priority)),
  });
}

function rateRule({ name, calls, routes }: FloodRule, priority: number): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: { customResponse: tooManyResponse } },
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        evaluationWindowSec: floodWindowS,
        limit: calls,
        scopeDownStatement: routes
          ? anyOf(routes.map(conditionOf))
          : match({ uriPath: {} }, '/api/', 'STARTS_WITH'),
      },
    },
    visibilityConfig: visibility(name),
  };
}

/** The functions' own refusal, as far as the firewall can give it. */
const tooManyProblem = {
  type: 'about:blank',
  title: problems.rate_limited.title,
  status: problems.rate_limited.status,
  code: 'rate_limited',
  detail: `Too many calls came from this address. Wait ${floodWindowS} s and call again.`,
};

const tooManyResponse: CfnWebACL.CustomResponseProperty = {
  responseCode: problems.rate_limited.status,
  customResponseBodyKey: TOO_MANY,
  // At most ten (AWS WAF quotas). CloudFront's own policy is for answers that reached it.
  responseHeaders: Object.entries({
    'retry-after': String(floodWindowS),
    'cache-control': 'private, no-store',
    ...securityHeaders('data', { https: true }),
  }).map(([name, value]) => ({ name, value })),
};

function conditionOf({ method, path }: Route): CfnWebACL.StatementProperty {
  const [start = ''] = path.split('{');
  const position = start === path ? 'EXACTLY' : 'STARTS_WITH';
  const statements = [
    match({ method: {} }, method, 'EXACTLY'),
    match({ uriPath: {} }, start, position),
  ];
  return { andStatement: { statements } };
}

/** An OR needs two statements at least. */
function anyOf(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  const [first] = statements;
  if (statements.length === 1 && first) return first;
  return { orStatement: { statements: [...statements] } };
}

function match(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  searchString: string,
  positionalConstraint: 'EXACTLY' | 'STARTS_WITH',
): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'URL_DECODE' }];
  return {
    byteMatchStatement: { fieldToMatch, searchString, positionalConstraint, textTransformations },
  };
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** The limit of the API as a whole, reads included, as a multiple of our most generous limit. */
const FLOOD_FACTOR = 30;

/** How many calls of an address the firewall accepts in its window. */
interface FloodRule {
  readonly name: string;
  readonly calls: number;
  /** The routes whose calls it counts; absent for all of the API. */
  readonly routes?: readonly Route[];
}

const perAddress = Object.entries<RateLimit>(limits).filter(([, { per }]) => per === 'address');

/**
 * The rules of the firewall: one for each limit per address, and one for the API as a whole. The
 * functions count exactly (`src/contract/limits.ts`), the firewall roughly and over minutes.
 */
export const floodRules: readonly FloodRule[] = [
  {
    name: 'api',
    calls: Math.max(...perAddress.map(([, limit]) => callsInWindow(limit))) * FLOOD_FACTOR,
  },
  ...perAddress.flatMap(([name, limit]) => {
    const concerned = routesOf('site').filter((route) => route.limit === name);
    return concerned.length > 0 ? [{ name, calls: callsInWindow(limit), routes: concerned }] : [];
  }),
];

/** The calls that the functions accept in the firewall's window, from a full bucket. */
function callsInWindow({ burstCalls, refillMs }: RateLimit): number {
  return burstCalls + Math.floor((floodWindowS * 1_000) / refillMs);
}
