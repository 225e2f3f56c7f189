import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { limits, type RateLimit } from '../../../src/contract/limits.ts';
import { problems } from '../../../src/contract/problem.ts';
import type { Route } from '../../../src/contract/route.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { securityHeaders } from '../../../src/contract/security-headers.ts';

/** Over what time the firewall counts, in seconds. */
export const floodWindowS = 300;

/** The key of the answer to whom the firewall turns away. */
const TOO_MANY = 'too-many-calls';

/** Turns away floods before they cost anything. */
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
        scopeDownStatement: routes ? anyOf(routes.map(conditionOf)) : startsWith('/api/'),
      },
    },
    visibilityConfig: visibility(name),
  };
}

/** What the functions answer in that case, as far as the firewall can say it. */
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
  // At most ten (AWS WAF quotas). CloudFront's own policy need not reach what never reached it.
  responseHeaders: Object.entries({
    'retry-after': String(floodWindowS),
    'cache-control': 'private, no-store',
    ...securityHeaders('data', { https: true }),
  }).map(([name, value]) => ({ name, value })),
};

function conditionOf({ method, path }: Route): CfnWebACL.StatementProperty {
  return {
    andStatement: {
      statements: [
        match({ method: {} }, method, 'EXACTLY'),
        match(
          { uriPath: {} },
          path.replace(/\{.*$/, ''),
          path.includes('{') ? 'STARTS_WITH' : 'EXACTLY',
        ),
      ],
    },
  };
}

/** An OR needs two statements at least. */
function anyOf(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  const [first] = statements;
  return statements.length === 1 && first
    ? first
    : { orStatement: { statements: [...statements] } };
}

function startsWith(path: string): CfnWebACL.StatementProperty {
  return match({ uriPath: {} }, path, 'STARTS_WITH');
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

/** How much more often than by our most generous limit an address may call the API in all. */
const FLOOD_FACTOR = 10;

/** How many calls of an address the firewall lets through in its time. */
export interface FloodRule {
  readonly name: string;
  readonly calls: number;
  /** The routes whose calls it counts; absent for all of the API. */
  readonly routes?: readonly Route[];
}

const perAddress = Object.entries<RateLimit>(limits).filter(([, { per }]) => per === 'address');

/**
 * The rules of the firewall. The functions count exactly what they answer
 * (`src/contract/limits.ts`); the firewall counts by address, roughly and over minutes, and allows
 * what they would: a rule for each limit per address, and one for the API as a whole.
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

/** The calls that the functions let through in the firewall's time, when the bucket was full. */
function callsInWindow({ burstCalls, refillMs }: RateLimit): number {
  return burstCalls + Math.floor((floodWindowS * 1_000) / refillMs);
}
